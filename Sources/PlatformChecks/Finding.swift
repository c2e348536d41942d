public import RuleBook

/// Where something stands in a file of the app or in an experiment.
public struct FilePlace: Hashable, Sendable {
  /// The file as it was named.
  public var file: String
  /// 1-based; 0 where the file has no lines, as a binary property list, or where the place is not known.
  public var line: Int
  /// 1-based; 0 where ``line`` is.
  public var column: Int
  /// The key, as a path: `arms.launch.hook`, `NSUserTrackingUsageDescription`.
  public var key: String
  /// The built-in population that has the key; the place is then where the experiment names it.
  public var preset: String?

  /// Built from its parts, as they stand.
  public init(file: String, line: Int = 0, column: Int = 0, key: String, preset: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.key = key
    self.preset = preset
  }
}

/// A pitfall that was seen.
public struct Finding: Hashable, Sendable {
  /// The pitfall, whose tag, rules and mend it is told with.
  public var pitfall: Pitfall
  /// What it costs here, which can be more or less than the pitfall's own.
  public var severity: Pitfall.Severity
  /// What was seen, in one sentence.
  public var what: String
  /// The mend where it is another one than the pitfall's.
  public var ownMend: String?
  /// Rules it is about beside the pitfall's.
  public var ownRules: [String]
  /// Where it stands.
  public var place: FilePlace
  /// The arms it holds for, in the order of the file; empty where it is about no arm.
  public var arms: [String]
  /// Why it is accepted; `nil` where it is not.
  public var waived: String?
  /// Whether the alert appears all the same: the request that is lost is made again in the same session.
  public var isRecovered = false

  /// Whether the files leave open that it is there: a usage string that may stand in a file not given, or that an
  /// app which never asks does not need.
  var isOpen: Bool { pitfall.tag == "L1" && severity == .note }

  /// The rules' tags.
  public var rules: [String] { ownRules.isEmpty ? pitfall.rules : ownRules }
  /// What to do about it.
  public var mend: String { ownMend ?? pitfall.mend }
}
