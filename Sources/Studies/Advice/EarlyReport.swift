import ExperimentDesign
import PromptFlow

/// Installs that an arm reports to the attribution SDK before their permission, where nothing holds the report for it.
///
/// It is no blocker: without a consent layer the report need not be unlawful, and the identifier is not readable yet.
/// But arms that differ in it do not differ in the moment alone.
public struct EarlyReport: Equatable, Sendable {
  /// Why the report does not wait.
  public enum Reason: String, CaseIterable, Equatable, Sendable {
    /// Other arms show the same people a consent layer first.
    case noConsentLayer = "no_consent_layer"
    /// The SDK sends its report as soon as it starts (`gate: none`).
    case noWait = "no_wait"
    /// Consent comes before the alert, which those who refuse it never see; other arms show the alert first.
    case refusedConsent = "refused_consent"
  }
  /// Why.
  public var reason: Reason
  /// Position of the arm.
  public var arm: Int
  /// The share of the installs concerned, from 0 to 1, that is reported early.
  public var share: Double
}

/// A segment in which an arm does not hold its report back, though it has no consent layer that forbids that.
public struct EarlySegment: Equatable, Sendable {
  /// Position of the segment.
  public var segment: Int
  /// Why the report does not wait.
  public var reason: EarlyReport.Reason

  /// Those of one arm under one scenario.
  static func all(of arm: Arm, among arms: [Arm], scenario: Int) -> [EarlySegment] {
    arm.surroundings[scenario].indices.compactMap { segment in
      let around = arm.surroundings[scenario][segment]
      guard let attribution = around.attribution else { return nil }
      if around.consent == nil, arms.contains(where: { $0.surroundings[scenario][segment].consent != nil }) {
        return EarlySegment(segment: segment, reason: .noConsentLayer)
      }
      let isAlertFirst = arms.contains { $0.surroundings[scenario][segment].consent?.order == .afterATT }
      if isAlertFirst, around.consent?.order == .beforeATT, attribution.starts == .afterConsent,
        attribution.gate != .none
      {
        return EarlySegment(segment: segment, reason: .refusedConsent)
      }
      // With a layer, an SDK that starts with the process is a blocker.
      guard attribution.gate == .none, around.consent == nil || attribution.starts == .afterConsent
      else { return nil }
      return EarlySegment(segment: segment, reason: .noWait)
    }
  }
}

/// How many installs an arm reports early, by reason.
struct EarlyCounts: Equatable, Sendable {
  private var counts = EarlyReport.Reason.allCases.map { _ in ConsentCount() }

  mutating func add(_ tally: Tally, _ reason: EarlyReport.Reason) {
    guard let index = EarlyReport.Reason.allCases.firstIndex(of: reason) else { return }
    counts[index].add(tally)
  }

  /// What an arm reports early; empty where it does not.
  func reports(ofArm arm: Int) -> [EarlyReport] {
    zip(EarlyReport.Reason.allCases, counts).compactMap { reason, count in
      guard count.tracked > 0, let share = count.share else { return nil }
      return EarlyReport(reason: reason, arm: arm, share: share)
    }
  }
}
