import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Studies
import Testing

@Suite("Alternative models of an answer")
struct AlternativeStudyTests {
  /// Asking after four sessions wins as written, because experience persuades.
  private func experiment() -> Experiment {
    let experiment = makeExperiment(
      [
        makeSegment {
          $0.events = [events(0, perSession: 3, value: 1)]
          $0.allow = $0.allow.replacing(value: known(1.5))
          $0.visits = VisitModel(rate: .constant(known(2)), leaving: .constant(known(0.05)))
        }
      ], [makeArm("now", .launch), makeArm("later", .event(EventKind(rawValue: 0), count: 4))])
    return valid(try experiment.replacing(trials: 20, installs: 400))
  }

  private func outline(_ experiment: Experiment) -> RunOutline {
    var description = RunDescription(of: experiment, seed: 3, engine: "1")
    description.parameters = []
    return RunOutline(
      run: "0123456789", name: nil, description: description, objective: experiment.objective)
  }

  @Test("a winner that needs experience to persuade falls where it does not, and nobody else is judged")
  func falls() async throws {
    let experiment = experiment()
    let summary = try await simulated(experiment, outline(experiment), seed: 3)
    #expect(summary.scenarios[0].verdict?.best == 1)
    let judged = try await AlternativeStudy(of: experiment, seed: 3, threads: 2)
      .judged(summary) { false }
    let alternatives = try #require(judged.scenarios[0].alternatives)
    // No words move anybody in this file, so that alternative model is left out.
    #expect(alternatives.map(\.model) == [.selectionOnly, .fallingWillingness])
    for alternative in alternatives {
      #expect(alternative.outcome == .falls && alternative.best == 0)
      #expect(try #require(alternative.lead).mean > 0)
    }
  }

  @Test("alternative models have many small trials, no more than the run and no larger")
  func sizes() {
    for (run, expected) in [
      ((3_000, 1_500), (400, 500)), ((100, 20_000), (100, 2_000)), ((6, 20_000), (6, 2_000)),
      ((20, 400), (20, 400)),
    ] {
      let size = AlternativeStudy.size(trials: run.0, installs: run.1)
      #expect(size.trials == expected.0 && size.installs == expected.1)
    }
  }

  @Test("a study that is stopped leaves the answer as it was")
  func stopped() async throws {
    let experiment = experiment()
    let summary = try await simulated(experiment, outline(experiment), seed: 3)
    let judged = try await AlternativeStudy(of: experiment, seed: 3, threads: 1)
      .judged(summary) { true }
    #expect(judged == summary)
  }
}
