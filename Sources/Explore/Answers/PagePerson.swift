import ExperimentDesign
import Reviews
import Runs
import Simulation
import TextFormats

/// What one person sees under every option, and the next one for whom it ends otherwise.
struct PagePerson {
  private let plan: SimulationPlan
  private let simulator: Simulator

  init(_ plan: SimulationPlan) {
    self.plan = plan
    simulator = Simulator(experiment: plan.experiment, seed: plan.seed)
  }

  /// Installs that are looked at for another outcome.
  private static let mostLookedAt = 2_000

  /// - Parameters:
  ///   - trial: counted round the trials that there are.
  ///   - install: counted round the installs of a trial.
  ///   - otherOutcome: whether to look for the next install that ends otherwise than this one.
  func json(trial: Int, install: Int, otherOutcome: Bool) throws -> JSONValue {
    let trial = trial % plan.experiment.trials
    var install = install % plan.experiment.installs
    let tracer = LifeTracer(simulator, trial: trial, scenario: 0)
    func strips() -> TraceStrips {
      TraceStrips(experiment: plan.experiment, trace: tracer.trace(install: install))
    }
    var shown = strips()
    var isFound = true
    if otherOutcome {
      let (before, start) = (shown.outcome, install)
      var lookedAt = 0
      repeat {
        install = (install + 1) % plan.experiment.installs
        shown = strips()
        lookedAt += 1
      } while shown.outcome == before && install != start && lookedAt < Self.mostLookedAt
      isFound = shown.outcome != before
    }
    guard case .object(let members) = shown.json else { return shown.json }
    return .object(members + [("found", .flag(isFound))])
  }
}
