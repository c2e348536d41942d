public import ExperimentDesign
import RuleBook

extension PlatformDescription {
  /// What is kept with a run, in words.
  ///
  /// The sentences are those of `now`, of what is the same there: of a finding the pitfall, its rules and severity,
  /// the key and the arms; lines may have moved and waivers may have come and gone since. What has no like goes by its
  /// pitfall's own words.
  ///
  /// - Parameter now: what the run's experiment shows when it is checked again; `nil` where it cannot be read.
  public init(_ record: PlatformRecord, as now: PlatformDescription?) {
    func arms(_ finding: Finding) -> [Int?] { finding.arms.isEmpty ? [nil] : finding.arms }
    var left = (now?.findings ?? []).map { (told: $0, arms: arms($0.finding)) }
    self.init(
      findings: record.findings.map { finding in
        let own = arms(finding)
        // Of several that are alike the first gets the words of the first.
        let like = left.firstIndex { told, arms in
          told.pitfall == finding.pitfall && told.rules == finding.rules && told.severity == finding.severity
            && told.location.key == finding.location.key && arms.contains(own[0])
        }
        guard let like else { return DescribedFinding(finding) }
        left[like].arms.removeAll { own.contains($0) }
        let told = left[like].told
        return DescribedFinding(finding, seen: told.seen, preset: told.preset, why: told.why, fix: told.fix)
      },
      visibilities: record.visibilities.map { visibility in
        let told = now?.visibilities.first { $0.visibility == visibility }
        return told.map { DescribedVisibility(visibility, reviewNote: $0.reviewNote, words: $0.words) }
          ?? DescribedVisibility(visibility)
      })
  }
}

extension DescribedFinding {
  /// A finding in its pitfall's own words.
  public init(_ finding: Finding) {
    let pitfall =
      Pitfall.tagged(finding.pitfall)
      ?? Pitfall.all.first { !Set($0.rules).isDisjoint(with: finding.rules) }
    let title = pitfall?.title ?? finding.pitfall
    self.init(
      finding, seen: "\(title.prefix(1).uppercased() + title.dropFirst()).", why: pitfall?.why ?? "",
      fix: pitfall?.fix ?? "")
  }
}

extension DescribedVisibility {
  /// What is seen in the words of the facts alone.
  init(_ visibility: PromptVisibility) {
    let after = visibility.afterSeconds.map { " after \(Self.time($0))" } ?? ""
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
