import ExperimentDesign
import PromptFlow
import RuleBook

extension Inspection {
  /// When and how arms ask: L11 to L15, L29.
  mutating func checkTiming(_ subject: ExperimentSubject, _ verdicts: [DescribedVisibility]) {
    for (position, arm) in subject.experiment.arms.enumerated() {
      let strategy = arm.strategy
      let verdicts = verdicts.filter { $0.arm == position }
      if arm.asksBeforeActivation { checkEarly(arm, subject, verdicts) }
      let mistakes = [
        ("L13 retry", "retry", strategy.retry == .never),
        ("L14 delay", "delay_seconds", arm[.delaySeconds].centre > 0),
        ("L15 callback", "trusts_callback", strategy.trustsCallback),
        ("L29 link", "settings_link", strategy.settingsLink == .afterDenial),
      ]
      for (name, key, isMade) in mistakes where isMade {
        note(name, at: subject.location(arm, key), arm: arm.name)
      }
      checkCollisions(arm, subject, verdicts)
    }
  }

  /// A request that is lost because the app is not active, and what that means in review (R93).
  private mutating func checkEarly(
    _ arm: Arm, _ subject: ExperimentSubject, _ verdicts: [DescribedVisibility]
  ) {
    let isLost = arm.strategy.retry == .never
    let unseen = verdicts.filter { $0.tag == "L11" }
    let review =
      unseen.isEmpty
      ? ""
      : "; the reviewer would not see the alert"
        + unseen.map { $0.circumstances(in: subject.experiment) }.joined(separator: " or")
    note(
      "L11 hook", ["again": isLost ? ", and it never comes again" : " the first time", "review": review],
      at: subject.location(arm, "hook"), severity: isLost || !unseen.isEmpty ? .error : .warning,
      arm: arm.name, rules: unseen.isEmpty ? nil : (Pitfall.tagged("L11")?.rules ?? []) + ["R93"])
  }

  /// A reviewer who cannot find the request rejects the app (R93); reported once per arm and cause.
  mutating func checkReviewer(_ verdicts: [DescribedVisibility], _ subject: ExperimentSubject) {
    for verdict in verdicts {
      guard let tag = verdict.tag else { continue }
      let arm = subject.experiment.arms[verdict.arm]
      // Reported with the request that comes too early.
      if tag == "L11", arm.asksBeforeActivation { continue }
      note(
        "\(tag) unseen",
        ["circumstances": verdict.circumstances(in: subject.experiment), "reason": verdict.reason],
        at: subject.location(arm, tag == "L11" ? "hook" : "ask"), arm: arm.name)
    }
  }

  /// Alerts that are up when the request is made, or have closed within a second before it (R21, R53, R65), as they are
  /// simulated.
  private mutating func checkCollisions(
    _ arm: Arm, _ subject: ExperimentSubject, _ verdicts: [DescribedVisibility]
  ) {
    // At the next activation the alert appears in the same session (R145).
    let asksInTime = arm.strategy.retry == .eachActivation && verdicts.allSatisfy { $0.tag == nil }
    let then = asksInTime ? "asks again at its next activation" : "asks again only in a later session"
    let moment = arm.strategy.trigger.instant
    var reported: Set<String> = []
    for (scenario, people) in arm.surroundings.enumerated() {
      for (segment, surroundings) in people.enumerated() {
        let shares = subject.experiment.scenarios[scenario].segments[segment].systemShares
        let losing = shares[Int(SystemVersion.modern.rawValue)] + shares[Int(SystemVersion.iOS17_4.rawValue)]
        for alert in surroundings.alerts
        where alert.moment.instant == moment && alert[.alertShare].centre > 0 && losing > 0
          && !reported.contains(alert.name)
        {
          guard let isLikely = alert.meets(arm) else { continue }
          reported.insert(alert.name)
          note(
            "L12 alert",
            [
              "comes": isLikely ? "comes" : "may come", "alert": alert.name,
              "then": "the app \(arm.strategy.retry == .never ? "never asks again" : then)",
            ],
            at: subject.location(
              alert[.alertShare].path.isEmpty ? "alerts.\(alert.name)" : alert[.alertShare].path),
            severity: asksInTime ? .note : nil, arm: arm.name)
        }
      }
    }
  }
}

extension CompetingAlert {
  /// Whether the request of an option at the same moment comes while it is up, or within a second after it: `true` at the
  /// middle of what is known of its offset, `false` at another offset that is possible, `nil` at none.
  fileprivate func meets(_ arm: Arm) -> Bool? {
    let asked = arm[.delaySeconds].centre
    let appears = self[.alertOffset].plausible
    if let read = arm.prePrompt?[.readMedian, .readSigma] {
      // A pre-prompt stands still under the alert: only what comes just before its end is in the way.
      let ends = read.plausible
      return appears.lowerBound < asked + ends.upperBound && appears.upperBound > asked + ends.lowerBound - 1
        ? false : nil
    }
    func meets(_ appears: ClosedRange<Double>) -> Bool {
      asked >= appears.lowerBound && asked <= appears.upperBound + self[.alertMedian].centre + 1
    }
    if meets(self[.alertOffset].centre...self[.alertOffset].centre) { return true }
    // No draw of a distribution is the end of its range.
    return meets(appears) && asked > appears.lowerBound ? false : nil
  }
}

extension AskTrigger {
  /// The same for moments that are one instant of a life: the first session is the launch.
  fileprivate var instant: AskTrigger { self == .session(1) ? .launch : self }
}

extension Arm {
  /// Whether its request comes before the app is active (R19, R64).
  ///
  /// What asks when onboarding or an event ends asks in an active app, whatever the hook.
  var asksBeforeActivation: Bool {
    strategy.hook != .didBecomeActive && strategy.trigger.isMetAtSessionStart
  }
}
