import ExperimentDesign
import PromptFlow
package import TextFormats

/// Installs that an arm reports to the attribution SDK before their permission, where nothing holds the report for it.
///
/// It is no blocker: without a consent layer the report need not be unlawful, and the identifier is not readable yet.
/// But arms that differ in it do not differ in the moment alone.
public struct EarlyReport: Codable, Equatable, Sendable {
  /// Why the report does not wait.
  public enum Reason: String, CaseIterable, Codable, Equatable, Sendable {
    /// Other arms show the same people a consent layer first.
    case noConsentLayer = "no_consent_layer"
    /// The SDK sends its report as soon as it starts (`gate: none`).
    case noWait = "no_wait"
    /// Consent comes before the alert, which those who refuse it never see; other arms show the alert first.
    case refusedConsent = "refused_consent"
  }
  package var reason: Reason
  @OptionNames package var option: Int
  /// The share of the installs concerned, from 0 to 1, that is reported early.
  public var share: Double
}

/// A segment in which an arm does not hold its report back for permission.
struct EarlySegment: Equatable, Sendable {
  /// Position of the segment.
  var segment: Int
  /// Why; `nil` where the answers of a consent layer do not hold it back, which is a ``Blocker``.
  var reason: EarlyReport.Reason?

  /// Those of every arm, by scenario.
  static func all(of experiment: Experiment) -> [[[EarlySegment]]] {
    experiment.scenarios.indices.map { scenario in
      experiment.arms.map { all(of: $0, among: experiment.arms, scenario: scenario) }
    }
  }

  private static func all(of arm: Arm, among arms: [Arm], scenario: Int) -> [EarlySegment] {
    arm.surroundings[scenario].indices.compactMap { segment in
      let around = arm.surroundings[scenario][segment]
      guard let attribution = around.attribution else { return nil }
      let isHeldByConsent = attribution.starts == .afterConsent
      if around.consent != nil, !isHeldByConsent { return EarlySegment(segment: segment) }
      let layers = arms.compactMap { $0.surroundings[scenario][segment].consent }
      if around.consent == nil, !layers.isEmpty {
        return EarlySegment(segment: segment, reason: .noConsentLayer)
      }
      guard attribution.gate != .none else { return EarlySegment(segment: segment, reason: .noWait) }
      let isAlertFirst = layers.contains { $0.order == .afterATT }
      return isAlertFirst && around.consent?.order == .beforeATT && isHeldByConsent
        ? EarlySegment(segment: segment, reason: .refusedConsent) : nil
    }
  }
}
