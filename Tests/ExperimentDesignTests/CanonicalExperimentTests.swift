import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@Suite("An experiment's meaning")
struct CanonicalExperimentTests {
  private let whole = fullExperiment.canonicalText

  @Test("the seed, what rules say of an option and whose a number is are no part of it")
  func left() {
    let other = fullExperiment.changed {
      $0.seed = 99
      $0.arms[0].findings = [BrokenRule(rule: "R1", word: "another")]
      $0.ownNumbers = ["allow.rate"]
      $0.openInputs = OpenInputs(ranges: ["allow.rate": .beta(a: 1, b: 2)])
    }
    #expect(other.canonicalText == whole)
  }

  @Test("every number is a part of it: its path, its range and what is known of it")
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
    #expect(changed(-1) { $0 }.canonicalText == whole)
    for position in 0..<count {
      let others = [
        changed(position) { Parameter($0.distribution, path: "elsewhere", range: $0.range) },
        changed(position) { Parameter($0.distribution, path: $0.path, range: LegalRange(-1, 100)) },
        changed(position) { $0.replacing(.beta(a: 2, b: 3)) },
      ]
      #expect(others.allSatisfy { $0.canonicalText != whole }, "number \(position)")
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
      { $0.joints[0].path = "other" }, { $0.joints[0].ranges[0] = .real }, { $0.evidence = [:] },
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
      #expect(fullExperiment.changed(change).canonicalText != whole, "change \(position)")
    }
  }

  @Test("a number has the fewest digits that read back, and a bound that is not there is a word")
  func digits() {
    for (number, text) in [
      (0.1, "0.1"), (-0.0, "0.0"), (1e300, "1e+300"), (Double.leastNonzeroMagnitude, "5e-324"),
    ] {
      let experiment = fullExperiment.changed { $0.joints[0].mean[0] = number }
      #expect(experiment.canonicalText.contains("\"mean\":[\(text)]"))
    }
    let bound = fullExperiment.changed { $0.joints[0].ranges[0] = .real }.canonicalText
    #expect(
      bound.contains(#""high":"infinity","includes_high":false,"includes_low":false,"low":"-infinity""#))
  }

  @Test("keys stand in the order of their bytes, without blanks, and what JSON need not escape is not")
  func form() {
    let text = fullExperiment.changed { $0.question = "a\"b\\c\n\u{0}é🙂/" }.canonicalText
    #expect(
      text.hasPrefix(#"{"arms":[{"delay_seconds":{"distribution":{"constant":[0.0]},"path":"","range":{"#))
    #expect(text.contains(#""question":"a\"b\\c\u000a\u0000é🙂/","sampling":"independent","scenarios":["#))
  }
}
