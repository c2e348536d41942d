import ExperimentDesign
import ExperimentFiles
import PromptFlow
import Testing

@Suite struct SweepTests {
  func arms(_ third: String) throws -> [Arm] {
    try load(
      smallExperiment.replacing("{ask: {after: article, count: 3}, usage_string: plain}", with: third)
    ).experiment.arms.filter { $0.name.hasPrefix("third") }
  }

  @Test("A sweep makes one arm of each value, named for its key and the value as written")
  func one() throws {
    let arms = try arms("{ask: {after: article, count: {sweep: [1, 2, 3]}}, usage_string: plain}")
    #expect(arms.map(\.name) == ["third/count=1", "third/count=2", "third/count=3"])
    #expect(arms.map(\.swept) == (1...3).map { [SweptValue(path: "ask.count", value: "\($0)")] })
    #expect(arms.map(\.strategy.trigger) == (1...3).map { .event(EventKind(rawValue: 0), count: $0) })
  }

  @Test("Several sweeps make their product, in document order, the last fastest")
  func product() throws {
    let arms = try arms(
      "{ask: {after: article, count: {sweep: [1, 3]}}, usage_string: plain, attribution: {gate: timer, wait_seconds: {sweep: [6, 0.50]}}}"
    )
    #expect(
      arms.map(\.name) == [
        "third/count=1/wait_seconds=6", "third/count=1/wait_seconds=0.50", "third/count=3/wait_seconds=6",
        "third/count=3/wait_seconds=0.50",
      ])
    #expect(arms.map { $0.surroundings[0][0].attribution?[.waitSeconds].constant } == [6, 0.5, 6, 0.5])
  }

  @Test("Words, names, nothing and mappings can be swept")
  func words() throws {
    let arms = try arms(
      "{ask: {sweep: [launch, {session: 2}]}, usage_string: {sweep: [plain]}, pre_prompt: {sweep: [null]}}")
    #expect(
      arms.map(\.name) == [
        "third/ask=launch/usage_string=plain/pre_prompt=null",
        "third/ask={session: 2}/usage_string=plain/pre_prompt=null",
      ])
    #expect(arms.map(\.strategy.trigger) == [.launch, .session(2)])
  }

  @Test("The baseline can be a swept arm, by its whole name")
  func baseline() throws {
    let file = try load(
      "baseline: launch/delay_seconds=2\n"
        + smallExperiment.replacing(
          "launch: {ask: launch,", with: "launch: {delay_seconds: {sweep: [1, 2]}, ask: launch,"))
    #expect(file.experiment.baselineIndex == 1)
  }

  @Test("More than a thousand arms are refused where the sweep stands")
  func limit() {
    let values = (1...40).map(String.init).joined(separator: ", ")
    let yaml = smallExperiment.replacing(
      "{ask: {after: article, count: 3}, usage_string: plain}",
      with:
        "{ask: {after: article, count: {sweep: [\(values)]}}, usage_string: plain, delay_seconds: {sweep: [\(values)]}}"
    )
    #expect(
      problems(yaml) == [
        "x.yaml:11:40: expected at most 1000 options, found 1600: the lists multiply (ask.count 40, delay_seconds 40). Shorten 'ask.count'"
      ])
  }
}
