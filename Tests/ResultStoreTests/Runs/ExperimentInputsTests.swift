import ExperimentDesign
import ExperimentSamples
import ResultStore
import ScratchFolders
import Testing

@Suite("An experiment becomes a run's inputs")
struct ExperimentInputsTests {
  /// One kind of people with a distribution of every shape.
  private func segment(_ name: String, share: Double) -> Segment {
    makeSegment {
      $0.name = name
      $0.share = share
      $0[.requestsOff] = uncertain(.beta(a: 2, b: 8), at: "device.requests_off")
      $0[.activitySpread] = uncertain(.lognormal(median: 0.9, sigma: 0.1), at: "activity_spread")
      $0[.withActivity] = uncertain(.uniform(low: 0, high: 0.5), at: "willingness.with_activity")
      $0[.withStaying] = uncertain(.triangular(low: 0, mode: 0.1, high: 0.5), at: "willingness.with_staying")
      $0[.settleSeconds] = uncertain(.constant(0.5), at: "settle_seconds")
      $0[.allowRate] = uncertain(.joint("joint.0", member: 0), at: "allow.rate")
      $0[.allowValue] = uncertain(.normal(mean: 0.25, sd: 0.1), at: "allow.value")
    }
  }

  private var experiment: Experiment {
    let joint = JointDistribution(
      path: "joint.0", paths: ["allow.rate"], scales: [.logit], ranges: [.openProbability], mean: [0],
      factor: [[0.5]])
    let segments = [segment("organic", share: 0.75), segment("paid", share: 0.25)]
    let experiment = makeExperiment(
      [makeScenario(name: "base", segments: segments)],
      [makeArm("launch", .launch) { $0.surroundings = [[Surroundings(), Surroundings()]] }],
      installs: 100, horizonDays: 7,
      objective: Objective(terms: [
        .init(metric: .optInPerInstall, weight: 1), .init(metric: .sessionsLostPerInstall, weight: -0.5),
      ]),
      joints: [joint])
    return experiment.changed {
      $0.name = "two-kinds"
      $0.question = "Who?"
      $0.trials = 10
      $0.evidence = ["allow.rate": Evidence(grade: .measured, source: "the app", date: "2026-05")]
    }
  }

  private var inputs: RunInputs {
    RunInputs(of: experiment, seed: .max, engine: "1", RunTexts(fileText: "text"))
  }

  @Test("Each path stands once, sorted, and the drawn ones in the order of a trial's draws")
  func paths() {
    let paths = inputs.parameters.map(\.path)
    #expect(paths == Set(paths).sorted())
    #expect(inputs.description.drawn.map(\.path) == experiment.uncertain.map(\.path))
    #expect(inputs.description.drawn.count == 6)
  }

  @Test("Laws are spelled as an experiment file spells them")
  func distributions() {
    let distributions = Dictionary(
      uniqueKeysWithValues: inputs.parameters.map { ($0.path, $0.distribution) })
    #expect(distributions["device.requests_off"] == "{beta: [2.0, 8.0]}")
    #expect(distributions["activity_spread"] == "{lognormal: [0.9, 0.1]}")
    #expect(distributions["willingness.with_activity"] == "{uniform: [0.0, 0.5]}")
    #expect(distributions["willingness.with_staying"] == "{triangular: [0.0, 0.1, 0.5]}")
    #expect(distributions["allow.value"] == "{normal: [0.25, 0.1]}")
    #expect(distributions["allow.rate"] == "joint joint.0, member 1")
    #expect(distributions["settle_seconds"] == "0.5")
  }

  @Test("Size, seed, objective and kinds of people are the experiment's")
  func rest() throws {
    #expect(inputs.objective.name == "1.0*opt_in_per_install + -0.5*sessions_lost_per_install")
    #expect(inputs.seed == .max)
    #expect(inputs.scenarios.first?.segments.map(\.name) == ["organic", "paid"])
    #expect(inputs.scenarios.first?.segments.map(\.share) == [0.75, 0.25])
    #expect(inputs.contentKey == ContentKey.of(experiment, seed: .max, engine: "1"))
    let scratch = Scratch()
    #expect(try ResultStore(path: scratch.path()).begin(inputs).inputs == inputs)
  }
}
