import ExperimentDesign
import PromptFlow

/// A wait of an SDK that is shorter than the way to the answer.
private struct ShortWait {
  var arm: String
  var seconds: Double
  /// Seconds to the answer; infinite where it comes in a later session.
  var way: Double
  var location: FileLocation

  /// The cause, which arms may share.
  var cause: String { "\(location) \(seconds)" }
  private static let longest = 360.0

  /// What is said of the answers of all waits with one cause, and a wait that most come within: twice the longest way, in
  /// tens; `nil` where Adjust allows none (R123), and where all answers come in a later session.
  static func words(_ waits: [ShortWait]) -> (answer: String, enough: Int?) {
    let ways = waits.map(\.way).filter(\.isFinite)
    guard let least = ways.min(), let most = ways.max() else { return ("comes in a later session", nil) }
    let (low, high) = (Int(least.rounded(.up)), Int(most.rounded(.up)))
    let isLate = ways.count < waits.count
    let answer =
      "comes about \(low == high ? "\(low)" : "\(low) to \(high)") seconds after the start (median times)"
      + (isLate ? ", or in a later session" : "")
    guard most <= longest / 2 else {
      return (
        "\(answer). The SDK of Adjust allows \(Int(longest)) seconds at most, too few for many answers", nil
      )
    }
    let enough = Int((most / 5).rounded(.up)) * 10
    return ("\(answer): \(enough) would do\(isLate ? " for the others" : "")", enough)
  }
}

extension Inspection {
  /// What stands around the question in an experiment: L18, L20, L22, L26, L34, L44.
  mutating func checkSurroundings(_ subject: ExperimentSubject) {
    var waits: [ShortWait] = []
    for arm in subject.experiment.arms {
      let people = zip(subject.experiment.scenarios, arm.surroundings).flatMap { zip($0.segments, $1) }
      for (segment, surroundings) in people {
        let consent = surroundings.consent
        if let attribution = surroundings.attribution {
          checkGate(attribution, arm, segment, surroundings, subject, &waits)
          // An SDK that starts with the process starts before the consent layer is through (R94, R102).
          if consent != nil, attribution.starts == .process {
            note(
              "L22 start", at: subject.location(beside: attribution[.waitSeconds], "starts"), arm: arm.name)
          }
        }
        if let consent, consent.preGrant {
          note("L26 grant", at: subject.location(beside: consent[.consentAccept], "pre_grant"), arm: arm.name)
        }
        // Asking on 14.0 to 14.4 spends what can be read unasked (R50).
        if arm.strategy.asksFrom == .iOS14_0, segment.systemShares[Int(SystemVersion.iOS14_0.rawValue)] > 0 {
          note("L34 system", at: subject.location(arm, "asks_from"), arm: arm.name)
        }
      }
      checkLateLayer(arm, subject)
    }
    let causes = Dictionary(grouping: waits, by: \.cause).mapValues(ShortWait.words)
    for wait in waits {
      guard let (answer, enough) = causes[wait.cause] else { continue }
      note(
        enough == nil ? "L18 never" : "L18 wait", ["seconds": "\(Int(wait.seconds))", "answer": answer],
        at: wait.location, arm: wait.arm, change: { key in enough.map { "adjust.\(key): \($0)" } })
    }
  }

  /// A consent layer that waits for an alert which many never get to (L44), reported once per arm.
  private mutating func checkLateLayer(_ arm: Arm, _ subject: ExperimentSubject) {
    let moment: String
    switch arm.strategy.trigger {
    case .launch, .session(1): return
    case .session(let first): moment = "in session \(first)"
    case .onboarding: moment = "when onboarding is completed"
    case .event(let kind, let count):
      moment = "after \(DescribedVisibility.counted(count, of: kind, subject.experiment.eventKinds).what)"
    }
    let layers = arm.surroundings.joined().compactMap(\.consent)
    guard let waits = layers.first(where: { $0.order == .afterATT }) else { return }
    note(
      "L44 late", ["moment": moment], at: subject.location(beside: waits[.consentAccept], "order"),
      arm: arm.name)
  }

  private mutating func checkGate(
    _ attribution: AttributionModel, _ arm: Arm, _ segment: Segment, _ surroundings: Surroundings,
    _ subject: ExperimentSubject, _ waits: inout [ShortWait]
  ) {
    let waitLocation = subject.location(attribution[.waitSeconds].path)
    let wait = attribution[.waitSeconds].centre
    if attribution.gate == .none { return }
    if wait > 360, attribution.gate == .foreground {
      note("L20 cap", ["seconds": "\(Int(wait))"], at: waitLocation, arm: arm.name)
    }
    // The wait starts with the process; after consent it starts when the alert is answered already.
    guard attribution.starts == .process, let way = secondsToAnswer(arm, segment, surroundings), way > wait
    else { return }
    waits.append(ShortWait(arm: arm.name, seconds: wait, way: way, location: waitLocation))
  }

  /// Seconds from the process's start to the answer for a person in the middle, whom no other alert meets;
  /// infinite where that is in another session, `nil` where the trigger's event is not modelled.
  private func secondsToAnswer(_ arm: Arm, _ segment: Segment, _ surroundings: Surroundings) -> Double? {
    if case .event(let kind, let count) = arm.strategy.trigger {
      guard let stream = segment.events.first(where: { $0.kind == kind }) else { return nil }
      if Double(count) > stream[.perSession].centre { return .infinity }
    }
    let undisturbed = Surroundings(
      attribution: surroundings.attribution, consent: surroundings.consent)
    var session = ReviewerSession(arm, segment, undisturbed)
    session.play()
    return session.seen.map { $0 + segment[.answerMedian].centre } ?? .infinity
  }
}
