import ExperimentDesign
import ExperimentFiles
import Foundation
import ResultStore
import Runs
import ScratchFolders
import Studies
import Testing
import TextFormats

@Suite("A finished test updates what a file says")
struct UpdateTests {
  private let scratch = Scratch()

  private func updated(
    _ path: String, _ counts: String, day: Int = 7, name: String = "test.csv", leastTells: Double = 0.05,
    installs: Int = 4_000
  ) async throws -> CalibrationPlan.Outcome {
    let plan = try CalibrationPlan(path: path)
    let data = try calibrationData(counts, plan.file.experiment.arms.map(\.name), day: day, file: name)
    var request = Calibration.Request(seed: plan.seed, threads: 2)
    request.installs = installs
    request.leastTells = leastTells
    return try await plan.calibrated(
      to: data, sources: [DataSource(name: name, bytes: Array(counts.utf8))], date: nil,
      test: finishedTest(counts), request)
  }

  /// A file with an option more, which asks by a text whose odds ratio is log-normal.
  private func withWarm(_ text: String, _ odds: String, words: String = "Keeps it free.") -> String {
    let warm = "}, warm: {text: \"\(words)\", odds_ratio: {lognormal: [\(odds)]}}}"
    return text.replacing("read about.\"}}", with: "read about.\"\(warm)")
      + "\n  warm: {ask: launch, usage_string: warm}\n"
  }

  /// The share who allow after onboarding is `onboarding.first` times `allow.rate`, half of each; of the product's
  /// uncertainty a third is the first one's, so that counts of the product alone tell it by 1 − √(2/3), less than a fifth.
  @Test(
    "a number that counts tell little of is learnt where they move it far, and drawn with what they tell of anyway",
    arguments: [(1_570, true), (2_140, false)])
  func moved(_ allowed: Int, _ isMoved: Bool) async throws {
    let onboarding = "onboarding: {first: {beta: [40, 40]}, later: 0, seconds: {median: 30, sigma: 0.1}}"
    let text = oneShare.replacing("rate: {beta: [20, 40]}", with: "rate: {beta: [20, 20]}")
      .replacing("  answer:", with: "  \(onboarding)\n  answer:")
      .replacing("ask: launch", with: "ask: onboarding")
      // So that what is not known of the share is more than the noise of installs.
      .replacing("installs: 500", with: "installs: 6000")
    let path = try scratch.write(text, to: "product.yaml")
    let found = try await updated(path, "arm,installs,allowed\nlaunch,10000,\(allowed)\n", leastTells: 0.2)
    let calibration = found.calibration
    let first = try #require(calibration.numbers.firstIndex { $0.path == "onboarding.first" })
    #expect(calibration.fit.enters(first) && calibration.fit.tells[first] < 0.2)
    #expect(calibration.rows[first].status == (isMoved ? .some : .asAssumed))
    // Apart from the rate the first one would undo what the counts say of their product.
    #expect(found.report.parameters[first].isWritten)
    let counted = Double(allowed) / 10_000
    let answer = try #require(found.report.options.first)
    #expect(try abs(#require(answer.second) - counted) < 0.006, "\(answer)")
    // The counts alone know it to ±0.007; drawn apart the two would give ±0.06.
    #expect(try #require(answer.secondHigh) - #require(answer.secondLow) < 0.05, "\(answer)")
  }

  /// Mean and deviation of the logit of Beta(20 + Σx, 40 + Σ(n − x)), by digamma and trigamma functions.
  @Test(
    "a share with a beta belief and binomial counts, of one option or of several that ask alike, against the exact posterior",
    arguments: [
      (["launch,1000,310"], -0.7947827085405219, 0.06637545284768188),
      (["launch,10,3"], -0.72587399576883, 0.2567911236694125),
      (["launch,3000,900"], -0.8444973516334224, 0.03943280854171809),
      (["launch,400,100", "other,500,130"], -1.0451009948411194, 0.07360335388564797),
      (["launch,400,100", "other,500,130", "third,200,60"], -1.0096894717479907, 0.06639411013719683),
    ])
  func conjugate(_ rows: [String], _ mean: Double, _ sd: Double) async throws {
    let more = ["other", "third"].map { "  \($0): {ask: launch, usage_string: plain}" }
    let path = try scratch.write(([oneShare] + more).joined(separator: "\n") + "\n", to: "three.yaml")
    let found = try await updated(path, "arm,installs,allowed\n" + rows.joined(separator: "\n") + "\n")
    let fit = found.calibration.fit
    #expect(found.calibration.numbers.map(\.path) == ["allow.rate"])
    // A beta distribution is nearly normal on the logit, and the answer is scored: no noise is left in it.
    #expect(abs(fit.posterior.mean[0] - mean) < 0.06 * sd, "\((fit.posterior.mean[0] - mean) / sd)")
    #expect(abs(fit.posterior.deviations[0] / sd - 1) < 0.03, "\(fit.posterior.deviations[0] / sd)")
    #expect(found.report.parameters.map(\.isSurprise) == [false])
  }

