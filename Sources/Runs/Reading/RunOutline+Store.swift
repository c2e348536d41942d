import ExperimentDesign
public import ResultStore
public import Studies

extension RunOutline {
  /// The outline of a stored run, by its texts.
  public init(_ record: RunRecord) {
    let plan = record.plan
    self.init(record.inputs.description, run: record.id)
    (name, settings) = (record.name, record.inputs.overrides)
    (platform, context) = (plan?.platform, plan?.context)
    // What options may differ by is in no description.
    if let plan { description.objective = plan.experiment.objective }
  }

  /// The outline of a run that a plan answers.
  init(_ plan: SimulationPlan, of record: RunRecord) {
    self.init(plan)
    (run, name, settings) = (record.id, record.name, record.inputs.overrides)
  }

  /// The outline of a run that is not stored, under the id that it gets as the first of its content.
  init(_ plan: SimulationPlan) {
    self.init(plan.inputs.description, run: plan.inputs.firstID)
    (platform, context, settings) = (plan.platform, plan.context, plan.inputs.overrides)
  }
}
