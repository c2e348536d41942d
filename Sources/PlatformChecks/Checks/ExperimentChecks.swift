public import ExperimentDesign
import PromptFlow
import RuleBook

extension PlatformDescription {
  /// Holds an experiment, which is about an app that asks, against the platform's rules: every pitfall that is seen, by
  /// file, line and tag, waived ones among them, and what a reviewer sees of each arm.
  public init(_ subject: ExperimentSubject) {
    let experiment = subject.experiment
    var inspection = Inspection()
    let verdicts = inspection.check(subject)
    // In the order of the file.
    let sorted = inspection.findings.sorted {
      ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column)
    }
    let findings = sorted.map { finding in
      var finding = finding
      finding.accepted = subject.waivers.first { $0.tag == finding.rule }?.reason
      finding.forbids = experiment.arms.contains {
        finding.arms.contains($0.name) && $0.findings.contains(where: finding.rules.contains)
      }
      return finding
    }
    self.init(findings: findings, visibilities: verdicts)
  }
}

extension Inspection {
  /// What the arms of an experiment do: L1 to L8, L11 to L15, L18, L20, L22, L26, L29, L34, L44.
  ///
  /// - Returns: What a reviewer sees of each.
  mutating func check(_ subject: ExperimentSubject) -> [PromptVisibility] {
    let verdicts = subject.experiment.arms.map { PromptVisibility.all(of: $0, subject) }
    for (arm, seen) in zip(subject.experiment.arms, verdicts) {
      let location = subject.location("usage_strings.\(arm.usageString.name).text")
      checkUsage(LocatedText(text: arm.usageString.text, location: location, arm: arm.name))
      checkMistakes(arm, subject)
      checkLosses(arm, subject, seen)
      // A reviewer who cannot find the request rejects the app (R93); reported once per arm and cause.
      // One that comes too early is reported with that.
      for verdict in seen {
        guard let tag = verdict.rule, tag != "L11" else { continue }
        note(
          "\(tag) unseen", ["circumstances": verdict.circumstances, "reason": verdict.reason],
          at: subject.location(arm, "ask"), arm: arm.name)
      }
    }
    checkWaits(subject)
    return Array(verdicts.joined())
  }

  /// What its settings say by themselves, those of its screen and of what surrounds the question.
  private mutating func checkMistakes(_ arm: Arm, _ subject: ExperimentSubject) {
    let strategy = arm.strategy
    func tell(
      _ name: String, if isMade: Bool, at location: FileLocation, _ words: [String: String] = [:]
    ) {
      if isMade { note(name, words, at: location, arm: arm.name) }
    }
    tell("L13 retry", if: strategy.retry == .never, at: subject.location(arm, "retry"))
    tell("L14 delay", if: arm[.delaySeconds].centre > 0, at: subject.location(arm, "delay_seconds"))
    tell("L15 callback", if: strategy.trustsCallback, at: subject.location(arm, "trusts_callback"))
    let isLinked = strategy.settingsLink == .afterDenial
    tell("L29 link", if: isLinked, at: subject.location(arm, "settings_link"))
    if let screen = arm.prePrompt {
      let isDismissible = screen.policy.isDismissible
      let most = screen.policy.maximumShows
      let shows = most.map { "up to \($0) times" } ?? "without end"
      for (name, key, word) in [
        ("L5 screen", "dismissible", isDismissible ? "" : nil),
        ("L8 screen", "max_shows", isDismissible && most != 1 ? shows : nil),
        ("L6 screen", "button", WordList.permissionWord(screen.button, or: ["ok"])),
        ("L7 screen", "title", screen.title.lure), ("L7 screen", "body", screen.body.lure),
      ] {
        tell(
          name, if: word != nil, at: subject.location("pre_prompts.\(screen.name).\(key)"),
          ["screen": screen.name, "button": screen.button, "key": key, "word": word ?? ""])
      }
    }
    for (segment, surroundings) in arm.lives(subject.experiment) {
      if let attribution = surroundings.attribution {
        let wait = attribution[.waitSeconds]
        tell(
          "L20 cap", if: wait.centre > Self.longestWait && attribution.gate == .foreground,
          at: subject.location(wait.path), ["seconds": "\(Int(wait.centre))"])
        // An SDK that starts with the process starts before the consent layer is through (R94, R102).
        tell(
          "L22 start", if: surroundings.consent != nil && attribution.starts == .process,
          at: subject.location(beside: wait, "starts"))
      }
      if let consent = surroundings.consent {
        tell(
          "L26 grant", if: consent.preGrant,
          at: subject.location(beside: consent[.consentAccept], "pre_grant"))
      }
      // Asking on 14.0 to 14.4 spends what can be read unasked (R50).
      let hasOld = segment.systemShares[Int(SystemVersion.iOS14_0.rawValue)] > 0
      tell("L34 system", if: hasOld && strategy.asksFrom == .iOS14_0, at: subject.location(arm, "asks_from"))
    }
    // A consent layer that waits for an alert which many never get to.
    let late = arm.surroundings.joined().lazy.compactMap(\.consent).first { $0.order == .afterATT }
    if let late, let moment = arm.lateMoment(subject.experiment.eventKinds) {
      note(
        "L44 late", ["moment": moment], at: subject.location(beside: late[.consentAccept], "order"),
        arm: arm.name)
    }
  }

