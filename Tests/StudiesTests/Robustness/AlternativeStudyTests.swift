import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Studies

@Suite("Alternative models of an answer")
struct AlternativeStudyTests {
  /// Asking now or after so many events, of which a session has three.
  private func experiment(after count: Int = 4, _ people: (inout Segment) -> Void) -> Experiment {
    let segment = makeSegment {
      $0.events = [events(0, perSession: 3)]
      people(&$0)
    }
    let later = AskTrigger.event(EventKind(rawValue: 0), count: count)
    return makeExperiment([segment], [makeArm("now", .launch), makeArm("later", later)]).changed {
      $0.trials = 20
      $0.installs = 400
    }
  }

  /// Asking later wins as written, because experience persuades.
  private func persuaded() -> Experiment {
    experiment {
      $0.events = [events(0, perSession: 3, value: 1)]
      $0[.allowValue] = 1.5
      $0.visits = VisitModel(rate: .constant(known(2)), leaving: .constant(known(0.05)))
    }
  }

  private func outline(_ experiment: Experiment) -> RunOutline {
    var outline = RunOutline(of: experiment)
    outline.description.parameters = []
    outline.context = AnswerContext(experiment)
    return outline
  }

  @Test("a winner that needs experience to persuade falls where it does not, and nobody else is judged")
  func falls() async throws {
    let experiment = persuaded()
    let trials = simulatedTrials(experiment, outline(experiment), seed: 3)
    let summary = try trials.summary()
    #expect(summary.scenarios[0].verdict?.best == 1)
    let judged = try await trials.judged(summary)
    let alternatives = try #require(judged.scenarios[0].alternatives)
    // No words move anybody in this file, so that alternative model is left out.
    #expect(alternatives.map(\.tried.model) == [.selectionOnly, .fallingWillingness])
    for alternative in alternatives {
      #expect(
        alternative.outcome == .falls && alternative.best == 0 && alternative.tried.model?.isOfCode == false)
      let lead = alternative.lead.value
      let means = alternative.means.compactMap { $0 }
      #expect(lead > 0 && means.count == 2 && abs(means[0] - means[1] - lead) < 0.03)
    }
  }

  @Test("a lost request that is not repeated leaves nothing of asking where push is asked")
  func lostRequest() async throws {
    let push = competingAlert(7, share: 0.6, offset: 1)
    var experiment = experiment { $0.surroundings = Surroundings(alerts: [push]) }
    let open: Set<OpenChoice> = [.retry, .offset(7), .share(7)]
    experiment.openInputs = OpenInputs(choices: ["now": open, "later": open])
    let trials = simulatedTrials(experiment, outline(experiment), seed: 3)
    let summary = try trials.summary()
    #expect(summary.scenarios[0].verdict?.best == 0)
    let judged = try await trials.judged(summary)
    let lost = try #require(
      judged.scenarios[0].alternatives?.first { $0.tried.model == .lostRequestNotRepeated })
    #expect(lost.outcome == .falls && lost.best == 1 && lost.means[0] == 0 && (lost.means[1] ?? 0) > 0.1)
    #expect(judged.scenarios[0].exactInputs.isEmpty)
    #expect(judged.scenarios[0].alternatives?.allSatisfy { $0.tried.input == nil } == true)
  }

  @Test("a guess without which another option is best is a condition of the answer, and no other number is")
  func exactNumbers() async throws {
    var experiment = experiment(after: 2) {
      $0[.coldOddsRatio] = uncertain(.constant(1), at: "cold", in: .positive)
      $0[.unanswered] = uncertain(.constant(0.02), at: "unanswered", in: .probability)
    }
    experiment.openInputs = OpenInputs(
      ranges: ["cold": .lognormal(median: 0.7, sigma: 0.7), "unanswered": .uniform(low: 0, high: 0.06)])
    let trials = simulatedTrials(experiment, outline(experiment), seed: 3)
    let summary = try trials.summary()
    let judged = try await trials.judged(summary)
    let scenario = judged.scenarios[0]
    #expect(scenario.verdict?.best == 0)
    #expect(scenario.exactInputs == [ExactInput(path: "cold", value: 1)])
    let numbers = try #require(scenario.alternatives).filter { $0.tried.input != nil }
    #expect(numbers.map(\.tried.input?.path) == ["cold", "cold", "unanswered", "unanswered"])
    #expect(numbers.map(\.tried.probability) == [0.05, 0.95, 0.05, 0.95])
    #expect(numbers[0].outcome == .falls && trials.isJudged(judged))
    // Another text of the same experiment may leave other numbers open.
    experiment.openInputs = OpenInputs()
    #expect(!RunSummaryBuilder(outline(experiment)).isJudged(judged))
  }

  @Test("alternative models have many small trials, no more than the run and no larger")
  func sizes() {
    for (run, expected) in [
      ((3_000, 1_500), (400, 30)), ((100, 20_000), (100, 120)), ((6, 20_000), (6, 2_000)),
      ((20, 400), (20, 400)),
    ] {
      let size = RunSummaryBuilder.sizeOfAlternatives(trials: run.0, installs: run.1)
      #expect(size.trials == expected.0 && size.installs == expected.1)
    }
  }

  @Test("a study that is stopped leaves the answer as it was")
  func stopped() async throws {
    let experiment = persuaded()
    var trials = simulatedTrials(experiment, outline(experiment), seed: 3)
    let summary = try trials.summary()
    trials.shouldStop = { true }
    let judged = try await trials.judged(summary)
    #expect(judged == summary)
  }
}
