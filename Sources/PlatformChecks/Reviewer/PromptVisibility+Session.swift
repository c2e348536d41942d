import ExperimentDesign
import PromptFlow
import RuleBook

extension PromptVisibility {
  /// Lets a reviewer use the app under an arm, in every scenario, with the durations of every segment.
  ///
  /// - Returns: One verdict where all are the same in words, else one per scenario, else one per segment of a scenario.
  static func all(of arm: Arm, _ subject: ExperimentSubject) -> [PromptVisibility] {
    let experiment = subject.experiment
    let perScenario = zip(experiment.scenarios, arm.surroundings).flatMap { scenario, surroundings in
      let verdicts = zip(scenario.segments, surroundings).map { segment, surroundings in
        var seen = PromptVisibility(of: arm, segment, surroundings, experiment.eventKinds)
        (seen.file, seen.arm) = (subject.file, arm.name)
        (seen.scenario, seen.segment) = (scenario.name, segment.name)
        return seen
      }
      return merged(verdicts, \.segment)
    }
    return perScenario.allSatisfy { $0.segment == nil } ? merged(perScenario, \.scenario) : perScenario
  }

  /// One verdict without the position where all say the same, else all with their positions.
  private static func merged(
    _ verdicts: [PromptVisibility], _ position: WritableKeyPath<PromptVisibility, String?>
  ) -> [PromptVisibility] {
    guard var first = verdicts.first, verdicts.allSatisfy({ $0.words == first.words }) else {
      return verdicts
    }
    first[keyPath: position] = nil
    return [first]
  }

  private static let mostSessions = 10

  /// Plays sessions until the alert is seen, or the reviewer gives up.
  private init(of arm: Arm, _ segment: Segment, _ surroundings: Surroundings, _ eventKinds: [String]) {
    var wanted = 1
    switch arm.strategy.trigger {
    case .session(let first) where first > Self.mostSessions:
      self.init(hidden: "the app would have to be opened \(first) times")
      return
    case .event(_, let count) where count > ReviewerSession.mostEvents:
      self.init(hidden: "nobody does something \(count) times to see it")
      return
    case .session(let first): wanted = first
    case .launch, .onboarding, .event: break
    }
    var play = ReviewerSession(arm, segment, surroundings)
    // A request lost in the session it is meant for may come again in the next one.
    while play.seen == nil, play.session < wanted + 1 { play.play() }
    if let seconds = play.seen {
      self.init(after: seconds, Self.steps(to: arm.strategy.trigger, sessions: play.session, eventKinds))
      return
    }
    switch (play.hasAsked, play.lastLoss) {
    case (true, .notActive):
      self.init(
        hidden: "the request is made before the app is active, and is not made again in time", "L11")
    case (true, .behindAlert):
      self.init(
        hidden: "the request is made while another alert is up, and is not made again in time", "L12")
    case (true, nil): self.init(hidden: "the request ends without an alert")
    case (false, _):
      let lacks = arm.strategy.trigger == .onboarding && segment.onboarding == nil
      self.init(hidden: lacks ? "there is no onboarding to complete" : "the request is never made")
    }
  }

  /// What has to be done for the alert; `nil` where it comes by itself.
  private static func steps(to trigger: AskTrigger, sessions: Int, _ eventKinds: [String]) -> String? {
    let again = sessions > 1 ? ["close the app and open it again"] : []
    let steps =
      switch trigger {
      case .launch, .session(1): again
      case .onboarding: again.isEmpty ? [] : ["complete the introduction"] + again
      case .session(let first): ["open the app \(max(first, sessions)) times"]
      case .event(let kind, let count): [finish(count, kind, eventKinds)] + again
      }
    return steps.isEmpty ? nil : steps.joined(separator: ", ")
  }

  /// `finish 3 articles`; of a name of several words, which has no plural of its own, `do this 3 times: add to cart`.
  ///
  /// - Parameter names: The events' names as the file writes them: `article`, `add_to_cart`.
  private static func finish(_ count: Int, _ kind: EventKind, _ names: [String]) -> String {
    let written = names.indices.contains(kind.rawValue) ? names[kind.rawValue] : "event"
    let name = written.map { $0 == "_" || $0 == "-" ? " " : String($0) }.joined()
    guard let last = name.last, name.allSatisfy({ $0.isLetter && $0.isASCII }) else {
      return "do this \(count == 1 ? "once" : "\(count) times"): \(name)"
    }
    let hisses = ["s", "x", "ch", "sh"].contains { name.hasSuffix($0) }
    let isVowelBefore = name.dropLast().last.map { "aeiou".contains($0) } ?? true
    let plural = last == "y" && !isVowelBefore ? name.dropLast() + "ies" : name + (hisses ? "es" : "s")
    return "finish \(count) \(count == 1 ? name : plural)"
  }

  private static let hidden = "not visible: "

  private init(hidden reason: String, _ rule: String = "R93") {
    self.init(.notVisible, rule: rule, words: Self.hidden + reason)
  }

  private init(after seconds: Double, _ steps: String?) {
    let time = Self.time(seconds)
    let note = steps.map { "To see the App Tracking Transparency request: \($0) (about \(time))." }
    self.init(
      note == nil ? .visible : .needsSteps,
      words: note.map { "needs steps: put this in the review notes: \"\($0)\"" } ?? "visible after \(time)")
    (afterSeconds, reviewNote) = (seconds, note)
  }

  var reason: String { String(words.trimmingPrefix(Self.hidden)) }

  /// Under which scenario and with whose times, where it is not the same for all: ` under 'base'`.
  var circumstances: String {
    scenario.map { " under '\($0)'" + (segment.map { " with the times of '\($0)'" } ?? "") } ?? ""
  }

  private static func time(_ seconds: Double) -> String {
    seconds < 120 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }
}
