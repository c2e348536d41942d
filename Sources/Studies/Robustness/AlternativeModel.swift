public import ExperimentDesign
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

  /// What a model is about.
  public enum Kind: String, Sendable, Codable {
    /// What people are like.
    case people
    /// What the app's own code does, which its team can look up.
    case code
  }

  package var kind: Kind {
    [.lostRequestNotRepeated, .alertAtAsk, .defaultWait].contains(self) ? .code : .people
  }

  /// The one number that this reading is about, and what it is then, wherever the file has it; `nil` for several numbers
  /// and for an end of what is assumed possible.
  public var assumedValue: (path: String, value: Double)? {
    self == .selectionOnly
      ? ("allow.value", 0) : self == .freeColdQuestion ? ("allow.cold_odds_ratio", 1) : nil
  }

  /// The experiment under this reading.
  ///
  /// What is assumed possible ends at the 5% and 95% quantiles, within the legal range; a known
  /// number stays, unless it stands in place of a range. Correlations whose squares would sum to more than 1 are scaled
  /// down together. A distribution whose mirror image cannot be written (beta, lognormal) is turned at its mean. What is
  /// drawn keeps its draws under the same seed.
  /// - Returns: `nil` where it would be the experiment as written.
  public func experiment(from original: Experiment) -> Experiment? {
    var alternative = original
    change(&alternative, from: original)
    return alternative == original ? nil : alternative
  }

  private func change(_ experiment: inout Experiment, from original: Experiment) {
    func least(_ number: Parameter) -> Double { original.possibleEnds(of: number).low }
    func most(_ number: Parameter) -> Double { original.possibleEnds(of: number).high }
    switch self {
    case .selectionOnly:
      experiment.changeSegments {
        let (activity, staying) = (most($0[.withActivity]), most($0[.withStaying]))
        let size = max(1, (activity * activity + staying * staying).squareRoot())
        $0[.withActivity].know(activity / size)
        $0[.withStaying].know(staying / size)
        $0[.allowValue].know(0)
      }
    case .causeOnly:
      experiment.changeSegments {
        $0[.withActivity].know(0)
        $0[.withStaying].know(0)
        $0[.allowValue].know(most($0[.allowValue]))
      }
    case .noFraming: experiment.changeArms { $0.changeFraming { $0.know(1) } }
    case .strongFraming: experiment.changeArms { $0.changeFraming { $0.know(most($0)) } }
    case .freeColdQuestion:
      experiment.changeSegments {
        $0[.coldOddsRatio].know(1)
        $0[.annoyanceCold].know(0)
      }
    case .costlyColdQuestion:
      experiment.changeSegments {
        $0[.coldOddsRatio].know(least($0[.coldOddsRatio]))
        $0[.annoyanceCold].know(most($0[.annoyanceCold]))
      }
    case .fallingWillingness: experiment.turnWillingness(known: { -most($0) })
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
        arm.changeSurroundings { $0.attribution?[.waitSeconds].know(standard) }
      }
    }
  }
}

extension Parameter {
  /// Makes it a known number, or the nearest that it may be.
  fileprivate mutating func know(_ value: Double) { self = replacing(.constant(range.clamped(value))) }
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

  /// Turns what experience does.
  ///
  /// - Parameter turn: what becomes of a known number.
  fileprivate mutating func turnWillingness(known turn: (Parameter) -> Double) {
    var turned: Set<Distribution> = []
    changeSegments { segment in
      let value = segment[.allowValue]
      if case .joint = value.distribution { turned.insert(value.distribution) }
      let mirrored = value.constant == nil ? value.distribution.mirrored : .constant(turn(value))
      if case .constant(let number) = mirrored {
        segment[.allowValue].know(number)
      } else {
        segment[.allowValue] = value.replacing(mirrored)
      }
    }
    for index in joints.indices { joints[index].mirror(turned) }
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
  /// Changes every odds ratio of its words.
  fileprivate mutating func changeFraming(_ change: (inout Parameter) -> Void) {
    change(&usageString[.usageOddsRatio])
    guard var screen = prePrompt else { return }
    change(&screen[.continueOddsRatio])
    change(&screen[.allowOddsRatio])
    prePrompt = screen
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
        if open.contains(.share(alert.id)) { around.alerts[index][.alertShare].know(1) }
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

extension JointDistribution {
  /// Turns the sign of those members on the identity scale that are named.
  fileprivate mutating func mirror(_ members: Set<Distribution>) {
    for member in mean.indices where members.contains(.joint(path, member: member)) {
      guard scales[member] == .identity else { continue }
      mean[member].negate()
      for column in factor[member].indices { factor[member][column].negate() }
    }
  }
}
