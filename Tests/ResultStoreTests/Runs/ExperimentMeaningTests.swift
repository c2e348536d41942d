import ExperimentDesign
import ExperimentSamples
import PromptFlow
import ResultStore
import Testing

@Suite("An experiment's meaning")
struct ExperimentMeaningTests {
  private let whole = Self.key(fullExperiment)

  private static func key(_ experiment: Experiment) -> String {
    ContentKey.of(experiment, seed: 1, engine: "1")
  }

  @Test("the seed and whose a number is are no part of it")
  func left() {
    let other = fullExperiment.changed {
      $0.seed = 99
      $0.ownNumbers = ["allow.rate"]
      $0.openInputs = OpenInputs(ranges: ["allow.rate": .beta(a: 1, b: 2)])
    }
    #expect(Self.key(other) == whole)
  }

  @Test("every number is a part of it: its path and what is known of it")
  func numbers() {
    var count = 0
    fullExperiment.forEachParameter { _ in count += 1 }
    /// The experiment with one number changed.
    func changed(_ position: Int, _ change: (Parameter) -> Parameter) -> Experiment {
      fullExperiment.changed {
        var index = 0
        $0.changeParameters { parameter in
          if index == position { parameter = change(parameter) }
          index += 1
        }
      }
    }
    #expect(Self.key(changed(-1) { $0 }) == whole)
    for position in 0..<count {
      let others = [
        changed(position) { Parameter($0.distribution, path: "elsewhere", range: $0.range) },
        changed(position) { $0.replacing(.beta(a: 2, b: 3)) },
      ]
      #expect(others.allSatisfy { Self.key($0) != whole }, "number \(position)")
    }
  }

  @Test("so is every word and choice")
  func words() {
    let changes: [(inout Experiment) -> Void] = [
      { $0.name = "other" }, { $0.question = nil }, { $0.trials += 1 }, { $0.installs += 1 },
      { $0.horizonDays += 1 }, { $0.sampling = .stratified }, { $0.baseline = "later" },
      { $0.objective = Objective(.promptedPerInstall) }, { $0.eventKinds[0] = "other" },
      { $0.scenarios[0].name = "other" }, { $0.joints[0].mean[0] = 1 }, { $0.joints[0].factor[0][0] = 1 },
      { $0.joints[0].scales[0] = .identity }, { $0.joints[0].paths[0] = "other" },
      { $0.joints[0].path = "other" }, { $0.evidence = [:] },
      { $0.evidence["allow.rate"] = Evidence(grade: .measured, source: "A study", date: "2021-04") },
      { $0.changeSegments { $0.name = "other" } }, { $0.changeSegments { $0.share = 0.5 } },
      { $0.changeSegments { $0.systemShares = onlyOn(.iOS14_0) } },
      { $0.changeSegments { $0.visits.fittedTo = RetentionFigures(d1: 0.25) } },
      { $0.changeSegments { $0.onboarding = nil } }, { $0.changeSegments { $0.continuing = nil } },
      { $0.changeSegments { $0.events[0].kind = EventKind(rawValue: 3) } },
      { $0.changeSegments { $0.value?.currency = "USD" } },
      { $0.changeSegments { $0.surroundings.alerts[0].name = "other" } },
      { $0.changeSegments { $0.surroundings.alerts[0].id = 7 } },
      { $0.changeSegments { $0.surroundings.alerts[0].moment = .onboarding } },
      { $0.changeSegments { $0.surroundings.attribution?.gate = .none } },
      { $0.changeSegments { $0.surroundings.attribution?.starts = .afterConsent } },
      { $0.changeSegments { $0.surroundings.consent?.order = .afterATT } },
      { $0.changeSegments { $0.surroundings.consent?.onUndetermined = .wait } },
      { $0.changeSegments { $0.surroundings.consent?.preGrant = true } },
      { $0.arms[0].name = "other" }, { $0.arms[0].strategy.trigger = .session(2) },
      { $0.arms[0].strategy.hook = .viewAppeared }, { $0.arms[0].strategy.retry = .never },
      { $0.arms[0].strategy.asksFrom = .iOS14_0 }, { $0.arms[0].strategy.settingsLink = .afterDenial },
      { $0.arms[0].strategy.trustsCallback = true }, { $0.arms[0].usageString.name = "other" },
      { $0.arms[0].usageString.text = "other" }, { $0.arms[0].surroundings[0][0].consent = nil },
      { $0.arms[1].prePrompt = nil }, { $0.arms[1].prePrompt?.title = "other" },
      { $0.arms[1].prePrompt?.body = "other" }, { $0.arms[1].prePrompt?.button = "other" },
      { $0.arms[1].prePrompt?.name = "other" }, { $0.arms[1].prePrompt?.policy.cooldownSessions = 9 },
      { $0.arms[1].prePrompt?.policy.isDismissible = false },
      { $0.arms[1].prePrompt?.policy.maximumShows = nil }, { $0.arms[1].swept = [] },
    ]
    for (position, change) in changes.enumerated() {
      #expect(Self.key(fullExperiment.changed(change)) != whole, "change \(position)")
    }
  }
}
