public import ExperimentDesign
import RuleBook

extension PlatformDescription {
  /// What is kept with a run, in words: those of `now` where the same stands at the same place of the list, else the
  /// pitfall's own.
  ///
  /// - Parameter now: what the run's experiment shows when it is checked again; `nil` where it cannot be read.
  public init(_ record: PlatformRecord, as now: PlatformDescription?) {
    let told = now?.findings ?? []
    self.init(
      findings: record.findings.enumerated().map { place, finding in
        guard told.indices.contains(place), told[place].pitfall == finding.pitfall,
          told[place].location.key == finding.location.key
        else { return DescribedFinding(finding) }
        var described = told[place]
        described.finding = finding
        return described
      },
      visibilities: record.visibilities.map { visibility in
        let told = now?.visibilities.first { $0.visibility == visibility }
        return told ?? DescribedVisibility(visibility)
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
