import Foundation
import ResultStore
import ScratchFolders
import Testing

@testable import ExperimentDesign

@Suite("A store gives back what it was given")
struct RoundTripTests {
  let scratch = Scratch()
  let store: ResultStore

  init() throws { store = try ResultStore(path: scratch.path()) }

  @Test("A run's inputs come back as they went in")
  func inputs() throws {
    var inputs = RunInputs.sample()
    inputs.populationText = "device: {restricted: 0.02}\n"
    let moment = Date(timeIntervalSince1970: 1_790_000_000.125)
    let begun = try store.begin(inputs, name: "first", note: "a note", at: moment)
    #expect(begun.inputs == inputs)
    #expect(begun.name == "first")
    #expect(begun.note == "a note")
    #expect(begun.createdAt == moment)
    #expect(begun.finishedAt == nil)
    #expect(begun.storedTrials == 0)
    #expect(try store.run(begun.id) == begun)
  }

  @Test("Trials of more parameters and arms than one statement inserts come back equal")
  func large() throws {
    var inputs = RunInputs.sample()
    inputs.description.parameters = (0..<150).map { number in
      RunDescription.Parameter(
        path: "number.\(number)", distribution: "{beta: [3.0, 7.0]}", value: nil,
        evidence: Evidence(grade: .assumed))
    }
    let arm = inputs.description.arms[0]
    inputs.description.arms = (0..<90).map { number in
      RunDescription.Arm(
        name: "arm \(number)", ask: arm.ask, prePrompt: nil, usageString: arm.usageString,
        findings: [], metrics: arm.metrics)
    }
    let run = try store.begin(inputs).id
    #expect(try store.append(inputs.sampleResults(0..<2), to: run) == 2)
    #expect(try store.allResults(of: run) == inputs.sampleResults(0..<2))
  }

  @Test("Trials come back equal, in trial order, whatever the order they were stored in")
  func trials() throws {
    let inputs = RunInputs.sample()
    let run = try store.begin(inputs).id
    #expect(try store.append(inputs.sampleResults([3, 1]), to: run) == 2)
    #expect(try store.append(inputs.sampleResults([4, 0, 2]), to: run) == 3)
    #expect(try store.allResults(of: run) == inputs.sampleResults(0..<5))
    #expect(try store.results(of: run, trials: 1..<3) == inputs.sampleResults(1..<3))
  }

  @Test("A run longer than one batch of reading comes back whole")
  func batches() throws {
    // Six tallies a trial and 4,096 a batch: 700 trials take two batches.
    let inputs = RunInputs.sample(trials: 700)
    let run = try store.begin(inputs).id
    try store.append(inputs.sampleResults(0..<700), to: run)
    #expect(try store.allResults(of: run) == inputs.sampleResults(0..<700))
  }

  @Test(
    "A horizon may end within a day, and the median lie in the bin that holds the horizon",
    arguments: [1e-6, 0.25, 1, 2.5, 3])
  func horizons(days: Double) throws {
    var inputs = RunInputs.sample()
    inputs.horizonDays = days
    var results = inputs.sampleResults(0..<5)
    for trial in results.indices {
      for scenario in results[trial].wholes.indices {
        for arm in results[trial].wholes[scenario].indices {
          results[trial].wholes[scenario][arm].medianDaysToDecision = days * 1.007
        }
      }
    }
    let run = try store.begin(inputs).id
    try store.append(results, to: run)
    #expect(try store.allResults(of: run) == results)
  }

  @Test("Seeds of all 64 bits come back", arguments: [0, 1, 1 << 63, UInt64.max])
  func seeds(seed: UInt64) throws {
    let run = try store.begin(.sample(seed: seed))
    #expect(run.inputs.seed == seed)
    #expect(try store.runs().first?.inputs.seed == seed)
  }

  @Test("Counts of all 64 bits and amounts of any size come back")
  func counts() throws {
    // The largest numbers that installs can leave, dropped events up to 2⁶³.
    var inputs = RunInputs.sample()
    inputs.installs = TallyLimits.installs
    let installs = Int64(inputs.installs)
    var largest = Tally(days: 3)
    for counter in Counter.allCases { largest[counter] = installs }
    for counter in [Counter.requests, .lostNotActive, .queuedRequests, .alertsShown, .prePromptShows] {
      largest[counter] = installs * 16 * Int64(TallyLimits.sessionsOfALife)
    }
    for counter in [Counter.sessions, .sessionsUndisturbed, .authorizedSessions] {
      largest[counter] = installs * Int64(TallyLimits.sessionsOfALife)
    }
    for counter in [
      Counter.authorizedScoreNano, .allowedScoreNano, .attributedScoreNano, .personalizableScoreNano,
    ] {
      largest[counter] = installs * 1_000_000_000
    }
    for counter in [
      Counter.answeredDeny, .finalDeniedByAnswer, .finalDeniedByDevice, .finalRestricted, .finalUndetermined,
      .finalNoATT,
    ] {
      largest[counter] = 0
    }
    largest[.eventsDropped] = installs * Int64(TallyLimits.droppedEventsOfALife)
    largest.allowedByDay[1] = installs
    largest.allowedScoreByDay[1] = installs * 1_000_000_000
    largest.gainedOverBaseline = installs
    largest[.valueSquared] = 0x1.fffffffffffffp1000
    largest[.value] = -0.1
    let run = try store.begin(inputs).id
    var result = inputs.sampleResult(trial: 0)
    for arm in 0..<2 {
      largest.noise = result.tallies[0][arm][0].noise
      result.tallies[0][arm][0] = largest
      let median = result.wholes[0][arm].medianDaysToDecision
      result.wholes[0][arm] = result.tallies[0][arm][0]
      result.wholes[0][arm].medianDaysToDecision = median
    }
    try store.append([result], to: run)
    #expect(try store.allResults(of: run) == [result])
  }

  @Test(
    "Hostile texts are data",
    arguments: [
      "'; DROP TABLE run; --", "\"quoted\" `ticks` [brackets]", "🙂 e\u{301} \u{202E}rtl", "%s ?1 :name @x",
      "line\nbreak\ttab\u{1B}[31m", String(repeating: "long ", count: 20_000),
    ])
  func hostileTexts(text: String) throws {
    var inputs = RunInputs.sample()
    inputs.experiment = text
    inputs.question = text
    inputs.fileText = text
    inputs.overrides = [text, text]
    inputs.arms[0].name = text
    inputs.arms[1].findings = [text]
    inputs.scenarios[0].name = text
    inputs.scenarios[1].segments[0].name = text
    inputs.parameters[0].path = text
    inputs.parameters[0].evidence = Evidence(grade: inputs.parameters[0].evidence.grade, source: text)
    // A run's own name is a line a person can type; everything else may be anything.
    let name = text.contains("\n") || text.count > 200 ? nil : text
    let note = String(text.prefix(ResultStore.longestNote))
    let run = try store.begin(inputs, name: name, note: note)
    try store.append(inputs.sampleResults(0..<2), to: run.id)
    let found = try store.run(name ?? run.id)
    #expect(found.inputs == inputs)
    #expect(found.name == name)
    #expect(found.note == note)
    #expect(try store.runs().count == 1)
  }
}