  /// A share and the odds ratio of another text, both uncertain: means, deviations and correlation on their scales from
  /// two-dimensional quadrature on a grid of 2,001 × 2,001 points.
  @Test(
    "a share and an odds ratio from two options, against quadrature",
    arguments: [
      (
        "launch,1000,310\nwarm,1000,370", [-0.7973095644789687, 0.2628611502862566],
        [0.06681331234361881, 0.09174905196951659], -0.7091736304565904
      ),
      (
        "launch,2000,620\nwarm,250,90", [-0.7993376331177615, 0.2196335710866908],
        [0.04781707139071744, 0.13262069180980396], -0.3251093986286647
      ),
    ])
  func quadrature(_ rows: String, _ means: [Double], _ deviations: [Double], _ correlation: Double)
    async throws
  {
    let joint = "  joint: [{paths: [allow.rate], scale: [logit], mean: [-0.7], covariance: [[0.25]]}]\n"
    let text =
      oneShare
      .replacing("{rate: {beta: [20, 40]}, cold_odds_ratio: 1}", with: "{rate: 0.3, cold_odds_ratio: 1}")
      .replacing("usage_strings: {", with: joint + "usage_strings: {")
    let path = try scratch.write(withWarm(text, "1.2214027581601699, 0.4"), to: "two.yaml")
    let calibration = try await updated(path, "arm,installs,allowed\n\(rows)\n").calibration
    let belief = calibration.fit.posterior
    let order = try ["allow.rate", "usage_strings.warm.odds_ratio"].map { path in
      try #require(calibration.numbers.firstIndex { $0.path == path })
    }
    for (number, place) in order.enumerated() {
      let gap = (belief.mean[place] - means[number]) / deviations[number]
      #expect(abs(gap) < 0.06, "\(gap)")
      #expect(abs(belief.deviations[place] / deviations[number] - 1) < 0.03)
    }
    let found =
      belief.covariance[order[0]][order[1]] / (belief.deviations[order[0]] * belief.deviations[order[1]])
    #expect(abs(found - correlation) < 0.02, "\(found)")
  }

  @Test("data beyond what was believed are named, and the far tail of a beta belief costs half a deviation")
  func surprise() async throws {
    let path = try scratch.write(oneShare, to: "one.yaml")
    let found = try await updated(path, "arm,installs,allowed\nlaunch,50,0\n")
    #expect(found.report.parameters.map(\.isSurprise) == [true])
    #expect(abs(found.calibration.fit.posterior.mean[0] + 1.5237198345937228) < 0.5 * 0.2498877569218165)
  }

