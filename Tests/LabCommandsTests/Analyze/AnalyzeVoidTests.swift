import Testing

@Suite("analyze of tests that are void")
struct AnalyzeVoidTests {
  private static let counts = "--counts 'a=412/2400,b=498/2010' --denominator installs"

  private func analyzed(_ arguments: String) throws -> Lab.Outcome {
    try Lab().shell("\"$LAB\" analyze \(arguments)")
  }

  @Test("a broken split ends with 2 after the whole answer, whatever its form")
  func broken() throws {
    let table = try analyzed(Self.counts)
    try expectSnapshot(table.output, "analyze-mismatch")
    #expect(
      table.status == 2 && table.errors.hasPrefix("No verdict. The split is broken:"), "\(table.errors)")
    let json = try analyzed("\(Self.counts) --format json")
    #expect(json.status == 2 && json.output.hasSuffix("}\n") && json.errors == table.errors)
    let csv = try analyzed("\(Self.counts) --format csv")
    #expect(csv.status == 2 && csv.errors.hasSuffix(table.errors))
  }

  @Test("a split that was meant to be uneven is none")
  func meant() throws {
    let outcome = try analyzed("\(Self.counts) --allocation a=0.545,b=0.455")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains("b is better than a"))
  }
}
