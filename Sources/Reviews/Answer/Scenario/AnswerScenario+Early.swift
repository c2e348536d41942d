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
      let shares = found.map { "\(name($0.arm)) \(share($0))" }.joined(separator: ", ")
      switch reason {
      case .noConsentLayer:
        return
          (isOne
          ? "\(name(first.arm)) has no consent layer and reports \(share(first)) of installs before permission; other options ask for consent first."
          : "Without a consent layer, installs are reported before permission: \(shares). Other options ask for consent first.")
          + " Give all options the layer to compare the moment alone."
      case .noWait:
        return
          (isOne
          ? "\(name(first.arm)) reports \(share(first)) of installs before permission."
          : "Installs are reported before permission: \(shares).")
          + " Fix: attribution: {gate: documented}."
      case .refusedConsent:
        return
          (isOne
          ? "\(name(first.arm)) reports \(share(first)) of installs with a consent layer before permission, most of them after a refusal: those people are never asked."
          : "Installs with a consent layer are reported before permission, most of them after a refusal: \(shares). Those people are never asked.")
          + " Keep the SDK off after a refusal."
      }
    }
  }

  private func share(_ report: EarlyReport) -> String {
    AnswerNumbers.chance(MonteCarloNumber(value: report.share, mcse: 0))
  }
}
