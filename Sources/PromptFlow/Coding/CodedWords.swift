/// An enum of ours whose cases have a word in every file we write, instead of a number.
///
/// Numbers would tie files to the order of declaration.
protocol CodedWord: CaseIterable, Equatable {
  /// The word in files.
  var word: String { get }
}

extension CodedWord {
  /// The case with this word.
  init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }

  /// All words, for messages.
  static var words: String { allCases.map { "'\($0.word)'" }.joined(separator: ", ") }

  static func read(_ decoder: any Decoder) throws -> Self {
    let value = try decoder.singleValueContainer()
    let word = try value.decode(String.self)
    guard let found = Self(word: word) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "Found '\(word)'; expected one of \(words).")
    }
    return found
  }

  func write(_ encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(word)
  }
}

extension AskStage: CodedWord, CaseIterable, Codable {
  /// The stages, in the order an ask goes through them.
  public static let allCases: [Self] = [
    .none, .delaying, .waitingForConsent, .waitingToShowPrePrompt, .showingPrePrompt, .inFlight,
  ]

  var word: String {
    switch self {
    case .none: "none"
    case .delaying: "delaying"
    case .waitingForConsent: "waiting_for_consent"
    case .waitingToShowPrePrompt: "waiting_to_show_pre_prompt"
    case .showingPrePrompt: "showing_pre_prompt"
    case .inFlight: "in_flight"
    }
  }

  /// Reads its word.
  public init(from decoder: any Decoder) throws { self = try Self.read(decoder) }
  /// Writes its word.
  public func encode(to encoder: any Encoder) throws { try write(encoder) }
}

extension ConsentPurposes: CodedWord, CaseIterable, Codable {
  /// The standings, the open one first.
  public static let allCases: [Self] = [.open, .accepted, .refused, .rejectedForLack]

  var word: String {
    switch self {
    case .open: "open"
    case .accepted: "accepted"
    case .refused: "refused"
    case .rejectedForLack: "rejected_for_lack"
    }
  }

  /// Reads its word.
  public init(from decoder: any Decoder) throws { self = try Self.read(decoder) }
  /// Writes its word.
  public func encode(to encoder: any Encoder) throws { try write(encoder) }
}

extension AskHook: CodedWord {
  var word: String {
    switch self {
    case .didFinishLaunching: "did_finish_launching"
    case .viewAppeared: "view_appeared"
    case .didBecomeActive: "did_become_active"
    }
  }
}

extension RetryPolicy: CodedWord {
  var word: String {
    switch self {
    case .eachActivation: "each_activation"
    case .nextSession: "next_session"
    case .never: "never"
    }
  }
}

extension SettingsLink: CodedWord {
  var word: String {
    switch self {
    case .none: "none"
    case .inPreferences: "in_preferences"
    case .afterDenial: "after_denial"
    }
  }
}
