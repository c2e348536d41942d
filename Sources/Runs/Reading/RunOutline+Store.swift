import ExperimentDesign
public import ResultStore
public import Studies

extension RunOutline {
  /// The outline of a stored run, by its texts.
  public init(_ record: RunRecord) {
    let description = record.inputs.description
    let stored = StoredExperiment(record: record)
    self.init(
      run: record.id, name: record.name, description: description,
      objective: stored.experiment?.objective ?? description.objective,
      platform: stored.platform, context: stored.context, settings: record.inputs.overrides)
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
    let description = plan.inputs.description
    self.init(
      run: plan.inputs.firstID, name: nil, description: description, objective: description.objective,
      platform: plan.platform, context: plan.context, settings: plan.inputs.overrides)
  }
}
