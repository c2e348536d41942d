import Testing

@Suite("att-lab guide")
struct GuideTests {
  static let pages = [
    "read-an-answer", "worked-example", "try-assumptions", "experiment-file", "check-an-app",
    "trace-an-install", "size-a-test",
    "analyse-a-test", "learn-from-data", "export-and-sql", "from-a-notebook", "ci", "reproducibility",
  ]

  @Test("each page is in the program", arguments: pages)
  func page(name: String) throws {
    let outcome = try Lab()("guide", name)
    #expect(outcome.status == 0 && outcome.output.contains("\n\n") && !outcome.output.contains("<!--"))
  }
}
