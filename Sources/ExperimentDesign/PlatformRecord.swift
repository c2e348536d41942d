/// What holding an experiment against the platform's rules found, kept with its runs.
///
/// A run that was never held against them has no record, which is another thing than a record in which
/// nothing was found.
public struct PlatformRecord: Hashable, Sendable {
  /// Every finding, in the order of the file; accepted ones among them.
  public var findings: [PlatformFinding]
  /// What a reviewer gets to see, arm by arm.
  public var sights: [ReviewerSight]

  /// A record spelled out.
  public init(findings: [PlatformFinding], sights: [ReviewerSight]) {
    self.findings = findings
    self.sights = sights
  }

  /// The findings by weight: those that forbid an arm, then errors, warnings and notes, and last what is
  /// accepted; in the order of the file among their like.
  public var ranked: [PlatformFinding] {
    findings.enumerated().sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
      .map(\.element)
  }
}

/// One pitfall that was seen in an experiment.
public struct PlatformFinding: Hashable, Sendable {
  /// What a pitfall costs.
  public enum Severity: String, CaseIterable, Hashable, Sendable {
    /// The arm is invalid, would be rejected, or would crash.
    case error
    /// The result is biased, or the app fragile.
    case warning
    /// Worth knowing.
    case note
  }

  /// Where it stands in the file.
  public struct Place: Hashable, Sendable {
    /// The file as it was named.
    public var file: String
    /// 1-based; 0 where the line is not known, and so is ``column`` then.
    public var line: Int
    /// 1-based.
    public var column: Int
    /// The key, as a path: `arms.launch.hook`.
    public var key: String

    /// Built from its parts, as they stand.
    public init(file: String, line: Int, column: Int, key: String) {
      self.file = file
      self.line = line
      self.column = column
      self.key = key
    }
  }

  /// The pitfall's tag, such as `L5`.
  public var pitfall: String
  /// The tags of the rules it breaks, such as `R83`; never empty.
  public var rules: [String]
  /// What it costs here.
  public var severity: Severity
  /// Whether it is why its arms are not allowed by Apple (``Arm/findings``).
  public var forbids: Bool
  /// What was seen, in one sentence.
  public var what: String
  /// Why that is a mistake.
  public var why: String
  /// What to do about it.
  public var mend: String
  /// Why it is accepted; `nil` where it is not.
  public var waived: String?
  /// Where it stands.
  public var place: Place
  /// Positions of the arms it holds for, ascending; empty where it is of the whole file.
  public var arms: [Int]

  /// Built from its parts, as they stand.
  public init(
    pitfall: String, rules: [String], severity: Severity, forbids: Bool, what: String, why: String,
    mend: String, waived: String?, place: Place, arms: [Int]
  ) {
    self.pitfall = pitfall
    self.rules = rules
    self.severity = severity
    self.forbids = forbids
    self.what = what
    self.why = why
    self.mend = mend
    self.waived = waived
    self.place = place
    self.arms = arms
  }

  /// The less the earlier it is told.
  fileprivate var weight: Int {
    if forbids { return 0 }
    if waived != nil { return 4 }
    switch severity {
    case .error: return 1
    case .warning: return 2
    case .note: return 3
    }
  }
}

/// Whether a reviewer who opens the app for the first time gets to see the alert under an arm.
public struct ReviewerSight: Hashable, Sendable {
  /// What the reviewer gets to see.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The alert appears without anything to be done for it.
    case visible
    /// It appears after something that App Review has to be told.
    case needsSteps = "needs_steps"
    /// It does not appear.
    case notVisible = "not_visible"
  }

  /// The arm's position.
  public var arm: Int
  /// Position of the scenario it holds under; `nil` where it is the same under all.
  public var scenario: Int?
  /// Position of the segment of that scenario it holds for; `nil` where it is the same for all.
  public var segment: Int?
  /// What the reviewer gets to see.
  public var outcome: Outcome
  /// Seconds from the start to the alert; `nil` where it does not appear.
  public var afterSeconds: Double?
  /// The sentence to put into the notes for App Review; `nil` where none is needed.
  public var reviewNote: String?
  /// In words: `visible after 2 s`.
  public var words: String

  /// Built from its parts, as they stand.
  public init(
    arm: Int, scenario: Int? = nil, segment: Int? = nil, outcome: Outcome, afterSeconds: Double?,
    reviewNote: String?, words: String
  ) {
    self.arm = arm
    self.scenario = scenario
    self.segment = segment
    self.outcome = outcome
    self.afterSeconds = afterSeconds
    self.reviewNote = reviewNote
    self.words = words
  }
}
