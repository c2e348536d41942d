import Inference
import Studies

/// What options report before permission, in the line of what to watch out for.
extension AnswerScenario {
  /// A sentence for each reason, with the simulation's own shares; options that are blocked have other troubles.
  var early: [String] {
    EarlyReport.Reason.allCases.compactMap { reason in
      let blocked = Set(recommendation.blockers.flatMap(\.arms))
      let found = scenario.earlyReports.filter { $0.reason == reason && !blocked.contains($0.arm) }
      guard let first = found.first else { return nil }
      let isOne = found.count == 1
      let shares = shares(found)
      switch reason {
      case .noConsentLayer:
        return
          (isOne
          ? "\(name(first.arm)) has no consent layer: in the simulation, \(share(first)) of its installs are reported before permission."
          : "Without a consent layer, installs are reported before permission in the simulation: \(shares).")
          + " Other options ask for consent first. Give all options the layer to compare the moment alone."
      case .noWait:
        return
          "In the simulation, installs are reported before permission: \(shares). Fix: attribution: {gate: documented}."
      case .refusedConsent:
        return
          "Installs with a consent layer are reported before permission: \(shares). They refused consent, or the SDK's "
          + "wait ended first. Keep the SDK off after a refusal."
      }
    }
  }

  /// Options whose early reports are named, at most.
  private static let mostEarly = 2

  /// `28% under a, 61% under b and some under 2 other options`: the choice and the runner-up first.
  private func shares(_ found: [EarlyReport]) -> String {
    let near = [recommendation.choice, recommendation.runnerUp].compactMap { $0 }
    let ordered =
      near.compactMap { arm in found.first { $0.arm == arm } } + found.filter { !near.contains($0.arm) }
    let shown = ordered.count > Self.mostEarly + 1 ? ordered.prefix(Self.mostEarly) : ordered[...]
    let others = ordered.count - shown.count
    let named = shown.map { "\(share($0)) under \(name($0.arm))" }
    return (named + (others > 0 ? ["some under \(others) other options"] : [])).inProse
  }

  private func share(_ report: EarlyReport) -> String {
    AnswerNumbers.chance(MonteCarloNumber(value: report.share, mcse: 0))
  }
}
