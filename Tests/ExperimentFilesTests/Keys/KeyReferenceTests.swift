import ExperimentFiles
import Testing

@Suite("Every key of the experiment file")
struct KeyReferenceTests {
  @Test("each key stands once, with a sentence and what may stand there")
  func once() {
    let paths = ExperimentKey.all.map(\.path)
    #expect(paths.count > 100 && Set(paths).count == paths.count)
    for key in ExperimentKey.all {
      #expect(key.summary.last.map { ".?".contains($0) } == true, "\(key.path)")
      #expect(!key.expects.isEmpty, "\(key.path)")
    }
  }

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
