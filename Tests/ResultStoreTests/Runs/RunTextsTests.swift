import ResultStore
import Testing

@Suite("The texts of a run")
struct RunTextsTests {
  @Test("The texts that ask for a run last take the place of those before")
  func kept() throws {
    let scratch = try Scratch()
    let store = try ResultStore(path: scratch.path())
    let run = try store.begin(.sample()).id
    let texts = RunTexts(
      source: "ours/mine.yaml", fileText: "# another", populationText: "of its own", overrides: ["a=1"])
    try store.keep(texts, of: run)
    #expect(try store.run(run).inputs.texts == texts)
    #expect(throws: ResultStoreError.self) { try store.keep(texts, of: "0000000000") }
  }
}
