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
      let shares = found.enumerated().map { index, report in
        "\(share(report)) \(index == 0 ? "of the installs " : "")under \(name(report.arm))"
      }.inProse
      switch reason {
      case .noConsentLayer:
        return
          (isOne
          ? "\(name(first.arm)) has no consent layer: in the simulation, \(share(first)) of its installs are reported before permission."
          : "Without a consent layer, \(shares) are reported before permission in the simulation.")
          + " Other options ask for consent first. Give all options the layer to compare the moment alone."
      case .noWait:
        return
          (isOne
          ? "In the simulation, \(share(first)) of the installs under \(name(first.arm)) are reported before permission."
          : "In the simulation, \(shares) are reported before permission.")
          + " Fix: attribution: {gate: documented}."
      case .refusedConsent:
        return
          (isOne
          ? "Of the simulated installs under \(name(first.arm)) that have a consent layer, \(share(first)) are reported before permission."
          : "Of the simulated installs that have a consent layer, these are reported before permission: \(shares).")
          + " Most of them refused, and are never asked. Keep the SDK off after a refusal."
      }
    }
  }

  private func share(_ report: EarlyReport) -> String {
    AnswerNumbers.chance(MonteCarloNumber(value: report.share, mcse: 0))
  }
}
