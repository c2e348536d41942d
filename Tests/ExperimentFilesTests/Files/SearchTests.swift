import ExperimentDesign
import ExperimentFiles
import PromptFlow
import Testing

@Suite("What a file lets be searched")
struct SearchTests {
  /// The small experiment with a search in place of its arms, or beside them.
  private func searching(_ search: String, arms: String? = nil) -> String {
    let people = smallExperiment.components(separatedBy: "arms:")[0]
    return people + "search:\n" + search + (arms.map { "\narms:\n\($0)" } ?? "") + "\n"
  }

  private func load(_ yaml: String) throws -> ExperimentFile {
    try loadExperiment(text: Array(yaml.utf8), path: "x.yaml", purpose: .search)
  }

  private func errors(_ yaml: String) -> [String] { problems(yaml, purpose: .search) }

  @Test("every combination is a strategy, in document order, the last key fastest")
  func product() throws {
    let file = try load(
      searching(
        """
          ask: [launch, {session: 2}, {after: article, count: {sweep: [1, 3]}}]
          usage_string: [plain]
          delay_seconds: [0, 1.50]
        """))
    let names = file.experiment.arms.map(\.name)
    #expect(
      names == [
        "launch", "launch/delay_seconds=1.50", "session=2", "session=2/delay_seconds=1.50", "article=1",
        "article=1/delay_seconds=1.50", "article=3", "article=3/delay_seconds=1.50",
      ])
    #expect(file.search?.strategies.map(\.name) == names)
    #expect(file.experiment.arms[6].strategy.trigger == .event(EventKind(rawValue: 0), count: 3))
  }

  @Test(
    "a value that stands twice is refused at its second place",
    arguments: [
      "delay_seconds:\n    - 0\n    - 1\n    - 0", "retry: [never,\n    each_activation, never, never]",
    ])
  func repeated(key: String) {
    let text = searching("  ask: launch\n  usage_string: plain\n  \(key)")
    let last = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    expectOnly(errors(text), beginning: "x.yaml:\(last):")
  }

  @Test("a single value need not stand in a list; it is left out of the names, as is what holds by default")
  func scalar() throws {
    let file = try load(searching("  ask: launch\n  usage_string: plain\n  retry: [never, each_activation]"))
    #expect(file.experiment.arms.map(\.name) == ["launch/retry=never", "launch"])
  }

  @Test("the file's arms take part, and a strategy that one of them is already is not added")
  func arms() throws {
    let file = try load(
      searching(
        "  ask: [launch, {session: 2}]\n  usage_string: plain",
        arms: "  launch: {usage_string: plain, ask: launch}\n  mine: {ask: {session: 3}, usage_string: plain}"
      ))
    #expect(file.experiment.arms.map(\.name) == ["launch", "mine", "session=2"])
    #expect(file.experiment.baseline == "launch")
  }

  @Test(
    "what cannot be searched is refused at its place",
    arguments: [
      ("  ask: [launch]\n  usage_sting: [plain]", "found 'usage_sting'. Did you mean 'usage_string'?"),
      ("  ask: []\n  usage_string: plain", "'search.ask' expects at least one value, found none"),
      ("  ask: [lunch]\n  usage_string: plain", "'ask' cannot be 'lunch'"),
      ("  ask: launch\n  usage_string: other", "no usage string is called 'other'"),
      ("  ask: launch", "lacks 'usage_string'"),
    ])
  func refused(search: String, message: String) {
    let found = errors(searching(search))
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }

  @Test("too many strategies are refused with the size of every list and the longest to shorten")
  func tooMany() {
    let many = (1...60).map(String.init).joined(separator: ", ")
    let found = errors(
      searching(
        "  ask: [launch, {session: 2}]\n  usage_string: plain\n  delay_seconds: [\(many)]\n  attribution.wait_seconds: [\(many)]"
      ))
    #expect(
      found.contains {
        $0.contains("found 7200") && $0.contains("delay_seconds 60") && $0.contains("Shorten 'delay_seconds'")
      }, "\(found)")
  }

  @Test("a file without 'search' has nothing to search, and one without arms nothing to simulate")
  func lacking() throws {
    #expect(
      errors(smallExperiment).contains {
        $0.hasSuffix("lacks 'search', lists of values for the keys of an option")
      })
    let alone = searching("  ask: launch\n  usage_string: plain")
    #expect(problems(alone).contains { $0.contains("'att-lab optimize' reads") })
  }

  @Test("some of the strategies are written as an experiment of their own, which reads back as they are")
  func written() throws {
    let yaml = searching(
      """
        ask: [launch, {after: article, count: 2}]
        usage_string: plain
        attribution.gate: timer
        attribution.wait_seconds: [20, 60]
      """, arms: "  \"my: arm\": {ask: {session: 4}, usage_string: plain}")
    let file = try load(yaml)
    let names = ["article=2/wait_seconds=60", "my: arm"]
    let made = file.experiment(
      ofSearched: names, baseline: "my: arm", seed: 9, trials: 30, installs: 40, comment: ["Found."])
    let text = made.whole
    #expect(text.hasPrefix("# Found.\n") && !text.contains("search:"))
    let again = try ExperimentFilesTests.load(text).experiment
    let over = try loadExperiment(
      text: Array(made.text(extending: "x.yaml").utf8), path: "best.yaml", extended: ("x.yaml", yaml))
    #expect(Set(over.experiment.arms.map(\.name)) == Set(names))
    #expect(again.arms.map(\.name) == names && again.baseline == "my: arm")
    #expect(again.seed == 9 && again.trials == 30 && again.installs == 40)
    for arm in again.arms {
      let searched = try #require(file.experiment.arms.first { $0.name == arm.name })
      #expect(arm.strategy == searched.strategy && arm.usageString == searched.usageString)
      #expect(
        arm.surroundings[0][0].attribution?[.waitSeconds].constant
          == searched.surroundings[0][0].attribution?[.waitSeconds].constant)
    }
  }
}
