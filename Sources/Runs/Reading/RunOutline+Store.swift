import ExperimentDesign
public import ResultStore
public import Studies

extension RunOutline {
  /// The outline of a stored run, by its texts.
  public init(_ record: RunRecord) {
    let plan = record.plan
    self.init(record.inputs.description, run: record.id)
    (name, assumedOtherwise) = (record.name, record.inputs.texts.assumedOtherwise)
    (platform, context) = (plan?.platform, plan?.context)
    // What options may differ by is in no description.
    if let plan { description.objective = plan.experiment.objective }
  }

  /// The outline of a run that a plan answers.
  init(_ plan: SimulationPlan, of record: RunRecord) {
    self.init(plan)
    (run, name, assumedOtherwise) = (record.id, record.name, record.inputs.texts.assumedOtherwise)
  }

  /// The outline of a run that is not stored, under the id that it gets as the first of its content.
  init(_ plan: SimulationPlan) {
    self.init(plan.inputs.description, run: plan.inputs.firstID)
    (platform, context, assumedOtherwise) = (plan.platform, plan.context, plan.inputs.texts.assumedOtherwise)
  }
}
