import ExperimentDesign
import PromptFlow
import RandomStreams

/// Plays installs of one trial and scenario, one at a time, and tells their lives.
///
/// Every life is played second by second by the machines of `PromptFlow`, never by a short cut, with
/// the draws of the simulation: it is the life that was counted. A test counts traces again and
/// arrives at the simulation's tallies.
///
/// A class, since it owns the memory that lives are drawn into.
package final class LifeTracer {
  private let experiment: Experiment
  private let trial: Int
  private let scenario: Int
  private let stream: TrialStream
  private let numbers: TrialScenario
  private var life = Life()
  private var player = ArmPlayer<Traced>()

  /// A tracer of one trial of a simulation.
  ///
  /// - Parameters:
  ///   - simulator: the simulation.
  ///   - trial: 0-based.
  ///   - scenario: position of the scenario in the experiment.
  package init(_ simulator: Simulator, trial: Int, scenario: Int) {
    experiment = simulator.experiment
    self.trial = trial
    self.scenario = scenario
    stream = TrialStream(seed: simulator.seed, trial: UInt64(trial))
    numbers = TrialScenario(
      experiment, scenario: scenario, simulator.drawParameters(stream))
  }

  /// The life of one install under some arms.
  ///
  /// - Parameters:
  ///   - install: 0-based number of the install.
  ///   - arms: positions of the arms; `nil` for all.
  package func trace(install: Int, arms: [Int]? = nil) -> InstallTrace {
    life.begin(stream.install(UInt64(install)), in: numbers, horizon: experiment.horizonDays)
    let segment = life.segment
    let traces = (arms ?? Array(experiment.arms.indices)).map { position in
      numbers.segment(segment) { people in
        numbers.arm(segment, position) { arm in
          ArmTrace(
            arm: position, sessions: play(arm, people), standing: FinalState(player.system),
            isPersonalizable: player.outcome.personalizable,
            isReported: player.hasGate ? player.gate.isSent : nil)
        }
      }
    }
    return InstallTrace(
      trial: trial, install: install, scenario: scenario, person: person(),
      undisturbedDays: (0..<life.sessionCount).map { life.day(of: $0) }, arms: traces)
  }

  private func person() -> TracedPerson {
    numbers.segment(life.segment) { people in
      TracedPerson(
        segment: life.segment, device: life.system.device, version: life.version,
        activity: life.activity(people),
        willingness: life.willingness(people), leavingProbability: life.leavingProbability,
        answerUniform: life.stream.uniform(purpose: DrawPurpose.answer))
    }
  }

  /// Plays the whole life as ``ArmPlayer/playByMachines(_:_:_:)`` does, noting everything.
  private func play(_ arm: TrialArm, _ people: TrialSegment) -> [TracedSession] {
    let log = TraceLog()
    player.begin(life, arm)
    player.notes.log = .passUnretained(log)
    var sessions: [TracedSession] = []
    let count = life.sessionCount
    while player.session < count {
      var session = withExtendedLifetime(log) { playSession(arm, people, log) }
      player.countSessions()
      let uniform = life.leavingUniform(of: player.session)
      let isDrivenAway = life.isDrivenAway(after: player.session, stayProbability: player.stayProbability)
      session.leaving = Chance(
        probability: Leaving.probability(
          life.leavingProbability, stayProbability: player.stayProbability), uniform: uniform)
      session.departure =
        uniform < life.leavingProbability
        ? .leaves : isDrivenAway ? .drivenAway : player.session + 1 == count ? .horizon : .stays
      sessions.append(session)
      if isDrivenAway { break }
      player.session += 1
    }
    player.finish()
    return sessions
  }

  private func playSession(_ arm: TrialArm, _ people: TrialSegment, _ log: TraceLog) -> TracedSession {
    let unanswered = player.outcome.unansweredAlerts
    log.beginSession()
    player.beginSession(&life, arm, people)
    while !player.sessionIsOver {
      let (stage, screen, consent) = (player.flow.stage, player.layer, player.consent)
      player.step(&life, arm, people)
      player.noteStanding(since: stage, screen, consent)
    }
    player.endSession()
    let moments = log.moments
    let leftPrePrompt =
      if case .prePromptEnded(.left) = moments.last?.event { true } else { false }
    let end: SessionEnd =
      player.outcome.unansweredAlerts > unanswered
      ? .leftAlert
      : leftPrePrompt ? .leftPrePrompt : player.hasContent ? .ranItsCourse : .leftOnboarding
    return TracedSession(
      number: player.session + 1, day: life.day(of: player.session), moments: moments,
      seconds: player.now, end: end, status: player.status,
      identifierIsReadable: player.identifierIsReadable, departure: .stays,
      leaving: Chance(probability: 0, uniform: 1))
  }
}
