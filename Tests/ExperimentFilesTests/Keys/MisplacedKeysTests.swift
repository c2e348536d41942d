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

  @Test("a key of the app at the top is pointed to 'app', and a comma in a number is named")
  func app() {
    let top = problems("installs_per_month: 40000\n" + smallExperiment)
    #expect(top.first?.hasSuffix("It belongs to 'app': write app: {installs_per_month: …}") ?? false)
    let plural = problems("usage_string: {}\n" + smallExperiment)
    #expect(plural.first?.contains("Did you mean 'usage_strings'?") ?? false, "\(plural)")
    let comma = problems("app: {installs_per_month: 40,000}\n" + smallExperiment)
    #expect(comma.contains { $0.hasSuffix("found '40,000'. A comma ends a value here. Write 40000") })
  }

  @Test("a line that kept the space of a comment is named")
  func space() {
    let found = problems(smallExperiment + "\n onboarding: 1\n")
    #expect(found.contains { $0.contains("not YAML") && $0.contains("begins with 1 space") }, "\(found)")
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
