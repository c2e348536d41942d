/// What holding an experiment against the platform's rules found.
public struct PlatformDescription: Encodable, Hashable, Sendable {
  /// Every finding, in the order of the file; accepted ones among them.
  public var findings: [Finding]
  /// What a reviewer gets to see, arm by arm.
  public var visibilities: [PromptVisibility]

  /// A description of findings in the order of the file.
  public init(findings: [Finding], visibilities: [PromptVisibility]) {
    self.findings = findings
    self.visibilities = visibilities
  }

  /// The findings by weight: those that forbid an arm, then errors, warnings and notes, and last what is
  /// accepted; in the order of the file among their like.
  public var ranked: [Finding] {
    findings.enumerated().sorted {
      ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset)
    }.map(\.element)
  }
}

extension Finding {
  /// Findings with a smaller value are reported first.
  fileprivate var weight: Int {
    if forbids { return 0 }
    if accepted != nil { return 4 }
    switch severity {
    case .error: return 1
    case .warning: return 2
    case .note: return 3
    }
  }
}
