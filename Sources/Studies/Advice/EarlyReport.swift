import ExperimentDesign
import PromptFlow

/// Why an arm reports installs to the attribution SDK before their permission, where nothing holds the report for it.
///
/// It is no blocker: without a consent layer the report need not be unlawful, and the identifier is not readable yet.
/// But arms that differ in it do not differ in the moment alone. What starts before the answers of a consent layer is an
/// error of the platform checks (L22).
public enum EarlyReport: String, CaseIterable, Codable, Equatable, Sendable {
  /// Other arms show the same people a consent layer first.
  case noConsentLayer = "no_consent_layer"
  /// The SDK sends its report as soon as it starts (`gate: none`).
  case noWait = "no_wait"
  /// Consent comes before the alert, which those who refuse it never see; other arms show the alert first.
  case refusedConsent = "refused_consent"
}

extension Experiment {
  /// Why an arm does not hold its reports back for permission, somewhere in a scenario.
  func earlyReports(of arm: Int, scenario: Int) -> Set<EarlyReport> {
    let surroundings = arms[arm].surroundings[scenario]
    return Set(
      surroundings.enumerated().compactMap { segment, around in
        guard let attribution = around.attribution else { return nil }
        let layers = arms.compactMap { $0.surroundings[scenario][segment].consent }
        if let consent = around.consent {
          guard attribution.starts == .afterConsent else { return nil }
          let isLast = consent.order == .afterATT || !layers.contains { $0.order == .afterATT }
          return attribution.gate == .none ? .noWait : isLast ? nil : .refusedConsent
        }
        return !layers.isEmpty ? .noConsentLayer : attribution.gate == .none ? .noWait : nil
      })
  }
}
