import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Testing

@testable import Studies

@Suite("Inputs that change a recommendation")
struct InputSearchTests {
  /// Asking at launch, cold, against asking after two events, where a tenth fewer are reached.
  private func experiment(cold: Distribution, joints: [JointDistribution] = []) -> Experiment {
    let experiment = makeExperiment(
      [
        makeSegment {
          $0.events = [events(0, perSession: 3, value: 0)]
          $0.allow = $0.allow.replacing(coldOddsRatio: uncertain(cold, at: "cold"))
          $0.allow = $0.allow.replacing(rate: uncertain(.beta(a: 40, b: 60), at: "rate"))
        }
      ], [makeArm("now", .launch), makeArm("later", .event(EventKind(rawValue: 0), count: 2))],
      installs: 400, joints: joints)
    return valid(try experiment.replacing(trials: 60))
  }

  private func judged(_ experiment: Experiment) async throws -> ScenarioSummary {
    var outline = RunOutline(of: experiment)
    outline.parameters = ["cold", "rate"].map {
      RunDescription.Parameter(
        path: $0, knowledge: .distribution(""), value: nil, evidence: Evidence(grade: .assumed))
    }
    let study = AlternativeStudy(of: experiment, seed: 3, threads: 2)
    let summary = try await study.judged(simulated(experiment, outline, seed: 3)) { false }
    #expect(try study.isWhole(in: summary))
    return summary.scenarios[0]
  }

  @Test("the cold question's quantile turns an answer that every other input leaves alone")
  func turned() async throws {
    let scenario = try await judged(experiment(cold: .lognormal(median: 2, sigma: 0.7)))
    #expect(scenario.verdict?.best == 0)
    let search = try #require(scenario.inputSearch)
    let change = try #require(search.change)
    #expect(change.inputs.map(\.path) == ["cold"] && change.inputs[0].probability == 0.05)
    #expect(change.best == 1 && (change.lead?.mean ?? 0) > 0)
    // It is predicted to be the worst, so that it is simulated first and the search ends.
    #expect(search.settings.count == 1)
    let alternatives = try #require(scenario.alternatives)
    #expect(alternatives.map(\.model) == [.freeColdQuestion, .costlyColdQuestion])
    #expect(alternatives.map(\.outcome) == [.stands, .falls])
    #expect(alternatives.allSatisfy { ($0.lead?.mean ?? 0) > 0 })
  }

  @Test("an answer that nothing turns is tried once, and found to stand")
  func stands() async throws {
    let scenario = try await judged(experiment(cold: .uniform(low: 1, high: 1.1)))
    let search = try #require(scenario.inputSearch)
    #expect(search.settings.count == 1 && search.change == nil)
    #expect(search.settings[0].outcome == .stands && search.settings[0].best == 0)
  }

  @Test("two inputs are tried where none is enough by itself")
  func pairs() throws {
    // The lead is 1 − a − b, each of them ±0.7 at its quantiles.
    let first = (0..<100).map { Double($0 % 10) / 4.5 - 1 }
    let second = (0..<100).map { Double($0 / 10) / 4.5 - 1 }
    let inputs = ["a", "b"].map { path in
      (
        low: InputQuantile(path: path, probability: 0.05, value: -0.7),
        high: InputQuantile(path: path, probability: 0.95, value: 0.7)
      )
    }
    let adverse = try AdverseSettings(
      leads: [TrialColumn(zip(first, second).map { 1 - $0 - $1 }), TrialColumn(first.map { _ in 5 })],
      inputs: inputs, draws: [first, second])
    #expect(adverse.settings == [[inputs[0].high], [inputs[0].high, inputs[1].high]])
  }

  @Test("what is drawn together with an input follows it")
  func joint() throws {
    let together = try JointDistribution(
      path: "j", paths: ["allow.value", "allow.cold_odds_ratio"], scales: [.identity, .log],
      ranges: [.real, .positive], mean: [0.25, 0], factor: [[0.1], [0.3, 0.4]])
    let written = experiment(cold: .joint("j", member: 1), joints: [together])
    let fixed = try written.fixing([InputQuantile(path: "cold", probability: 0.05, value: 0.60653065971)])
    // Covariance 0.03, variance 0.25: −0.5 on its scale moves the other by −0.06, of whose variance
    // 0.01 − 0.03²/0.25 is left.
    let joint = fixed.joints[0]
    #expect(abs(joint.mean[0] - 0.19) < 1e-9 && abs(joint.mean[1] + 0.5) < 1e-9)
    #expect(abs(joint.factor[0][0] - 0.0064.squareRoot()) < 1e-12 && joint.factor[1] == [0, 0])
    #expect(fixed.scenarios[0].segments[0].allow.coldOddsRatio.constant == 0.60653065971)
  }
}