  /// Waits that start with the process and end before the answer; of those with one cause the answers are told together.
  private mutating func checkWaits(_ subject: ExperimentSubject) {
    let waits = subject.experiment.arms.flatMap { arm in
      arm.shortWaits(subject.experiment).map { (arm: arm.name, wait: $0.wait, way: $0.way) }
    }
    let said = Dictionary(grouping: waits, by: \.wait).mapValues { Self.words($0.map(\.way)) }
    for (arm, wait, _) in waits {
      guard let (answer, enough) = said[wait] else { continue }
      note(
        enough == nil ? "L18 never" : "L18 wait", ["seconds": "\(Int(wait.centre))", "answer": answer],
        at: subject.location(wait.path), arm: arm, change: { key in enough.map { "adjust.\(key): \($0)" } })
    }
  }

  /// Seconds that Adjust's SDK waits at most (R123).
  private static let longestWait = 360.0

  /// What is said of the answers that come after these seconds, infinite where in a later session, and a wait that most
  /// come within: twice the longest way, in tens; `nil` where Adjust allows none, and where all come in a later session.
  private static func words(_ ways: [Double]) -> (answer: String, enough: Int?) {
    let inSession = ways.filter(\.isFinite)
    guard let least = inSession.min(), let most = inSession.max() else {
      return ("comes in a later session", nil)
    }
    let (low, high) = (Int(least.rounded(.up)), Int(most.rounded(.up)))
    let isLate = inSession.count < ways.count
    let answer =
      "comes about \(low == high ? "\(low)" : "\(low) to \(high)") seconds after the start (median times)"
      + (isLate ? ", or in a later session" : "")
    if most > longestWait / 2 {
      let allowed = "The SDK of Adjust allows \(Int(longestWait)) seconds at most, too few for many answers"
      return ("\(answer). \(allowed)", nil)
    }
    let enough = Int((most / 5).rounded(.up)) * 10
    return ("\(answer): \(enough) would do\(isLate ? " for the others" : "")", enough)
  }

  /// Requests that the reviewer's app makes in vain: before it is active, with what that means in review (R93), and behind
  /// another alert or just after it (R21, R53, R65).
  private mutating func checkLosses(
    _ arm: Arm, _ subject: ExperimentSubject, _ verdicts: [PromptVisibility]
  ) {
    let sittings = arm.lives(subject.experiment).map { ReviewerSession(sittingWith: arm, $0, $1) }
    let isNeverAgain = arm.strategy.retry == .never
    if sittings.contains(where: \.isTooEarly) {
      let unseen = verdicts.filter { $0.rule == "L11" }
      let circumstances = unseen.map(\.circumstances).joined(separator: " or")
      note(
        "L11 hook",
        [
          "again": isNeverAgain ? ", and it never comes again" : " the first time",
          "review": unseen.isEmpty ? "" : "; the reviewer would not see the alert\(circumstances)",
        ], at: subject.location(arm, "hook"), severity: isNeverAgain || !unseen.isEmpty ? .error : .warning,
        arm: arm.name, rules: unseen.isEmpty ? nil : (Pitfall.tagged("L11")?.rules ?? []) + ["R93"])
    }
    // At the next activation the alert appears in the same session (R145).
    let asksInTime = arm.strategy.retry == .eachActivation && verdicts.allSatisfy { $0.rule == nil }
    let later = asksInTime ? "at its next activation" : "only in a later session"
    for alert in sittings.flatMap(\.inTheWay) {
      let path = alert[.alertShare].path
      note(
        "L12 alert",
        [
          "alert": alert.name, "then": "the app \(isNeverAgain ? "never asks again" : "asks again \(later)")",
        ],
        at: subject.location(path.isEmpty ? "alerts.\(alert.name)" : path),
        severity: asksInTime ? .note : nil, arm: arm.name)
    }
  }
}

extension Arm {
  /// Everybody who lives under it: each segment of each scenario, with what surrounds the question there.
  fileprivate func lives(_ experiment: Experiment) -> [(segment: Segment, surroundings: Surroundings)] {
    zip(experiment.scenarios, surroundings).flatMap { Array(zip($0.segments, $1)) }
  }

  /// When it asks, where many leave before that.
  fileprivate func lateMoment(_ eventKinds: [String]) -> String? {
    switch strategy.trigger {
    case .launch, .session(1): nil
    case .session(let first): "in session \(first)"
    case .onboarding: "when onboarding is completed"
    case .event(let kind, let count):
      "after \(PromptVisibility.counted(count, of: kind, eventKinds).what)"
    }
  }

  /// Waits that start with the process and end before the answer; after consent the alert is answered already.
  fileprivate func shortWaits(_ experiment: Experiment) -> [(wait: Parameter, way: Double)] {
    lives(experiment).compactMap { segment, surroundings in
      guard let attribution = surroundings.attribution, attribution.gate != .none,
        attribution.starts == .process, let way = secondsToAnswer(segment, surroundings.consent),
        way > attribution[.waitSeconds].centre
      else { return nil }
      return (attribution[.waitSeconds], way)
    }
  }

  /// Seconds from the process's start to the answer for a person in the middle, whom no other alert meets;
  /// infinite where that is in another session, `nil` where the trigger's event is not modelled.
  private func secondsToAnswer(_ segment: Segment, _ consent: ConsentModel?) -> Double? {
    if case .event(let kind, let count) = strategy.trigger {
      guard let stream = segment.events.first(where: { $0.kind == kind }) else { return nil }
      if Double(count) > stream[.perSession].centre { return .infinity }
    }
    var session = ReviewerSession(self, segment, Surroundings(consent: consent))
    session.play()
    return session.seen.map { $0 + segment[.answerMedian].centre } ?? .infinity
  }
}

extension String {
  /// What promises something for the answer, or points at the alert's button (R84, R88).
  fileprivate var lure: String? {
    WordList.words("lures").first(where: UsageText(self).contains)
      ?? first { "→➜➡⬇↓👇👉⇒".contains($0) }.map(String.init)
  }
}
