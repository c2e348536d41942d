import Testing

@Suite("Help")
struct HelpTests {
  @Test(
    "every command's help reads as on record, with an example",
    arguments: [
      [], ["simulate"], ["explore"], ["compare"], ["runs"], ["runs", "list"], ["runs", "show"],
      ["runs", "rename"],
      ["runs", "note"], ["runs", "remove"], ["runs", "replay"], ["merge"], ["report"], ["export"],
      ["analyze"], ["plan"], ["optimize"], ["calibrate"], ["trace"], ["explain"], ["check"],
      ["init"], ["schema"],
    ])
  func help(command: [String]) throws {
    let lab = try Lab()
    let help = try lab.shell("\"$LAB\" \(command.joined(separator: " ")) --help")
    #expect(help.status == 0 && help.errors.isEmpty)
    #expect(help.output.contains("Example: att-lab"))
    try expectSnapshot(help.output, (["help"] + command).joined(separator: "-"))
  }

  @Test("the version names the engine, GSL and SQLite")
  func version() throws {
    let version = try Lab()("--version")
    #expect(version.status == 0)
    for part in ["att-lab ", "engine ", "GSL ", "SQLite "] { #expect(version.output.contains(part)) }
  }

  @Test("completions can be generated for every shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let script = try Lab()("--generate-completion-script", shell)
    #expect(script.status == 0 && script.output.contains("include-noncompliant"))
  }
}
