public import TextFormats

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
  /// The key, as a path: `arms.launch.hook`, `NSUserTrackingUsageDescription`.
  public var key: String
  /// The built-in population that has the key; the location is then where the experiment names it.
  ///
  /// A finding says so in words, and its location has none.
  public var preset: String?

  /// A location; without a line, the file as a whole.
  public init(file: String, line: Int = 0, column: Int = 0, key: String, preset: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.key = key
    self.preset = preset
  }
}

/// One pitfall that was seen in an experiment.
public struct Finding: Encodable, Hashable, Sendable {
  /// The pitfall's tag, such as `L5`.
  public var pitfall: String
  /// The tags of the rules it breaks, such as `R83`; never empty.
  public var rules: [String]
  /// What it costs here, which can be more or less than the pitfall's own.
  public var severity: Severity
  /// Whether it is why its arms are not allowed by Apple (``Arm/findings``).
  public var forbids: Bool
  /// Why it is accepted, in the words of who accepts it; `nil` where it is not.
  public var waived: String?
  /// Where it stands.
  public var location: FileLocation
  /// Positions of the arms it holds for, ascending; empty where it is about no arm.
  @OptionNames public var arms: [Int]
  /// What was seen, in one sentence.
  public var seen: String
  /// The same, and which preset sets it.
  public var what: String
  /// Why that is a mistake.
  public var why: String
  /// What to do about it.
  public var fix: String

  private enum CodingKeys: String, CodingKey {
    case pitfall, rules, severity, forbids, waived, location, arms, what, why, fix
  }

  /// A finding that nobody has accepted, unless a reason is given.
  public init(
    pitfall: String, rules: [String], severity: Severity, forbids: Bool = false, waived: String? = nil,
    location: FileLocation, arms: [Int], seen: String, preset: String? = nil, why: String, fix: String
  ) {
    self.pitfall = pitfall
    self.rules = rules
    self.severity = severity
    self.forbids = forbids
    self.waived = waived
    self.location = location
    self.arms = arms
    self.seen = seen
    what = seen + (preset.map { " \($0)" } ?? "")
    self.why = why
    self.fix = fix
  }
}
