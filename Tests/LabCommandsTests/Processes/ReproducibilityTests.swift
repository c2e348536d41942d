import Testing

@testable import LabCommands

@Suite("The same run, however it is made")
struct ReproducibilityTests {
  @Test("the answer is the same on 1, 2 and 5 threads")
  func threads() async throws {
    let lab = try Lab(of: sampleExperiment)
    var answers: [String] = []
    for count in [1, 2, 5] {
      answers.append(
        try await lab.written(
          "simulate sample.yaml --threads \(count) --format csv --quiet --db \(count).sqlite"))
    }
    #expect(answers[0].count > 500 && answers.allSatisfy { $0 == answers[0] })
  }

  @Test("an option's numbers do not depend on the other options of the file")
  func alone() async throws {
    let lab = try Lab(of: sampleExperiment)
    let together = try await lab.written("simulate sample.yaml --format csv --quiet")
    try lab.write(
      sampleExperiment.replacing(/\n  closable: .*/, with: "").replacing(/\n  launch: .*/, with: ""),
      to: "sample.yaml")
    let alone = try await lab.written("simulate sample.yaml --format csv --quiet")
    func levels(_ csv: String) -> [Substring] {
      let line = csv.split(separator: "\r\n").first { $0.contains(",later,") } ?? ""
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      // The objective with its error and range, and the shares behind it.
      return cells.count == 25 ? [5, 6, 7, 8, 10, 11].map { cells[$0] } : []
    }
    #expect(levels(together).count == 6 && levels(together) == levels(alone))
  }

  @Test("words are quoted so that a shell reads them back")
  func quoting() {
    #expect(shellWord("a.b/c=1") == "a.b/c=1")
    #expect(shellWord("it's {a: 1}") == "'it'\\''s {a: 1}'")
    #expect(shellWord("") == "''")
  }
}
