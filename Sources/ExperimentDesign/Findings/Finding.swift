/// How much a finding matters.
public enum Severity: String, CaseIterable, Hashable, Sendable, Codable {
  /// The arm is invalid, would be rejected, or would crash; a file cannot be used.
  case error
  /// The result is biased, or the app fragile; a file can be used.
  case warning
  /// Worth knowing.
  case note
}

/// Where something stands in a file of the app or in an experiment.
public struct FileLocation: Encodable, Hashable, Sendable {
  /// The file as it was named.
  public var file: String
  /// 1-based; 0 where the file has no lines, as a binary property list, or where the location is not known.
  public var line: Int
  /// 1-based; 0 where ``line`` is.
  public var column: Int
  /// The key, as a path: `arms.launch.hook`, `NSUserTrackingUsageDescription`; empty where it is none.
  public var key: String
  /// The built-in population that has the key; the location is then where the experiment names it.
  public var preset: String?

  private enum CodingKeys: String, CodingKey { case file, line, column }

  /// A location; without a line, the file as a whole.
  public init(file: String, line: Int = 0, column: Int = 0, key: String = "", preset: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.key = key
    self.preset = preset
  }
}

/// One mistake that was seen in an experiment, or in an app's files or sources.
public struct Finding: Encodable, Hashable, Sendable {
  /// How sure it is that the mistake is one.
  public enum Confidence: String, CaseIterable, Encodable, Hashable, Sendable {
    /// One way leads there, and no condition stands before it.
    case certain
    /// Several ways lead there, a name has two meanings, or a delay comes before it.
    case likely
    /// Worth a look.
    case possible
  }

  /// Another place that the sentence is about, and what stands there.
  public struct Related: Encodable, Hashable, Sendable {
    /// Where it is.
    public var place: FileLocation
    /// What stands there.
    public var what: String
  }

  /// The tag of the pitfall, such as `L11`.
  public var rule: String
  /// What it costs here, with the confidence counted in.
  public var severity: Severity
  /// How sure it is.
  public var confidence: Confidence
  /// The file as it was named.
  public var file: String
  /// 1-based; 0 where the file has no lines.
  public var line: Int
  /// 1-based; 0 where ``line`` is.
  public var column: Int
  /// The key that stands there, as ``FileLocation/key``.
  public let key: String
  /// What was seen, in one sentence, and which preset sets it.
  public var sentence: String
  /// Why that is a mistake.
  public var why: String
  /// What to do about it.
  public var fix: String
  /// Where what leads to it stands.
  public var related: [Related]
  /// The options of an experiment that it holds for; of an app none.
  public var arms: [String] = []
  /// Why it does not count: the reason that somebody gave, or that it was there before; `nil` where it counts.
  public var accepted: String?
  /// What it is known by when the file has grown: a hash of the rule, the file and the sentence without its numbers.
  public let fingerprint: String
  /// What was seen alone.
  public var seen: String
  /// The tags of the rules that it breaks, such as `R83`.
  public var rules: [String] = []
  /// Whether it is why its arms are not allowed by Apple (``Arm/findings``).
  public var forbids = false

  private enum CodingKeys: String, CodingKey {
    case rule, severity, confidence, file, line, column, sentence, why, fix, related, arms, accepted
    case fingerprint, rules, forbids
  }

  /// The severity counts as far as the confidence bears it: *likely* is one lower, *possible* is a note.
  ///
  /// - Parameters:
  ///   - related: other places, and what stands there.
  ///   - preset: says which preset sets what was seen.
  public init(
    _ rule: String, _ severity: Severity, _ confidence: Confidence = .certain, at place: FileLocation,
    related: [(FileLocation, String)] = [], _ seen: String, preset: String? = nil, why: String = "",
    fix: String
  ) {
    self.rule = rule
    self.severity =
      confidence == .certain ? severity : confidence == .likely && severity == .error ? .warning : .note
    self.confidence = confidence
    (file, line, column, key) = (place.file, place.line, place.column, place.key)
    self.seen = seen
    sentence = seen + (preset.map { " \($0)" } ?? "")
    self.why = why
    self.fix = fix
    self.related = related.map(Related.init)
    let likeness = "\(rule)\n\(place.file)\n\(sentence.filter { !("0"..."9").contains($0) })"
    fingerprint = hashDigits(Array(likeness.utf8))
  }

  /// Where it stands.
  public var place: FileLocation { FileLocation(file: file, line: line, column: column, key: key) }
}

/// What bytes are known by: their hash FNV-1a of 64 bits (Fowler, Noll and Vo), in 16 hexadecimal digits.
public func hashDigits(_ bytes: [UInt8]) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
