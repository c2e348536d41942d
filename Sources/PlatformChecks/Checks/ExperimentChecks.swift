public import ExperimentDesign
import PromptFlow
import RandomStreams
import RuleBook
import Simulation

extension PlatformDescription {
  /// Holds an experiment, which is about an app that asks, against the platform's rules: every pitfall that is seen, by
  /// file, line and tag, waived ones among them, and what a reviewer sees of each arm.
  public init(_ subject: ExperimentSubject) {
    let experiment = subject.experiment
    var inspection = Inspection()
    let verdicts = experiment.arms.flatMap { PromptVisibility.all(of: $0, subject) }
    inspection.check(subject, verdicts)
    // In the order of the file.
    var found = inspection.findings.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    for (index, finding) in found.enumerated() {
      found[index].accepted = subject.waivers.first { $0.tag == finding.rule }?.reason
      found[index].forbids = experiment.arms.contains {
        finding.arms.contains($0.name) && $0.findings.contains(where: finding.rules.contains)
      }
    }
    self.init(findings: found, visibilities: verdicts)
  }
}

extension Inspection {
  /// What the arms of an experiment do: L1 to L8, L11 to L15, L18, L20, L22, L26, L29, L34, L44.
  mutating func check(_ subject: ExperimentSubject, _ verdicts: [PromptVisibility]) {
    for arm in subject.experiment.arms {
      let location = subject.location("usage_strings.\(arm.usageString.name).text")
      checkUsage(LocatedText(text: arm.usageString.text, location: location, arm: arm.name))
      let seen = verdicts.filter { $0.arm == arm.name }
      let strategy = arm.strategy
      // Before the app is active (R19, R64), as at the end of onboarding or an event it is.
      let isEarly = strategy.hook != .didBecomeActive && strategy.trigger.kind.row.isMetAtSessionStart
      if isEarly {
        // The request is lost, as the app is not active yet; where that is for good, review sees none (R93).
        let lost = strategy.retry == .never ? "L11 lost" : "L11 hook"
        let unseen = seen.filter { $0.rule == "L11" }.map(\.circumstances)
        note(
          unseen.isEmpty ? lost : "\(lost) unseen", ["circumstances": unseen.joined(separator: " or")],
          at: subject.location(arm, "hook"), arm: arm.name)
      }
      checkMistakes(arm, subject, seen)
      // A reviewer who cannot find the request rejects the app (R93); what comes too early is reported with that.
      for verdict in seen {
        guard let tag = verdict.rule, tag != "L11" || !isEarly else { continue }
        let reason = verdict.words.replacing("not visible: ", with: "")
        note(
          "\(tag) unseen", ["circumstances": verdict.circumstances, "reason": reason],
          at: subject.location(arm, tag == "L11" ? "hook" : "ask"), arm: arm.name)
      }
    }
    checkWaits(subject)
  }

  /// What its settings say, those of its screen and of what surrounds the question, beside what a reviewer has seen.
  private mutating func checkMistakes(_ arm: Arm, _ subject: ExperimentSubject, _ seen: [PromptVisibility]) {
    let strategy = arm.strategy
    func tell(_ name: String, if isMade: Bool, at place: FileLocation, _ words: [String: String] = [:]) {
      if isMade { note(name, words, at: place, arm: arm.name) }
    }
    tell("L13 retry", if: strategy.retry == .never, at: subject.location(arm, "retry"))
    tell("L14 delay", if: arm[.delaySeconds].centre > 0, at: subject.location(arm, "delay_seconds"))
    tell("L15 callback", if: strategy.trustsCallback, at: subject.location(arm, "trusts_callback"))
    tell("L29 link", if: strategy.settingsLink == .afterDenial, at: subject.location(arm, "settings_link"))
    if let screen = arm.prePrompt {
      // What promises something for the answer, or points at the alert's button (R84, R88).
      func lure(_ text: String) -> String? {
        WordList.words("lures").first(where: UsageText(text).contains)
          ?? text.first { "→➜➡⬇↓👇👉⇒".contains($0) }.map(String.init)
      }
      let shield = screen.policy.isDismissible ? screen.policy.maximumShows : 1
      for (name, key, word) in [
        ("L5 screen", "dismissible", screen.policy.isDismissible ? "" : nil),
        ("L8 screen", "max_shows", shield == 1 ? nil : shield.map { "up to \($0) times" } ?? "without end"),
        ("L6 screen", "button", WordList.permissionWord(screen.button, or: ["ok"])),
        ("L7 screen", "title", lure(screen.title)), ("L7 screen", "body", lure(screen.body)),
      ] {
        tell(
          name, if: word != nil, at: subject.location("pre_prompts.\(screen.name).\(key)"),
          ["screen": screen.name, "button": screen.button, "key": key, "word": word ?? ""])
      }
    }
    // At the next activation the alert appears in the same session (R145).
    let asksInTime = strategy.retry == .eachActivation && seen.allSatisfy { $0.rule == nil }
    let lost = asksInTime ? "L12 alert" : strategy.retry == .never ? "L12 alert, once" : "L12 alert, late"
    for (segment, surroundings) in arm.lives(subject.experiment) {
      // Alerts that are up at the request, or closed within a second before it (R21, R53, R65), as they are simulated.
      let losing = [SystemVersion.modern, .iOS17_4].contains { segment.systemShares[Int($0.rawValue)] > 0 }
      for alert in surroundings.alerts where losing {
        let place = subject.location(alert[.alertShare].path)
        tell(lost, if: alert.meets(arm), at: place, ["alert": alert.name])
      }
      if let attribution = surroundings.attribution {
        let wait = attribution[.waitSeconds]
        tell(
          "L20 cap", if: wait.centre > Double(Self.longestWait) && attribution.gate == .foreground,
          at: subject.location(wait.path), ["seconds": "\(Int(wait.centre))"])
        // An SDK that starts with the process starts before the consent layer is through (R94, R102).
        let isEarly = surroundings.consent != nil && attribution.starts == .process
        tell("L22 start", if: isEarly, at: subject.location(beside: wait, "starts"))
      }
      if let consent = surroundings.consent {
        let accept = consent[.consentAccept]
        tell("L26 grant", if: consent.preGrant, at: subject.location(beside: accept, "pre_grant"))
        // One that waits for an alert which many never get to.
        tell(
          "L44 late", if: consent.order == .afterATT && strategy.trigger != .launch,
          at: subject.location(beside: accept, "order"),
          ["moment": strategy.trigger.words(eventKinds: subject.experiment.eventKinds)])
      }
      // Asking on 14.0 to 14.4 spends what can be read unasked (R50).
      let hasOld = segment.systemShares[Int(SystemVersion.iOS14_0.rawValue)] > 0
      tell("L34 system", if: hasOld && strategy.asksFrom == .iOS14_0, at: subject.location(arm, "asks_from"))
    }
  }

