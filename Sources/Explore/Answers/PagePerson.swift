import ExperimentDesign
import Reviews
import Runs
import Simulation
import TextFormats

/// What one person sees under every option, and the next one for whom it ends otherwise.
struct PagePerson {
  private let plan: SimulationPlan
  private let simulator: Simulator
  private let scenario: Int

  /// - Parameter scenario: the name of one; of none, or one that the experiment does not have, it is the first.
  init(_ plan: SimulationPlan, scenario: String?) {
    self.plan = plan
    simulator = Simulator(experiment: plan.experiment, seed: plan.seed)
    self.scenario = plan.experiment.scenarios.firstIndex { $0.name == scenario } ?? 0
  }

  /// What is looked for.
  enum Sought: String, CaseIterable {
    /// An install for whom the options end differently, to begin with.
    case difference
    /// The next one for whom it ends otherwise than for this one.
    case otherOutcome = "other_outcome"
  }

  /// Installs that are looked at for another outcome.
  private static let mostLookedAt = 2_000

  /// - Parameters:
  ///   - trial: counted round the trials that there are.
  ///   - install: counted round the installs of a trial.
  ///   - seeks: the install that is looked for from this one on; `nil` for this one.
  func json(trial: Int, install: Int, seeks: Sought?) throws -> JSONValue {
    let trial = trial % plan.experiment.trials
    var install = install % plan.experiment.installs
    let tracer = LifeTracer(simulator, trial: trial, scenario: scenario)
    func strips() -> TraceStrips {
      TraceStrips(experiment: plan.experiment, trace: tracer.trace(install: install))
    }
    var shown = strips()
    var isFound = true
    if let seeks {
      let (first, start) = (shown, install)
      isFound = seeks == .difference && Set(first.outcome).count > 1
      var lookedAt = 0
      while !isFound, lookedAt < Self.mostLookedAt {
        install = (install + 1) % plan.experiment.installs
        guard install != start else { break }
        shown = strips()
        lookedAt += 1
        switch seeks {
        case .difference: isFound = Set(shown.outcome).count > 1
        case .otherOutcome: isFound = shown.outcome != first.outcome
        }
      }
      if !isFound {
        install = start
        shown = first
      }
    }
    guard case .object(let members) = try shown.json() else { return .null }
    let scenarios = plan.experiment.scenarios.map(\.name)
    return .object(
      members + [
        ("found", .flag(isFound)), ("scenario", .text(scenarios[scenario])), ("scenarios", .texts(scenarios)),
      ])
  }
}
