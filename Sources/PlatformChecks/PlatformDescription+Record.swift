public import ExperimentDesign
import RuleBook

extension PlatformDescription {
  /// What is kept with a run, in words.
  ///
  /// The sentences are those of `now`, of what is the same there: of a finding the pitfall, its rules and severity,
  /// the key and the arm; lines may have moved and waivers may have come and gone since. What has no like goes by its
  /// pitfall's own words.
  ///
  /// - Parameter now: what the run's experiment shows when it is checked again; `nil` where it cannot be read.
  public init(_ record: PlatformRecord, as now: PlatformDescription?) {
    var sentences: [Likeness: [DescribedFinding]] = [:]
    for finding in now?.findings ?? [] {
      for arm in finding.arms.isEmpty ? [nil] : finding.arms.map(Optional.init) {
        sentences[Likeness(finding.finding, arm: arm), default: []].append(finding)
      }
    }
    self.init(
      findings: record.findings.map { finding in
        let like = Likeness(finding, arm: finding.arms.first)
        // Of several that are alike the first gets the words of the first.
        let told = sentences[like].flatMap(\.first)
        for arm in finding.arms.isEmpty ? [nil] : finding.arms.map(Optional.init) {
          let own = Likeness(finding, arm: arm)
          if let position = sentences[own]?.firstIndex(where: { $0.what == told?.what }) {
            sentences[own]?.remove(at: position)
          }
        }
        return told.map {
          DescribedFinding(finding, seen: $0.seen, preset: $0.preset, why: $0.why, fix: $0.fix)
        }
          ?? DescribedFinding(finding)
      },
      visibilities: record.visibilities.map { visibility in
        let told = now?.visibilities.first { $0.visibility == visibility }
        return told.map { DescribedVisibility(visibility, reviewNote: $0.reviewNote, words: $0.words) }
          ?? DescribedVisibility(visibility)
      })
  }

  /// By what a finding is known again.
  private struct Likeness: Hashable {
    var pitfall: String
    var rules: [String]
    var severity: Severity
    var key: String
    var arm: Int?

    init(_ finding: Finding, arm: Int?) {
      pitfall = finding.pitfall
      rules = finding.rules
      severity = finding.severity
      key = finding.location.key
      self.arm = arm
    }
  }
}

extension DescribedFinding {
  /// A finding in its pitfall's own words.
  public init(_ finding: Finding) {
    let pitfall =
      Pitfall.tagged(finding.pitfall)
      ?? Pitfall.all.first { !Set($0.rules).isDisjoint(with: finding.rules) }
    self.init(
      finding, seen: (pitfall?.title ?? finding.pitfall).sentence, why: pitfall?.why ?? "",
      fix: pitfall?.fix ?? "")
  }
}

extension DescribedVisibility {
  /// What is seen in the words of the facts alone.
  init(_ visibility: PromptVisibility) {
    let after = visibility.afterSeconds.map { " after \(ReviewerVerdict.time($0))" } ?? ""
    let cause = visibility.cause.flatMap { Pitfall.tagged($0.tag)?.title }
    let words =
      switch visibility.outcome {
      case .visible: "visible\(after)"
      case .needsSteps: "needs steps to describe in the review notes, visible\(after)"
      case .notVisible: "not visible" + (cause.map { ": \($0)" } ?? "")
      }
    self.init(visibility, words: words)
  }
}

extension String {
  /// With a capital and a full stop.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
