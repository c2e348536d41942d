import ExperimentDesign
public import ResultStore
public import Studies

extension RunOutline {
  /// The outline of a stored run, by its texts.
  public init(_ record: RunRecord) {
    let plan = record.plan
    self.init(
      run: record.id, name: record.name, description: record.inputs.description,
      platform: plan?.platform, context: plan?.context, settings: record.inputs.overrides)
    // What options may differ by is in no description.
    if let plan { description.objective = plan.experiment.objective }
  }

  /// The outline of a run that a plan answers.
  init(_ plan: SimulationPlan, of record: RunRecord) {
    self.init(plan)
    run = record.id
    name = record.name
    settings = record.inputs.overrides
  }

  /// The outline of a run that is not stored, under the id that it gets as the first of its content.
  init(_ plan: SimulationPlan) {
    self.init(
      run: plan.inputs.firstID, name: nil, description: plan.inputs.description, platform: plan.platform,
      context: plan.context, settings: plan.inputs.overrides)
  }
}
