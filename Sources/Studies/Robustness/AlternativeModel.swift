package import ExperimentDesign
import PromptFlow
import RandomStreams
import Simulation

/// Another reading of the same facts: what may be true of people, or of the app's own code, where the file says
/// otherwise or leaves it open.
///
/// Whether those who stay are more willing anyway, or become so by what they experience, no test of
/// one moment can tell; nor has anybody published what words before the alert do, or what a question
/// asked cold costs. The models of people are symmetric: of each of the three there is one that makes it nothing
/// and one that makes it as strong as is assumed possible, so that no way of asking is safe from all.
///
/// Models of the code hold where the file leaves it to a default, a preset or a guess (``OpenChoice``).
public enum AlternativeModel: String, CaseIterable, Hashable, Sendable, Codable {
  /// Experience persuades nobody (`allow.value` is 0); who stays and uses the app more is more
  /// willing from the start, as much as is assumed possible (`willingness` at its upper ends).
  case selectionOnly = "selection_only"
  /// Experience persuades as much as is assumed possible (`allow.value` at its upper end), and nobody is
  /// more willing from the start (`willingness` is 0).
  case causeOnly = "cause_only"
  /// No text before the alert or on it moves anybody: the odds ratios of usage strings and
  /// pre-prompts are 1.
  case noFraming = "no_framing"
  /// Words move people as much as is assumed possible: those odds ratios at their upper ends.
  case strongFraming = "strong_framing"
  /// A question asked cold costs nothing: `allow.cold_odds_ratio` is 1, `annoyance.cold` is 0.
  case freeColdQuestion = "free_cold_question"
  /// It costs as much as is assumed possible: `allow.cold_odds_ratio` at its lower end, `annoyance.cold`
  /// at its upper.
  case costlyColdQuestion = "costly_cold_question"
  /// Experience puts people off: `allow.value` with its sign turned.
  case fallingWillingness = "falling_willingness"
  /// The app does not ask again after a request that showed no alert (`retry: never`). Another alert that may come at
  /// the ask, as they share a moment, does.
  case lostRequestNotRepeated = "lost_request_not_repeated"
  /// Another alert is up at the very moment of asking, whatever the moment is.
  case alertAtAsk = "alert_at_ask"
  /// The attribution SDK waits its default.
  case defaultWait = "default_wait"

  /// Whether it is about what the app's own code does, which its team can look up, and not about people.
  package var isOfCode: Bool { [.lostRequestNotRepeated, .alertAtAsk, .defaultWait].contains(self) }

  /// The experiment under this reading.
  ///
  /// What is assumed possible ends at the 5% and 95% quantiles, within the legal range; a known
  /// number stays, unless it stands in place of a range. Correlations whose squares would sum to more than 1 are scaled
  /// down together. A distribution whose mirror image cannot be written (beta, lognormal) is turned at its mean. What is
  /// drawn keeps its draws under the same seed.
  /// - Returns: `nil` where it would be the experiment as written.
  package func experiment(from original: Experiment) -> Experiment? {
    func least(_ number: Parameter) -> Double { original.possibleEnds(of: number).low }
    func most(_ number: Parameter) -> Double { original.possibleEnds(of: number).high }
    var experiment = original
    switch self {
    case .selectionOnly:
      experiment.changeSegments {
        let (activity, staying) = (most($0[.withActivity]), most($0[.withStaying]))
        let size = max(1, (activity * activity + staying * staying).squareRoot())
        $0.know([.withActivity: activity / size, .withStaying: staying / size, .allowValue: 0])
      }
    case .causeOnly:
      experiment.changeSegments {
        $0.know([.withActivity: 0, .withStaying: 0, .allowValue: most($0[.allowValue])])
      }
    case .noFraming: experiment.changeArms { $0.changeFraming { _ in 1 } }
    case .strongFraming: experiment.changeArms { $0.changeFraming(most) }
    case .freeColdQuestion: experiment.changeSegments { $0.know([.coldOddsRatio: 1, .annoyanceCold: 0]) }
    case .costlyColdQuestion:
      experiment.changeSegments {
        $0.know([.coldOddsRatio: least($0[.coldOddsRatio]), .annoyanceCold: most($0[.annoyanceCold])])
      }
    case .fallingWillingness: experiment.turnWillingness { -most($0) }
    case .lostRequestNotRepeated:
      experiment.changeOpenArms { arm, open in
        guard open.contains(.retry) else { return }
        arm.strategy.retry = .never
        arm.meetAlerts(open, wherever: false)
      }
    case .alertAtAsk: experiment.changeOpenArms { $0.meetAlerts($1, wherever: true) }
    case .defaultWait:
      experiment.changeOpenArms { arm, open in
        guard open.contains(.wait), let standard = Number.waitSeconds.row.standard else { return }
        arm.changeSurroundings { $0.attribution?.know([.waitSeconds: standard]) }
      }
    }
    return experiment == original ? nil : experiment
  }
}

