import ExperimentDesign
import Inference
import Rendering
import Studies
import TextFormats

/// A run's answer as data, schema `att-lab/run/1`: numbers at full precision, options by name, absent values null.
struct RunFinding: Encodable {
  let schema = "att-lab/run/1"
  let run: String
  let name: String?
  let experiment: String
  let question: String?
  let seed: UInt64
  let trials: Int
  let plannedTrials: Int
  let installs: Int
  let engine: String
  let testInstallsPerArm: Int?
  let baseline: String
  let objective: String
  let segment: String?
  /// What was set from outside, as `path=value`.
  let settings: [String]
  let inputs: InputCounts
  /// What to do in each scenario, where it is not the same.
  let dependsOnScenario: [ScenarioDependence.Choice]?
  let stopping: Stopping?
  let fileFindings: [FindingRow]?
  let scenarios: ByName<ScenarioFinding>
  let steps: [Step]

  struct Stopping: Encodable { let goal: Double, reached: Double?, met: Bool }
  struct Step: Encodable { let kind: String, command: String }

  init(_ page: RunPage) {
    let (answer, outline) = (page.answer, page.outline)
    let summary = answer.summary
    run = outline.run
    name = outline.name
    experiment = outline.experiment
    question = outline.question
    seed = outline.seed
    trials = summary.trials
    plannedTrials = outline.trials
    installs = outline.installs
    engine = outline.engine
    testInstallsPerArm = outline.context?.testInstalls
    baseline = outline.arms[outline.baseline].name
    objective = outline.objective.name
    segment = summary.segment
    settings = outline.assumedOtherwise
    inputs = summary.inputCounts
    dependsOnScenario = answer.dependence?.choices
    stopping = summary.stopping.map { Stopping(goal: $0.goal, reached: $0.reached, met: $0.isMet) }
    fileFindings = outline.platform.map { FindingRow.all(in: $0) { $0.arms.isEmpty } }
    scenarios = ByName(
      answer.scenarios.map { ($0.found.name, ScenarioFinding($0, of: summary, page.words($0))) })
    steps = answer.steps.compactMap { step in
      page.commands.command(step, of: outline).map { Step(kind: step.kind, command: $0) }
    }
  }
}

/// What a run answers under one scenario.
struct ScenarioFinding: Encodable {
  let advice: AdviceFinding
  let confidence: ConfidenceFinding?
  let cautions: [CautionFinding]
  let decidedBy: DecidingInput?
  let arms: ByName<ArmFinding>
  let differences: ByName<ByName<DifferenceFinding>>
  let margin: Double?
  let nearTwins: [Twins]
  let valueOfPerfectInformation: Double?
  let valueOfPerfectInformationMcse: Double?
  let best: String?
  let runnerUp: String?
  let lead: EstimateFinding?
  let notToldApartFromBest: [String]
  let goals: [Goal]
  let blockers: [BlockerFinding]
  let alternativeModels: [Model]?
  let inputSearch: Search?
  let sourcesOfUncertainty: Sources?
  let sensitivity: Sensitivity?
  let rankCorrelations: [Correlation]

  struct Twins: Encodable { let arms: [String], within: Double, chanceBest: Double, chanceBestMcse: Double }
  struct Goal: Encodable {
    let metric: String, ranking: [String], tied: [String]
    let means: ByName<Double>, chanceBest: ByName<Double>
  }
  struct Model: Encodable {
    let model: String, outcome: String, best: String, lead: Double?, leadMcse: Double?
  }
  struct Search: Encodable { let simulated: Int, changedBy: Change? }
  struct Change: Encodable { let inputs: [Input], best: String, lead: Double?, leadMcse: Double? }
  struct Input: Encodable { let parameter: String, quantile: Double, value: Double }
  struct Sources: Encodable {
    let parameters: Double?, parametersMcse: Double?, test: Double?, simulation: Double
    let withFourTimesTheTrials: Double, withTwiceTheInstalls: Double?
  }
  struct Sensitivity: Encodable { let parameters: [Row], sampling: Double?, rest: Double, trials: Int }
  struct Row: Encodable {
    let places: [String], share: Double, shareMcse: Double
    let valueOfLearning: Double?, valueOfLearningMcse: Double?
    let breakEven: Double?, breakEven95: [Double]?
    /// Of inputs drawn together: the break-even value of each, and the ends of its 95% interval.
    let breakEvenTogether: ByName<[Double]>
  }
  struct Correlation: Encodable { let parameter: String, rankCorrelation: Double }

