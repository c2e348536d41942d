import ExperimentDesign
import PromptFlow
import RandomStreams

/// An arm in one segment with this trial's numbers.
final class TrialArm: Sendable {
  let strategy: PromptStrategy
  /// Whether the ask comes at a session's activation, not after what happens in it.
  let asksAtActivation: Bool
  /// Whether it asks, or another alert comes, by the days that have passed.
  let followsDays: Bool
  /// The same number for arms with the same surroundings.
  let surroundingsSlot: Int
  /// The app of a new install, by the raw value of its system version.
  let freshApps: FixedList<FlowDriver>
  let delaySeconds: Double
  /// The chances per session to change the answer in Settings, but for a link shown once.
  let settings: AnswerScore.Settings
  let logUsageOdds: Double
  let readSeconds: SecondsDistribution?
  let logContinueOdds: Double
  let logAllowOdds: Double
  let alerts: FixedList<TrialAlert>
  /// Whether a pre-prompt comes before the alert.
  let isPrimed: Bool
  let hasGate: Bool
  let gate: AttributionGate
  /// Whether the install event can wait for the decision.
  let gateWaits: Bool
  let gateStartsAfterConsent: Bool
  let hasConsent: Bool
  let consentAccept: Double
  let consentSeconds: SecondsDistribution?
  let reopen: Double

  init(
    _ arm: Arm, _ surroundings: Surroundings, _ people: TrialSegment, _ draws: ParameterDraws,
    surroundingsSlot: Int
  ) {
    strategy = arm.strategy
    asksAtActivation = arm.strategy.trigger.kind.row.isMetAtSessionStart
    followsDays =
      !arm.strategy.trigger.isPossible(byDay: 0)
      || surroundings.alerts.contains { !$0.moment.isPossible(byDay: 0) }
    self.surroundingsSlot = surroundingsSlot
    delaySeconds = draws(arm[.delaySeconds])
    let link = arm.strategy.settingsLink == .inPreferences ? people.linkInPreferences : 0
    settings = AnswerScore.Settings(reenable: people.reenable + link, revoke: people.revoke)
    logUsageOdds = ElementaryFunctions.log(draws(arm.usageString[.usageOddsRatio]))
    readSeconds = arm.prePrompt.map { SecondsDistribution($0[.readMedian, .readSigma], draws) }
    logContinueOdds = arm.prePrompt.map { ElementaryFunctions.log(draws($0[.continueOddsRatio])) } ?? 0
    logAllowOdds = arm.prePrompt.map { ElementaryFunctions.log(draws($0[.allowOddsRatio])) } ?? 0
    alerts = FixedList(
      surroundings.alerts.map { alert in
        TrialAlert(
          id: alert.id, moment: alert.moment, share: draws(alert[.alertShare]),
          offset: draws(alert[.alertOffset]),
          seconds: SecondsDistribution(alert[.alertMedian, .alertSigma], draws))
      })
    isPrimed = arm.strategy.prePrompt != nil
    hasGate = surroundings.attribution != nil
    gate = AttributionGate(
      kind: surroundings.attribution?.gate ?? .none,
      waitSeconds: surroundings.attribution.map { draws($0[.waitSeconds]) } ?? 0)
    gateWaits =
      switch gate.kind {
      case .none: false
      case .documented, .timer, .foreground: gate.secondsLeft > 0
      }
    gateStartsAfterConsent =
      surroundings.attribution?.starts == .afterConsent && surroundings.consent != nil
    hasConsent = surroundings.consent != nil
    let consent = surroundings.consent.map {
      ConsentLayer(order: $0.order, onUndetermined: $0.onUndetermined, preGrant: $0.preGrant)
    }
    let sdk = hasGate ? gate : nil
    freshApps = FixedList(
      SystemVersion.allCases.map {
        FlowDriver(flow: AppFlow(strategy: arm.strategy, version: $0), consent: consent, gate: sdk)
      })
    consentAccept = surroundings.consent.map { draws($0[.consentAccept]) } ?? 0
    consentSeconds = surroundings.consent.map {
      SecondsDistribution($0[.consentMedian, .consentSigma], draws)
    }
    reopen = surroundings.consent.map { draws($0[.reopen]) } ?? 0
  }
}

extension TrialArm {
  /// The probability of switching tracking on in Settings in a session after a denial (R37, R39).
  ///
  /// - Parameter showsLink: whether this session shows the link after the denial.
  func reenable(_ people: TrialSegment, showsLink: Bool) -> Double {
    switch strategy.settingsLink {
    case .none: people.reenable
    case .inPreferences: people.reenable + people.linkInPreferences
    case .afterDenial: people.reenable + (showsLink ? people.linkAfterDenial : 0)
    }
  }
}
