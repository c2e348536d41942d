import ExperimentDesign
import ResultStore
import Studies

extension RunOutline {
  /// The outline of a stored run.
  init(_ record: RunRecord) throws(UnreadableRun) {
    let inputs = record.inputs
    guard let objective = Objective(named: inputs.objective) else {
      throw UnreadableRun(run: record.id, what: "its objective '\(inputs.objective)'")
    }
    guard let baseline = inputs.arms.firstIndex(where: { $0.name == inputs.baseline }) else {
      throw UnreadableRun(run: record.id, what: "its baseline '\(inputs.baseline)'")
    }
    self.init(
      run: record.id, name: record.name, experiment: inputs.experiment, question: inputs.question,
      seed: inputs.seed, trials: inputs.trials, installs: inputs.installs,
      horizonDays: inputs.horizonDays, engine: inputs.engine, design: inputs.design,
      baseline: baseline, objective: objective,
      scenarios: inputs.scenarios.map {
        ScenarioOutline(name: $0.name, segments: $0.segments.map(\.name))
      },
      arms: inputs.arms.map {
        ArmOutline(
          name: $0.name, ask: $0.ask, prePrompt: $0.prePrompt, usageString: $0.usageString,
          findings: $0.findings, metrics: $0.metrics)
      },
      parameters: inputs.parameters.map {
        ParameterOutline(place: $0.place, law: $0.law, isDrawn: $0.value == nil, evidence: $0.evidence)
      },
      platform: record.platform)
  }
}

/// A stored run that this version cannot make sense of.
struct UnreadableRun: CommandFailure, CustomStringConvertible {
  var run: String
  var what: String

  var description: String {
    "run \(run) cannot be read: \(what) is unknown to this version; use the att-lab that made it"
  }

  var exitStatus: ExitStatus { .failed }
  var lines: [String] { ["error: \(self)"] }
}
