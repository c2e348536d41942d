import Testing

@testable import LabCommands

@Suite("Options that go together")
struct OptionRuleTests {
  private let rules: [OptionRule] = [
    .exclusive("--looks", "--peek"), .needs("--start", "--day", "--as-of"),
    .needs("--arm", "--table strategy"), .exclusive("--open", "--out -"),
    .apart("--shard", from: "--csv", "--out"),
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

  @Test("what holds without being typed counts too, and one of several can be asked for")
  func implied() {
    #expect((try? OptionRule.check(rules, words: ["--looks"], implied: ["--peek"])) == nil)
    let data = [OptionRule.give("<data>", "--counts")]
    #expect((try? OptionRule.check(data, words: ["--peek"])) == nil)
    #expect((try? OptionRule.check(data, words: ["--peek"], implied: ["<data>"])) != nil)
  }
}
