import ExperimentDesign
import Reviews
import Runs
import Simulation
import TextFormats

/// What one person sees under every option, and the next one for whom it ends otherwise.
struct PagePerson {
  /// What is looked for.
  enum Sought: String, Decodable {
    /// An install for whom the options end differently, to begin with.
    case difference
    /// The next one for whom it ends otherwise than for this one.
    case otherOutcome = "other_outcome"
  }

  private let experiment: Experiment
  private let scenario: Int
  private let tracer: LifeTracer

  /// - Parameters:
  ///   - scenario: the name of one; of none, or one that the experiment does not have, it is the first.
  ///   - trial: counted round the trials that there are.
  init(_ plan: SimulationPlan, scenario: String?, trial: Int) {
    experiment = plan.experiment
    self.scenario = experiment.scenarios.firstIndex { $0.name == scenario } ?? 0
    tracer = LifeTracer(
      Simulator(experiment: experiment, seed: plan.seed), trial: trial % experiment.trials,
      scenario: self.scenario)
  }

  /// Installs that are looked at for another outcome.
  private static let mostLookedAt = 2_000

  /// - Parameters:
  ///   - install: counted round the installs of a trial.
  ///   - seeks: the install that is looked for from this one on; `nil` for this one.
  func json(install: Int, seeks: Sought?) throws -> JSONValue {
    func strips(_ further: Int) -> TraceStrips {
      let install = (install + further) % experiment.installs
      return TraceStrips(experiment: experiment, trace: tracer.trace(install: install))
    }
    let first = strips(0)
    let found = (0...min(Self.mostLookedAt, experiment.installs - 1)).lazy.map(strips).first { other in
      switch seeks {
      case nil: true
      case .difference: Set(other.outcome).count > 1
      case .otherOutcome: other.outcome != first.outcome
      }
    }
    guard case .object(let members) = (found ?? first).json else { return .null }
    let scenarios = experiment.scenarios.map(\.name)
    return .object(
      members + [
        ("found", .flag(found != nil)), ("scenario", .text(scenarios[scenario])),
        ("scenarios", .texts(scenarios)),
      ])
  }
}
