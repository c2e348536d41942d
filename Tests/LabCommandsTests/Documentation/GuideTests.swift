import Rendering
import Testing

@testable import LabCommands

@Suite("att-lab guide")
struct GuideTests {
  static let pages = [
    "read-an-answer", "worked-example", "try-assumptions", "experiment-file", "check-an-app",
    "trace-an-install", "size-a-test",
    "analyse-a-test", "learn-from-data", "export-and-sql", "from-a-notebook", "ci", "reproducibility",
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

  @Test("a word of a heading prints the sections about it, and a word of none says which there are")
  func sections() throws {
    let lab = try Lab()
    let consent = try lab("guide", "experiment-file", "consent").output
    #expect(
      consent.hasPrefix("# The experiment file, every key\n\n## `") && consent.contains("`on_undetermined`"))
    let headings = consent.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(headings.allSatisfy { $0.contains("consent") } && headings.count < 4)
    let none = try lab("guide", "size-a-test", "weather")
    #expect(none.status == 64 && none.errors.contains("its sections are "))
  }

  @Test(
    "on a terminal a page fits the width, without a mark of Markdown outside of code",
    arguments: Guide.Page.allCases)
  func terminal(page: Guide.Page) {
    let text = GuidePage(page.text).document.text(ReviewStyle(width: 80, isColoured: false))
    let prose = text.split(separator: "\n").filter { !$0.hasPrefix("  ") || $0.hasPrefix("   ") }
    #expect(text.hasPrefix(page.title + "\n"))
    #expect(!prose.contains { $0.hasPrefix("|") || $0.hasPrefix("#") || $0.contains("**") })
    #expect(text.split(separator: "\n").filter { $0.count > 80 && !$0.hasPrefix("  ") } == [])
  }

  @Test("a table on a terminal is a list of its first cells, each with what is said of it")
  func table() {
    let page = """
      # Keys

      | key | what it is | default |
      | --- | --- | --- |
      | `rate` | Share who *would* allow. | `0.3` |
      | `a\\|b` | Two |  |
      """
    #expect(
      GuidePage(page).document.text(ReviewStyle(width: 80, isColoured: false)) == """
        Keys

          rate  Share who would allow. Default: 0.3.
          a|b   Two

        """)
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
