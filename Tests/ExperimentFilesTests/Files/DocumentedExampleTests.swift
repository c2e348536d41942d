import ExperimentDesign
import ExperimentFiles
import PromptFlow
import Testing
import TextFormats

@Suite struct DocumentedExampleTests {
  /// The one warning of texts whose own share of devices takes the place of a published one, and has no grade.
  private func isOfUngradedDevices(_ warnings: [FileWarning]) -> Bool {
    warnings.count == 1
      && warnings[0].problem.message.contains("no evidence says otherwise: 'device.requests_off'.")
  }

  @Test(
    "An experiment that uses every key loads with a warning of its devices and of what its retention conditions"
  )
  func whole() throws {
    let file = try load(wholeExperiment)
    #expect(file.warnings.count == 2)
    #expect(isOfUngradedDevices(file.warnings.filter { $0.problem.message.contains("device") }))
    let experiment = file.experiment
    #expect(experiment.seed == 255)
    #expect(experiment.trials == 1000)
    #expect(experiment.baselineIndex == 2)
    #expect(experiment.arms.count == 9)
    #expect(experiment.arms[0].strategy.trustsCallback)
    #expect(experiment.arms[2].surroundings[0][0].alerts.map(\.name) == ["location", "survey"])
    #expect(experiment.arms[8].strategy.asksFrom == .iOS14_0)
    #expect(experiment.arms[8].strategy.prePrompt?.maximumShows == 4)
    #expect(experiment.objective.terms.map(\.weight) == [1, -0.1])
  }

  @Test("What is omitted has the default of the format's page")
  func defaults() throws {
    let file = try load(
      """
      population:
        sessions: {rate: 2, leave: 0.2}
        allow: {rate: 0.3}
        events: {e: {per_session: 1}}
        alerts: {push: {at: launch, share: 0.1}}
        attribution: {gate: timer}
        continue: {rate: 0.8}
      usage_strings: {s: {text: "Shows ads, for example of shoes."}}
      pre_prompts: {hard: {}, soft: {dismissible: true}}
      arms:
        a: {ask: launch, usage_string: s, pre_prompt: hard}
        b: {ask: launch, usage_string: s, pre_prompt: soft}
      """, path: "folder/my-question.yaml")
    let experiment = file.experiment
    #expect(experiment.name == "my-question")
    #expect(experiment.seed == nil)
    #expect((experiment.trials, experiment.installs, experiment.horizonDays) == (1_000, 2_000, 30))
    #expect(experiment.sampling == .stratified)
    #expect(experiment.baseline == "a")
    let segment = experiment.scenarios[0].segments[0]
    #expect(segment.systemShares == [0, 0, 0, 1, 0])
    for (number, value) in [
      (.restricted, 0), (.requestsOff, 0), (.activationMedian, 0.4), (.activationSigma, 0.4),
      (.settleSeconds, 0.5), (.browseSeconds, 15), (.lingerSeconds, 5), (.answerMedian, 4),
      (.answerSigma, 0.6), (.allowSpread, 0), (.allowValue, 0), (.coldOddsRatio, 1),
    ] as [(Number, Double)] {
      #expect(segment[number].constant == value, "\(number)")
    }
    #expect(segment.continuing?[.persistence].constant == 0.5)
    #expect([segment.events[0][.eventSeconds].constant, segment.events[0][.eventValue].constant] == [30, 0])
    let around = segment.surroundings
    #expect([around.alerts[0][.alertMedian].constant, around.alerts[0][.alertOffset].constant] == [3, 0])
    #expect(around.attribution?[.waitSeconds].constant == 20)
    #expect(around.attribution?.starts == .process)
    #expect(around.consent == nil && segment.value == nil && segment.onboarding == nil)
    let arm = experiment.arms[0]
    #expect(arm.strategy.hook == .didBecomeActive && arm.strategy.retry == .eachActivation)
    #expect(arm.strategy.asksFrom == .iOS14_5 && arm.strategy.settingsLink == .none)
    #expect(!arm.strategy.trustsCallback && arm[.delaySeconds].constant == 0)
    #expect(arm.prePrompt?[.readMedian].constant == 6)
    #expect(arm.strategy.prePrompt?.maximumShows == nil)
    #expect(experiment.arms[1].strategy.prePrompt?.maximumShows == 3)
    #expect(experiment.arms[1].strategy.prePrompt?.cooldownSessions == 1)
  }

  @Test("Scalars mean what their key expects, not what YAML guesses")
  func scalars() throws {
    let file = try load(
      """
      experiment: 1e3
      population:
        sessions: {rate: 2e0, leave: .2}
        allow: {rate: "0.3"}
      usage_strings: {NO: {text: 15}}
      arms:
        on: {ask: launch, usage_string: NO, trusts_callback: Yes}
        15: {ask: {session: 0003}, usage_string: "NO"}
      """)
    #expect(file.experiment.name == "1e3")
    #expect(file.experiment.arms.map(\.name) == ["on", "15"])
    #expect(file.experiment.arms.map(\.usageString.name) == ["NO", "NO"])
    #expect(file.experiment.arms[0].usageString.text == "15")
    #expect(file.experiment.arms[0].strategy.trustsCallback)
    #expect(file.experiment.arms[1].strategy.trigger == .session(3))
    #expect(file.experiment.scenarios[0].segments[0][.allowRate].constant == 0.3)
  }

  @Test("A population can stand in a file of its own, beside the experiment")
  func populationFile() throws {
    let yaml = smallExperiment.replacing(
      "population:\n", with: "population: Data/populations/news.yaml\nadjust:\n"
    )
    .replacing("leave: 0.2", with: "leave: {a: 1, b: 3}")
    let path = repository.appending(path: "x.yaml").path(percentEncoded: false)
    let file = try load(yaml, path: path)
    #expect(file.population?.name == "Data/populations/news.yaml")
    #expect(file.population?.text == BuiltInPopulation.news.text)
    #expect(file.experiment.scenarios[0].segments[0][.allowRate].constant == 0.3)
  }

  @Test("A population that is not there is located where it is named", arguments: ["./none.yaml", "mews"])
  func noPopulation(name: String) {
    let found = problems(smallExperiment.replacing("population:\n", with: "population: \(name)\nadjust:\n"))
    expectOnly(found, beginning: "x.yaml:2:13: ", having: "'\(name)'")
  }
}
