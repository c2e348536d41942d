import ExperimentFiles
import Rendering
import Testing

@testable import LabCommands

@Suite("Options that go together")
struct OptionRuleTests {
  private let rules: [OptionRule] = [
    .apart("--looks", from: ["--peek"]), .needs("--start", ["--day", "--as-of"]),
    .needs("--arm", ["--table strategy"]), .apart("--open", from: ["--out -"]),
    .apart("--shard", from: ["--csv", "--out"]),
  ]

  @Test(
    "exclude or need one another, however they are written, and some with one value alone",
    arguments: [
      ("--looks 3", true), ("--looks=3 --peek", false), ("--start x --day 7", true), ("--start x", false),
      ("--start x --as-of y", true), ("-- --looks --peek", true), ("", true),
      ("--arm a --table strategy", true), ("--arm a --table=strategy", true),
      ("--arm a --table trials", false),
      ("--open --out x", true), ("--open --out=-", false), ("--open -o -", false),
      ("--shard 1/2 --peek", true), ("--shard 1/2 -o x", false),
    ])
  func check(line: String, isLegal: Bool) {
    let words = line.split(separator: " ").map(String.init)
    #expect(((try? OptionRule.check(rules, words: words)) != nil) == isLegal)
  }

  @Test("names of options may have commas in a list of them")
  func commas() {
    let options = ["a, first", "a"]
    #expect(Plan.names(in: "a, a, first", among: options) == ["a", "a, first"])
    #expect(Plan.names(in: "a, first,a", among: options) == ["a, first", "a"])
  }

  @Test(
    "a number of the population may be set by the path that answers print")
  func settings() throws {
    let paths = try ["allow.rate=0.3", "population.allow.rate=0.3", "arms.a.delay_seconds=1", "trails=5"]
      .map { try ValueReader<Setting>.setting.read($0).path }
    #expect(paths == ["population.allow.rate", "population.allow.rate", "arms.a.delay_seconds", "trails"])
  }

  @Test(
    "a split has a share for each option, by name or by place",
    arguments: [
      ("2,1", ["a", "b"], [2, 1]), ("b=1,a=2", ["a", "b"], [2, 1]),
      ("a,b=1, c=d=3", ["c=d", "a,b"], [3, 1]),
      ("a=1,2", [], nil), ("0,1", [], nil), ("a", [], nil), ("", [], nil), ("1,x", [], nil),
    ])
  func split(text: String, options: [String], shares: [Double]?) throws {
    #expect(try SplitText(text)?.shares(of: options) == shares)
  }

  @Test("what holds without being typed counts too, and one of several can be asked for")
  func implied() {
    #expect((try? OptionRule.check(rules, words: ["--looks"], implied: ["--peek"])) == nil)
    let data = [OptionRule.give(["<data>", "--counts"])]
    #expect((try? OptionRule.check(data, words: ["--peek"])) == nil)
    #expect((try? OptionRule.check(data, words: ["--peek"], implied: ["<data>"])) != nil)
  }

  @Test("words are quoted so that a shell reads them back")
  func quoting() {
    #expect(TerminalText.shellWord("a.b/c=1") == "a.b/c=1")
    #expect(TerminalText.shellWord("it's {a: 1}") == "'it'\\''s {a: 1}'")
    #expect(TerminalText.shellWord("") == "''")
  }
}
