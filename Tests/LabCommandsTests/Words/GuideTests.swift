import Testing

@Suite("att-lab guide")
struct GuideTests {
  private static let pages = [
    "read-an-answer", "experiment-file", "check-an-app", "trace-an-install", "size-a-test",
    "analyse-a-test", "export-and-sql", "from-a-notebook", "ci", "reproducibility",
  ]

  @Test("without a page it lists them all")
  func list() throws {
    let outcome = try Lab()("guide")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == Self.pages.map { $0[...] })
  }

  @Test("each page is in the program", arguments: pages)
  func page(name: String) throws {
    let outcome = try Lab()("guide", name)
    #expect(outcome.status == 0 && outcome.output.hasPrefix("# "))
    #expect(!outcome.output.contains("<!--"))
  }

  @Test("the page on the file has every section, and explain knows its keys")
  func keys() throws {
    let page = try Lab()("guide", "experiment-file").output
    for key in ["## `population.allow`", "| `cold_odds_ratio` |", "| `hook` |", "## `arms.NAME`"] {
      #expect(page.contains(key), "\(key)")
    }
    let outcome = try Lab()("explain", "allow.cold_odds_ratio", "best guess")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("population.allow.cold_odds_ratio: "))
  }
}
