import ExperimentDesign
import PromptFlow

/// Waits that are shorter than the way to the answer, one for each location that sets them: the arms share the
/// cause, and differ only in how long the way is.
private struct ShortWaits {
  struct Wait {
    var location: FileLocation
    var seconds: Double
    var arms: [String] = []
    /// Seconds to the answer, of the arms in which it comes in the same session.
    var ways: ClosedRange<Double>?
    /// Whether it comes in a later session in any of them.
    var isLate = false

    /// As the end of a sentence about the answer.
    var words: String {
      let late = "comes in a later session"
      guard let ways else { return late }
      let low = Int(ways.lowerBound.rounded(.up))
      let high = Int(ways.upperBound.rounded(.up))
      let seconds = low == high ? "\(low)" : "\(low) to \(high)"
      return
        "comes about \(seconds) seconds after the start (median times)\(isLate ? ", or in a later session" : "")"
    }

    /// A wait that most answers come within: twice the longest way, in tens; `nil` where Adjust allows none (R123), and where
    /// all answers come in a later session.
    var enough: Int? {
      guard let ways, ways.upperBound <= Self.longestWait / 2 else { return nil }
      return Int((ways.upperBound / 5).rounded(.up)) * 10
    }

    /// What wait would do, behind what is said of the answer; where none does, why.
    var longEnough: String {
      if let enough { return ": \(enough) would do\(isLate ? " for the others" : "")" }
      return ways == nil
        ? ""
        : ". The SDK of Adjust allows \(Int(Self.longestWait)) seconds at most, too few for many answers"
    }

    private static let longestWait = 360.0
  }

  private(set) var all: [Wait] = []

  mutating func add(_ arm: String, seconds: Double, way: Double, at location: FileLocation) {
    let known = all.firstIndex { $0.location == location && $0.seconds == seconds }
    let index = known ?? all.endIndex
    if known == nil { all.append(Wait(location: location, seconds: seconds)) }
    if !all[index].arms.contains(arm) { all[index].arms.append(arm) }
    guard way.isFinite else { return all[index].isLate = true }
    let ways = all[index].ways ?? way...way
    all[index].ways = min(ways.lowerBound, way)...max(ways.upperBound, way)
  }
}

extension Inspection {
  /// What stands around the question in an experiment: L18 to L20, L22, L26, L29, L30, L34, L44.
  mutating func checkSurroundings(_ subject: ExperimentSubject) {
    var waits = ShortWaits()
    for arm in subject.experiment.arms {
      if arm.strategy.settingsLink == .afterDenial {
        note("L29 link", at: subject.location(arm, "settings_link"), arm: arm.name)
      }
      for (scenario, people) in arm.surroundings.enumerated() {
        for (index, surroundings) in people.enumerated() {
          let segment = subject.experiment.scenarios[scenario].segments[index]
          if let attribution = surroundings.attribution {
            checkGate(attribution, arm, segment, surroundings, subject, &waits)
          }
          // An SDK that starts with the process starts before the consent layer is through (R94, R102).
          if let attribution = surroundings.attribution, surroundings.consent != nil,
            attribution.starts == .process
          {
            note(
              "L22 start", at: subject.location(sectionPath(attribution.waitSeconds, "starts")),
              arm: arm.name)
          }
          if let consent = surroundings.consent, consent.preGrant {
            note(
              "L26 grant", at: subject.location(sectionPath(consent.accept, "pre_grant")), arm: arm.name)
          }
          // Asking on 14.0 to 14.4 spends what can be read unasked (R50).
          if arm.strategy.asksFrom == .iOS14_0, segment.systemShares[Int(SystemVersion.iOS14_0.rawValue)] > 0
          {
            note("L34 system", at: subject.location(arm, "asks_from"), arm: arm.name)
          }
        }
      }
      checkLateLayer(arm, subject)
    }
    for wait in waits.all {
      for arm in wait.arms {
        note(
          wait.enough == nil ? "L18 never" : "L18 wait",
          ["seconds": "\(Int(wait.seconds))", "answer": wait.words + wait.longEnough], at: wait.location,
          arm: arm, change: { key in wait.enough.map { "adjust.\(key): \($0)" } })
      }
    }
  }

  /// A key beside a parameter, whose own place is known.
  private func sectionPath(_ parameter: Parameter, _ key: String) -> String {
    guard let dot = parameter.path.lastIndex(of: ".") else { return key }
    return parameter.path[..<dot] + ".\(key)"
  }

  /// A consent layer that waits for an alert which many never get to (L44), reported once per arm.
  private mutating func checkLateLayer(_ arm: Arm, _ subject: ExperimentSubject) {
    let moment: String
    switch arm.strategy.trigger {
    case .launch, .session(1): return
    case .session(let first): moment = "in session \(first)"
    case .onboarding: moment = "when onboarding is completed"
    case .event(let kind, let count):
      moment = "after \(CountedWord(count: count, of: kind, subject.experiment.eventKinds).words)"
    }
    let layers = arm.surroundings.joined().compactMap(\.consent)
    guard let waits = layers.first(where: { $0.order == .afterATT }) else { return }
    note(
      "L44 late", ["moment": moment], at: subject.location(sectionPath(waits.accept, "order")), arm: arm.name)
  }

  private mutating func checkGate(
    _ attribution: AttributionModel, _ arm: Arm, _ segment: Segment, _ surroundings: Surroundings,
    _ subject: ExperimentSubject, _ waits: inout ShortWaits
  ) {
    let waitLocation = subject.location(attribution.waitSeconds.path)
    let wait = attribution.waitSeconds.centre
    if attribution.gate == .none { return }
    if wait > 360, attribution.gate == .foreground {
      note("L20 cap", ["seconds": "\(Int(wait))"], at: waitLocation, arm: arm.name)
    }
    // The wait starts with the process; after consent it starts when the alert is answered already.
    guard attribution.starts == .process, let way = secondsToAnswer(arm, segment, surroundings), way > wait
    else { return }
    waits.add(arm.name, seconds: wait, way: way, at: waitLocation)
  }

  /// Seconds from the process's start to the answer for a person in the middle, whom no other alert meets;
  /// infinite where that is in another session, `nil` where the trigger's event is not modelled.
  private func secondsToAnswer(_ arm: Arm, _ segment: Segment, _ surroundings: Surroundings) -> Double? {
    if case .event(let kind, let count) = arm.strategy.trigger {
      guard let stream = segment.events.first(where: { $0.kind == kind }) else { return nil }
      if Double(count) > stream.perSession.centre { return .infinity }
    }
    let undisturbed = Surroundings(
      attribution: surroundings.attribution, consent: surroundings.consent)
    var session = ReviewerSession(arm, segment, undisturbed)
    return session.secondsToAlertInFirstSession().map { $0 + segment.answer.seconds.median.centre }
      ?? .infinity
  }
}
