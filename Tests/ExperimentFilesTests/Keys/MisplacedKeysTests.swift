import ExperimentFiles
import Testing

@Suite("Keys in the wrong section")
struct MisplacedKeysTests {
  @Test(
    "what describes people is pointed to the population", arguments: ["segments", "retention", "consent"])
  func people(key: String) {
    let found = problems("\(key): {}\n" + smallExperiment)
    #expect(
      found.first
        == "x.yaml:1:1: unknown key '\(key)' in an experiment. It describes people: write it under 'adjust', or in "
        + "'population' where that is a mapping")
  }

  @Test("a moment of another kind is told of once")
  func moment() {
    let text = smallExperiment.replacing("{ask: launch,", with: "{ask: {day: 2},", maxReplacements: 1)
    #expect(text != smallExperiment)
    let found = problems(text)
    #expect(
      found.count == 1
        && found[0].hasSuffix("unknown key 'day' in a trigger. Allowed: after, count, session."))
  }
}