  /// Seconds that Adjust's SDK waits at most (R123).
  private static let longestWait = 360

  /// Waits that start with the process and end before the answer (L18); after consent the alert is answered already.
  private mutating func checkWaits(_ subject: ExperimentSubject) {
    // Options may share a cause.
    var short: [Parameter: [(arm: String, way: Double)]] = [:]
    for arm in subject.experiment.arms {
      for (segment, surroundings) in arm.lives(subject.experiment) {
        guard let attribution = surroundings.attribution, attribution.gate != .none,
          attribution.starts == .process, let way = arm.secondsToAnswer(segment, surroundings),
          way > attribution[.waitSeconds].centre
        else { continue }
        short[attribution[.waitSeconds], default: []].append((arm.name, way))
      }
    }
    for (wait, found) in short.sorted(by: { ($0.key.path, $0.key.centre) < ($1.key.path, $1.key.centre) }) {
      // Those of a later session are infinite.
      let ways = found.map(\.way).filter(\.isFinite).map { Int($0.rounded(.up)) }
      let (least, most) = (ways.min() ?? 0, ways.max() ?? 0)
      let (late, whom) = ways.count < found.count ? (", or in a later session", " for the others") : ("", "")
      let name = ways.isEmpty ? "L18 later" : most <= Self.longestWait / 2 ? "L18 wait" : "L18 beyond"
      // Most answers come within twice the longest way; in tens.
      let words = [
        "seconds": "\(Int(wait.centre))", "times": least == most ? "\(least)" : "\(least) to \(most)",
        "late": late, "enough": "\((most + 4) / 5 * 10)", "whom": whom, "most": "\(Self.longestWait)",
      ]
      for (arm, _) in found { note(name, words, at: subject.location(wait.path), arm: arm) }
    }
  }
}

extension CompetingAlert {
  /// Whether the request of an option, at the same moment, can come while it is up or within a second after it, by what is
  /// known of its offset: from the 5% to the 95% quantile, and of a joint distribution's the middle.
  fileprivate func meets(_ arm: Arm) -> Bool {
    guard moment == arm.strategy.trigger, self[.alertShare].centre > 0 else { return false }
    let offsets = self[.alertOffset].quantiles(10) ?? [self[.alertOffset].centre]
    var (first, last) = (arm[.delaySeconds].centre, arm[.delaySeconds].centre)
    var up = self[.alertMedian].centre
    if let read = arm.prePrompt?[.readMedian, .readSigma] {
      // A pre-prompt stands still under the alert, which has to come just before its end, of the central 90% of people.
      first += Quantile.logNormal(0.05, median: read.median.centre, sigma: read.sigma.centre)
      last += Quantile.logNormal(0.95, median: read.median.centre, sigma: read.sigma.centre)
      up = 0
    }
    return offsets[0] <= last && offsets[offsets.count - 1] + up + 1 >= first
  }
}

extension Arm {
  /// Everybody who lives under it: each segment of each scenario, with what surrounds the question there.
  fileprivate func lives(_ experiment: Experiment) -> [(segment: Segment, surroundings: Surroundings)] {
    zip(experiment.scenarios, surroundings).flatMap { Array(zip($0.segments, $1)) }
  }

  /// Seconds from the process's start to the answer for a person in the middle, whom no other alert meets;
  /// infinite where that is in another session, `nil` where the trigger's event is not modelled.
  fileprivate func secondsToAnswer(_ segment: Segment, _ surroundings: Surroundings) -> Double? {
    if let kind = strategy.trigger.event {
      guard let stream = segment.events.first(where: { $0.kind == kind }) else { return nil }
      if Double(strategy.trigger.count) > stream[.perSession].centre { return .infinity }
    }
    var session = ReviewerSession(
      self, segment, Surroundings(attribution: surroundings.attribution, consent: surroundings.consent))
    session.play()
    return session.seen.map { $0 + segment[.answerMedian].centre } ?? .infinity
  }
}