extension HavingNumbers {
  /// Makes numbers known, or the nearest that they may be.
  fileprivate mutating func know(_ values: [Number: Double]) {
    for (number, value) in values {
      self[number] = self[number].replacing(.constant(self[number].range.clamped(value)))
    }
  }
}

extension Experiment {
  /// The ends of what is assumed possible of a number: the 5% and 95% quantiles of its distribution.
  ///
  /// A single number without measured evidence has those of what it stands in place of, or itself where it is beyond them:
  /// so a guess cannot stand for all that is possible.
  fileprivate func possibleEnds(of number: Parameter) -> (low: Double, high: Double) {
    let own = number.plausibleValues(joints)
    guard let replaced = replacedEnds(of: number) else { return (own.low, own.high) }
    return (min(own.low, replaced.low), max(own.high, replaced.high))
  }

  /// The ends of what a single number stands in place of (``OpenInputs/ranges``); `nil` where that is nothing.
  func replacedEnds(of number: Parameter) -> (low: Double, high: Double)? {
    guard number.constant != nil, let range = openInputs.ranges[number.path] else { return nil }
    let values = number.replacing(range).plausibleValues(openInputs.joints)
    return (values.low, values.high)
  }

  /// Turns the sign of what experience does.
  ///
  /// - Parameter turn: what becomes of a known number.
  fileprivate mutating func turnWillingness(known turn: (Parameter) -> Double) {
    var members: Set<Distribution> = []
    changeSegments {
      let value = $0[.allowValue]
      switch value.constant.map({ _ in .constant(turn(value)) }) ?? value.distribution.mirrored {
      case .constant(let number): $0.know([.allowValue: number])
      case .joint: members.insert(value.distribution)
      case let mirrored: $0[.allowValue] = value.replacing(mirrored)
      }
    }
    // Those of a joint distribution are turned there, so that they stay with the others.
    for joint in joints.indices {
      for member in joints[joint].mean.indices
      where joints[joint].scales[member] == .identity
        && members.contains(.joint(joints[joint].path, member: member))
      {
        joints[joint].mean[member].negate()
        joints[joint].factor[member] = joints[joint].factor[member].map { -$0 }
      }
    }
  }

  /// Changes every arm of which the file leaves something open.
  fileprivate mutating func changeOpenArms(_ change: (inout Arm, Set<OpenChoice>) -> Void) {
    let choices = openInputs.choices
    changeArms { arm in
      if let open = choices[arm.name] { change(&arm, open) }
    }
  }
}

extension Arm {
  /// Makes every odds ratio of its words known.
  fileprivate mutating func changeFraming(_ value: (Parameter) -> Double) {
    usageString.know([.usageOddsRatio: value(usageString[.usageOddsRatio])])
    prePrompt = prePrompt?.changed { screen in
      for ratio in [Number.continueOddsRatio, .allowOddsRatio] { screen.know([ratio: value(screen[ratio])]) }
    }
  }

  /// Puts other alerts up when it asks, as far as the file leaves open when they come; where it leaves open who
  /// is asked, everybody is.
  ///
  /// - Parameter wherever: whether alerts of another moment come at that of the ask, where it is open; else those of the
  ///   same moment alone.
  fileprivate mutating func meetAlerts(_ open: Set<OpenChoice>, wherever: Bool) {
    let (moment, delay) = (strategy.trigger, self[.delaySeconds])
    changeSurroundings { around in
      for index in around.alerts.indices {
        let alert = around.alerts[index]
        let moves = wherever && open.contains(.moment(alert.id))
        guard open.contains(.offset(alert.id)), moves || alert.moment == moment else { continue }
        around.alerts[index].moment = moment
        if open.contains(.share(alert.id)) { around.alerts[index].know([.alertShare: 1]) }
        // The seconds after the arm's moment at which the alert meets its ask.
        around.alerts[index][.alertOffset] =
          delay.constant.map { alert[.alertOffset].replacing(.constant($0)) } ?? delay
      }
    }
  }
}

extension Distribution {
  /// The distribution of the number with its sign turned.
  fileprivate var mirrored: Distribution {
    switch self {
    case .constant(let value): .constant(-value)
    case .normal(let mean, let sd): .normal(mean: -mean, sd: sd)
    case .uniform(let low, let high): .uniform(low: -high, high: -low)
    case .triangular(let low, let mode, let high): .triangular(low: -high, mode: -mode, high: -low)
    case .lognormal(let median, let sigma): .constant(-median * ElementaryFunctions.exp(sigma * sigma / 2))
    case .beta(let a, let b): .constant(-a / (a + b))
    // Its joint is turned instead.
    case .joint: self
    }
  }
}
