import ExperimentDesign
import ExperimentFiles
import Testing
import TextFormats

@Suite struct StarterExperimentTests {
  @Test("The starter of every preset loads without a warning", arguments: BuiltInPopulation.allCases)
  func loads(preset: BuiltInPopulation) throws {
    let file = try load(starterExperiment(preset: preset))
    #expect(file.warnings.isEmpty)
    #expect(file.experiment.arms.count == 4)
    #expect(file.experiment.arms.allSatisfy { $0.isAllowedByApple })
    #expect(file.population?.name == preset.rawValue)
  }

  @Test(
    "Filled in, it loads without a warning, and its figures count as yours",
    arguments: BuiltInPopulation.allCases)
  func filledIn(preset: BuiltInPopulation) throws {
    // What is offered reads as a key and its value; sentences end with a full stop.
    let text = starterExperiment(preset: preset)
      .replacing(/(?m)^( *)# ( *[A-Za-z_. ]+:( \{.*\}| [a-z]+)?)$/) { "\($0.output.1)\($0.output.2)" }
    let file = try load(text)
    #expect(file.warnings.isEmpty, "\(file.warnings)")
    let yours = file.experiment.evidence.filter { $0.value.grade == Evidence.Grade.measured }.keys
    for path in ["retention.d1", "retention.d30", "onboarding.first", "allow.rate"] {
      #expect(yours.contains(path), "\(path)")
    }
    #expect(file.experiment.arms.map(\.strategy.retry) == Array(repeating: .never, count: 5))
    #expect(file.experiment.arms[0].surroundings[0][0].alerts.map(\.moment) == [.onboarding])
    #expect(file.volume?.installsPerMonth == 40_000)
  }

  @Test(
    "A file that is not there, and nearly has the name of one that comes with the tool, is said to be written by init",
    arguments: [
      ("news", "news"), ("news.yaml", "news"), ("news-timing", "news-timing"),
      ("newz-timing.yml", "news-timing"),
      ("folder/news.yaml", nil), ("game-first-level.csv", nil), ("mine.yaml", nil),
    ])
  func missing(path: String, name: String?) {
    let problems = #expect(throws: FileProblems.self) { try loadExperiment(path: path) }
    let advice = problems?.problems.first?.message.firstMatch(of: /'att-lab init ([^']+)'/)?.output.1
    #expect(advice.map(String.init) == name)
  }

  @Test("It has what 'att-lab optimize' searches", arguments: BuiltInPopulation.allCases)
  func searched(preset: BuiltInPopulation) throws {
    let text = starterExperiment(preset: preset)
    let file = try loadExperiment(text: Array(text.utf8), path: "x.yaml", purpose: .search)
    #expect(file.experiment.arms.count == 10)
  }

  @Test(
    "What it gives is nobody's own number until it is changed", arguments: BuiltInPopulation.allCases)
  func untouched(preset: BuiltInPopulation) throws {
    let text = starterExperiment(preset: preset)
    #expect(try load(text).experiment.ownNumbers.isEmpty)
    let changed = text.replacing("{range: [0.8, 1.8]}", with: "{range: [0.9, 1.8]}")
    #expect(try load(changed).experiment.ownNumbers == ["pre_prompts.explain.allow_odds_ratio"])
  }
}