  init(_ scenario: ScenarioAnswer, of summary: RunSummary, _ words: ScenarioWords) {
    let (outline, found) = (summary.outline, scenario.found)
    func name(_ arm: Int) -> String { outline.arms[arm].name }
    advice = AdviceFinding(scenario.decided)
    confidence = scenario.decided.confidence.map(ConfidenceFinding.init)
    cautions = zip(scenario.cautions, words.cautions).map { CautionFinding($0, $1) }
    decidedBy = scenario.deciding
    let positions = Array(outline.arms.indices)
    arms = ByName(positions.map { (name($0), ArmFinding($0, in: found, outline)) })
    differences = ByName(
      positions.filter { $0 != outline.baseline }.map {
        (name($0), DifferenceFinding.all(ofArm: $0, in: found, outline))
      })
    margin = found.decision?.margin
    nearTwins = (found.decision?.nearTwins ?? []).map {
      Twins(
        arms: $0.arms.map(name), within: $0.distance, chanceBest: $0.best.value,
        chanceBestMcse: $0.best.mcse)
    }
    valueOfPerfectInformation = found.decision?.valueOfPerfectInformation?.value
    valueOfPerfectInformationMcse = found.decision?.valueOfPerfectInformation?.mcse
    best = found.verdict.map { name($0.best) }
    runnerUp = found.verdict?.runnerUp.map(name)
    lead = found.verdict?.runnerUp.map { _ in EstimateFinding(found.verdict?.lead) }
    notToldApartFromBest = (found.verdict?.tied ?? []).map(name)
    goals = found.goals.map { goal in
      func named(_ values: [Double?]) -> ByName<Double> {
        ByName(values.enumerated().compactMap { arm, value in value.map { (name(arm), $0) } })
      }
      return Goal(
        metric: goal.metric.rawValue, ranking: goal.ranking.map(name),
        tied: (goal.isTie ? goal.tied : []).map(name), means: named(goal.means),
        chanceBest: named(goal.chances.map { $0?.value }))
    }
    blockers = found.blockers.map { BlockerFinding($0, of: outline) }
    alternativeModels = found.alternatives?.map {
      Model(
        model: $0.model.rawValue, outcome: $0.outcome.rawValue, best: name($0.best), lead: $0.lead?.mean,
        leadMcse: $0.lead?.mcse)
    }
    inputSearch = found.inputSearch.map { search in
      Search(
        simulated: search.settings.count,
        changedBy: search.change.map { change in
          Change(
            inputs: change.inputs.map {
              Input(parameter: $0.path, quantile: $0.probability, value: $0.value)
            }, best: name(change.best), lead: change.lead?.mean, leadMcse: change.lead?.mcse)
        })
    }
    sourcesOfUncertainty = found.uncertaintySources.map {
      Sources(
        parameters: $0.parameters?.value, parametersMcse: $0.parameters?.mcse, test: $0.test,
        simulation: $0.simulation, withFourTimesTheTrials: $0.withFourTimesTheTrials,
        withTwiceTheInstalls: $0.withTwiceTheInstalls)
    }
    sensitivity = found.sensitivity.map { sensitivity in
      Sensitivity(
        parameters: sensitivity.rows.map { row in
          Row(
            places: row.parameters, share: row.share.value, shareMcse: row.share.mcse,
            valueOfLearning: row.value?.value, valueOfLearningMcse: row.value?.mcse,
            breakEven: row.flip?.value, breakEven95: row.flip.map { [$0.lower, $0.upper] },
            breakEvenTogether: ByName(
              row.members.map { ($0.parameter, [$0.flip.value, $0.flip.lower, $0.flip.upper]) }))
        }, sampling: sensitivity.sampling, rest: sensitivity.rest, trials: sensitivity.trials)
    }
    rankCorrelations = found.assumptions.map {
      Correlation(parameter: $0.parameter, rankCorrelation: $0.correlation)
    }
  }
}