  @Test("of numbers drawn together only those that the data tell of become measured")
  func evidence() async throws {
    // Everybody is asked at once, so that how much activity differs changes no count.
    let joint = """
        activity_spread: 0.5
        joint:
          - paths: [allow.rate, activity_spread]
            scale: [logit, log]
            mean: [-0.7, -0.7]
            covariance: [[0.25, 0.02], [0.02, 0.09]]
        evidence:
          allow.rate: {grade: published, source: a paper}
          activity_spread: {grade: published, source: another paper}

      """
    let text =
      oneShare
      .replacing("{rate: {beta: [20, 40]}, cold_odds_ratio: 1}", with: "{rate: 0.3, cold_odds_ratio: 1}")
      .replacing("usage_strings: {", with: joint + "usage_strings: {")
    let path = try scratch.write(text, to: "joint.yaml")
    let first = try await updated(path, "arm,installs,allowed\nlaunch,400,130\n")
    let two = try scratch.write(first.made.whole, to: "two.yaml")
    let evidence = try loadExperiment(path: two).experiment.evidence
    #expect(evidence["allow.rate"]?.grade == .measured)
    #expect(evidence["activity_spread"] == Evidence(grade: .published, source: "another paper"))
    #expect(first.made.whole.contains("from test.csv: allow.rate.\n"))
    #expect(first.made.whole.contains("their evidence is what it was: activity_spread.\n"))
    #expect(!first.made.whole.contains("Left as assumed"))
    // What was learnt before stays known when the next test tells nothing of it.
    await #expect(throws: CalibrationProblem.counted(path: "again.csv")) {
      try await updated(two, "arm,installs,allowed\nlaunch,400,130\n", name: "again.csv")
    }
  }

  /// Between two tests a normal distribution is kept of what is believed.
  ///
  /// What that loses, by quadrature over the odds, stands beside the counts: nothing where the tests agree, a sixth of
  /// a deviation where they are six apart.
  @Test(
    "one test after another says what both together say, but for the normal shape of what is kept",
    arguments: [
      ([400, 130, 600, 180], -0.0015), ([700, 250, 300, 60], 0.0594), ([1_000, 200, 1_000, 300], 0.1562),
      ([900, 500, 100, 40], -0.0014),
    ])
  func oneAfterAnother(_ counts: [Int], _ lost: Double) async throws {
    let path = try scratch.write(oneShare, to: "one.yaml")
    func fit(_ path: String, _ installs: Int, _ allowed: Int) async throws -> CalibrationPlan.Outcome {
      try await updated(path, "arm,installs,allowed\nlaunch,\(installs),\(allowed)\n", installs: 16_000)
    }
    let first = try await fit(path, counts[0], counts[1])
    let second = try await fit(try scratch.write(first.made.whole, to: "two.yaml"), counts[2], counts[3])
    let both = try await fit(path, counts[0] + counts[2], counts[1] + counts[3])
    let (apart, together) = (second.calibration.fit.posterior, both.calibration.fit.posterior)
    let gap = (apart.mean[0] - together.mean[0]) / together.deviations[0]
    #expect(abs(gap - lost) < 0.03, "\(gap)")
    #expect(abs(apart.deviations[0] / together.deviations[0] - 1) < 0.04)
  }

  @Test("the same test is refused twice, by another name, in another order and after another test")
  func twice() async throws {
    let path = try scratch.write(oneShare, to: "one.yaml")
    let first = try await updated(path, "arm,installs,allowed\nlaunch,400,130\n")
    let two = try scratch.write(first.made.whole, to: "two.yaml")
    for (name, again) in [
      ("test.csv", "arm,installs,allowed\nlaunch,400,130\n"),
      ("other.csv", "allowed,arm,installs\r\n130,launch,400\r\n"),
      ("parts.csv", "arm,installs,allowed\nlaunch,300,100\nlaunch,100,30\n"),
      ("funnel.csv", "arm,installs,allowed_by_7\nlaunch,400,130\n"),
    ] {
      await #expect(throws: CalibrationProblem.counted(path: name)) {
        try await updated(two, again, name: name)
      }
    }
    let second = try await updated(two, "arm,installs,allowed\nlaunch,600,180\n", name: "second.csv")
    let three = try scratch.write(second.made.whole, to: "three.yaml")
    for (name, again) in [("test.csv", "launch,400,130"), ("second.csv", "launch,600,180")] {
      await #expect(throws: CalibrationProblem.counted(path: name)) {
        try await updated(three, "arm,installs,allowed\n\(again)\n", name: name)
      }
    }
  }

  @Test("what to do is what a run of the written file says, with the same cautions")
  func advice() async throws {
    let sentence = "Shows you ads for topics you like, such as concerts."
    let text = withWarm(oneShare, "1.2, 0.4", words: sentence) + "guardrails: {opt_in_per_install: 0.3}\n"
    let path = try scratch.write(text, to: "two.yaml")
    let found = try await updated(path, "arm,installs,allowed\nlaunch,1000,310\nwarm,1000,345\n")
    let written = try loadExperiment(path: try scratch.write(found.made.whole, to: "newer.yaml"))
    let store = try scratch.store("runs")
    let plan = SimulationPlan(written, overrides: [])
    let run = RunAnswer(try await Runner(store: store).run(plan).summary)
    let (own, simulated) = (try #require(found.answer?.scenarios.first), try #require(run.scenarios.first))
    #expect(own.decided == simulated.decided && own.cautions == simulated.cautions)
    #expect(own.decided.advice.option == "warm" && found.answer?.steps == run.steps)
    let (lead, mean) = (found.report.answer?.after?.overTrials.mean, simulated.lead?.overTrials.mean)
    #expect(try abs(#require(lead) - #require(mean)) < 1e-12)
    // Nothing is to be done by a file that says something else than the test.
    let misfit = try await updated(
      path, "arm,installs,allowed\nlaunch,5000,4900\nwarm,5000,10\n", name: "odd.csv")
    #expect(misfit.report.obstacle != nil && misfit.answer == nil)
  }

  @Test("an option that broke a guardrail in the test is out with it, and in every run of the written file")
  func guardrail() async throws {
    let path = try scratch.write(withWarm(oneShare, "1.2, 0.4"), to: "kept.yaml")
    let found = try await updated(
      path, "arm,installs,allowed,retained_d7\nlaunch,5000,1300,900\nwarm,5000,1400,700\n")
    let written = try loadExperiment(path: try scratch.write(found.made.whole, to: "kept-newer.yaml"))
    let run = try await Runner(store: try scratch.store("kept")).run(SimulationPlan(written, overrides: []))
    let scenario = try #require(RunAnswer(run.summary).scenarios.first)
    #expect(scenario.decided.advice == .choose("launch", because: .onlyOption))
    #expect(found.answer?.scenarios.first?.decided == scenario.decided)
    #expect(found.answer?.scenarios.first?.found.blockers == scenario.found.blockers)
  }

  @Test("a test that tells too little is not written, and it is said how many installs would do")
  func tooSmall() async throws {
    let path = try scratch.write(oneShare, to: "one.yaml")
    let obstacle = try await updated(path, "arm,installs,allowed\nlaunch,3,1\n").report.obstacle
    #expect(obstacle?.kind == .tooSmall && obstacle?.parameters == ["allow.rate"])
    // 60 people are assumed; 5% less deviation takes 60 · (1/0.95² − 1) = 6.5 of them.
    #expect(try abs(#require(obstacle?.times) - 6.5 / 3) < 0.5)
  }
}
