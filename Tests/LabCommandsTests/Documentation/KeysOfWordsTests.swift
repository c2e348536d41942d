import ExperimentFiles
import Testing

@testable import LabCommands

@Suite("Keys that a word means")
struct KeysOfWordsTests {
  @Test(
    "a parameter is found by the end of its path",
    arguments: [
      ("allow.cold_odds_ratio", "population.allow.cold_odds_ratio"),
      ("population.retention.d1", "population.retention.d1"), ("arms.launch.hook", "arms.NAME.hook"),
      ("installs", "installs"),
    ])
  func named(word: String, path: String) {
    #expect(ExperimentKey.named(word).first?.path == path)
  }

  @Test("a word that is no key finds none")
  func unknown() { #expect(ExperimentKey.named("allow.nothing").isEmpty && ExperimentKey.named("").isEmpty) }
}
