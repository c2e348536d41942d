import ExperimentDesign
import PromptFlow

extension PromptVisibility {
  /// Lets a reviewer use the app under an arm, with the durations of every segment of every scenario: one verdict where
  /// all are the same in words, else one per scenario, else one per segment of a scenario.
  static func all(of arm: Arm, _ subject: ExperimentSubject) -> [PromptVisibility] {
    let experiment = subject.experiment
    func merged(_ verdicts: [Self], _ detail: WritableKeyPath<Self, String?>) -> [Self] {
      guard var first = verdicts.first, Set(verdicts.map(\.words)).count == 1 else { return verdicts }
      first[keyPath: detail] = nil
      return [first]
    }
    let found = zip(experiment.scenarios, arm.surroundings).flatMap { scenario, surroundings in
      let verdicts = zip(scenario.segments, surroundings).map { segment, surroundings in
        var seen = seen(of: arm, segment, surroundings, experiment.eventKinds)
        (seen.file, seen.arm) = (subject.file, arm.name)
        (seen.scenario, seen.segment) = (scenario.name, segment.name)
        return seen
      }
      return merged(verdicts, \.segment)
    }
    return merged(found, \.scenario)
  }

  /// Plays sessions until the alert is seen, or the reviewer gives up.
  private static func seen(
    of arm: Arm, _ segment: Segment, _ surroundings: Surroundings, _ eventKinds: [String]
  ) -> PromptVisibility {
    let trigger = arm.strategy.trigger
    if !trigger.isPossible(byDay: 0) {
      return hidden("nobody waits until \(trigger.words(eventKinds: eventKinds)) to see it")
    }
    let wanted = trigger.kind == .session ? trigger.count : 1
    if wanted > 10 { return hidden("the app would have to be opened \(wanted) times") }
    if trigger.count > ReviewerSession.mostEvents {
      return hidden("nobody does something \(trigger.count) times to see it")
    }
    var play = ReviewerSession(arm, segment, surroundings)
    // A request lost in the session it is meant for may come again in the next one.
    while play.seen == nil, play.session < wanted + 1 { play.play() }
    guard let seconds = play.seen else {
      let once = "and is not made again in time"
      switch play.lastLoss {
      case .notActive: return hidden("the request is made before the app is active, \(once)", "L11")
      case .behindAlert: return hidden("the request is made while another alert is up, \(once)", "L12")
      case nil:
        let lacks = trigger == .onboarding && segment.onboarding == nil
        return hidden(lacks ? "there is no onboarding to complete" : "the request is never made")
      }
    }
    let time = seconds < 120 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
    let steps = steps(to: trigger, sessions: play.session, eventKinds).joined(separator: ", ")
    let note = steps.isEmpty ? nil : "To see the App Tracking Transparency request: \(steps) (about \(time))."
    let words = note.map { "needs steps: put this in the review notes: \"\($0)\"" } ?? "visible after \(time)"
    var seen = PromptVisibility(note == nil ? .visible : .needsSteps, words: words)
    (seen.afterSeconds, seen.reviewNote) = (seconds, note)
    return seen
  }

  /// What has to be done for the alert; nothing where it comes by itself.
  private static func steps(to trigger: AskTrigger, sessions: Int, _ eventKinds: [String]) -> [String] {
    let again = sessions > 1 ? ["close the app and open it again"] : []
    if trigger.kind == .session { return ["open the app \(max(trigger.count, sessions)) times"] }
    guard let event = trigger.event else {
      return trigger == .onboarding && !again.isEmpty ? ["complete the introduction"] + again : again
    }
    let name = event.element(of: eventKinds) ?? "event"
    let words = name.map { $0 == "_" || $0 == "-" ? " " : String($0) }.joined()
    let count = trigger.count
    // What has blanks, or a plural of its own, is cited.
    let isPlain = words.allSatisfy(\.isLetter) && !"sxyhz".contains(words.last ?? "s")
    let done = isPlain ? "\(count) \(words)" + (count == 1 ? "" : "s") : "'\(words)' \(count) times"
    return ["finish \(done)"] + again
  }

  private static func hidden(_ reason: String, _ rule: String = "R93") -> PromptVisibility {
    PromptVisibility(.notVisible, rule: rule, words: "not visible: \(reason)")
  }

  /// Under which scenario and with whose times, where it is not the same for all: ` under 'base'`.
  var circumstances: String {
    scenario.map { " under '\($0)'" + (segment.map { " with the times of '\($0)'" } ?? "") } ?? ""
  }
}
