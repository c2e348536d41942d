public import ExperimentDesign

/// A mistake that experiments and apps make, by the tag that `check` reports it with.
public struct Pitfall: Hashable, Sendable {
  /// The tag, such as `L5`.
  public let tag: String
  /// The mistake in a few words.
  public let title: String
  /// What it costs where the case says nothing else.
  public let severity: Severity
  /// Everything it can cost, by the case, the worst first.
  public let severities: [Severity]
  /// Why it is a mistake.
  public let why: String
  /// What to do about it.
  public let fix: String
  /// The rules it breaks.
  public let rules: [String]
  /// Where it can be seen.
  public let seenIn: Place
  /// What a shipped experiment shows of it, with the experiment's name; `nil` where none is about it.
  public let simulated: String?
  /// What is not looked at; `nil` where nothing is left out.
  public let limit: String?

  private init(
    _ tag: String, _ title: String, _ severities: [Severity], why: String, fix: String, rules: [String],
    seenIn: Place, simulated: String? = nil, limit: String? = nil
  ) {
    self.tag = tag
    self.title = title
    severity = severities.first ?? .error
    self.severities = Severity.allCases.filter(severities.contains)
    self.why = why
    self.fix = fix
    self.rules = rules
    self.seenIn = seenIn
    self.simulated = simulated
    self.limit = limit
  }

  /// - Returns: `nil` for a record that is none.
  private init?(_ record: Record) {
    guard record.fields.count == 4, let why = record["why"], let fix = record["fix"] else { return nil }
    let keys = record["experiment"].map { Record.parts($0, at: ";") } ?? []
    let files = record["files"].map { Record.parts($0, at: ";") } ?? []
    let place: Place =
      keys.isEmpty && files.isEmpty ? .noFile : keys.isEmpty ? .appFiles(files) : .experiment(keys + files)
    self.init(
      record.fields[0], record.fields[1],
      Record.parts(record.fields[2], at: ",").compactMap(Severity.init(rawValue:)), why: why, fix: fix,
      rules: Record.parts(record.fields[3], at: ","), seenIn: place, simulated: record["simulated"],
      limit: record["limit"])
  }

  /// What it can cost, in words: `error`, `error or warning`.
  public var severityWords: String {
    let names = severities.map(\.rawValue)
    guard let last = names.last, names.count > 1 else { return severity.rawValue }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// Where a pitfall can be seen.
  public enum Place: Hashable, Sendable {
    /// In keys of the experiment file, and perhaps in files of the app.
    case experiment([String])
    /// In files of the app, with the key or entry that shows it.
    case appFiles([String])
    /// In none: only who knows the app can say.
    case noFile

    /// In words: `seen in arms.*.hook`, `ask the team`.
    public var words: String {
      switch self {
      case .experiment(let keys): "seen in " + keys.joined(separator: ", ")
      case .appFiles(let files): "seen in " + files.joined(separator: ", ")
      case .noFile: "ask the team"
      }
    }
  }

  /// Every pitfall, in the order of its number.
  public static let all = Record.all(of: "pitfalls").compactMap(Pitfall.init)

  /// What the reviewer's session finds where none of the numbered pitfalls is the cause: it goes by its
  /// rule's own tag, and stands outside the numbered list.
  public static let unseenInReview = Pitfall(
    "R93", "the reviewer cannot see the request", [.error],
    why: "App Review must be able to make the alert appear; otherwise it rejects the app.",
    fix: "Ask at a moment that one sitting reaches, and tell App Review how to get there.",
    rules: ["R93"], seenIn: .experiment(["arms.*.ask"]))

  /// The pitfall with a tag; of the rules, R93 alone.
  public static func tagged(_ tag: String) -> Pitfall? {
    tag == unseenInReview.tag ? unseenInReview : all.first { $0.tag == tag }
  }
}
