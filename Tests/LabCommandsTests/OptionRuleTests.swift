import Testing

@testable import LabCommands

@Suite("Options that go together")
struct OptionRuleTests {
  private let rules: [OptionRule] = [.exclusive("--looks", "--peek"), .needs("--start", "--day")]

  @Test(
    "exclude or need one another, however they are written",
    arguments: [
      ("--looks 3", true), ("--looks=3 --peek", false), ("--start x --day 7", true), ("--start x", false),
      ("-- --looks --peek", true), ("", true),
    ])
  func check(line: String, isLegal: Bool) {
    let words = line.split(separator: " ").map(String.init)
    #expect(((try? OptionRule.check(rules, words: words)) != nil) == isLegal)
  }

  @Test("one that holds without being typed counts too")
  func implied() {
    #expect((try? OptionRule.check(rules, words: ["--looks"], implied: ["--peek"])) == nil)
  }
}
