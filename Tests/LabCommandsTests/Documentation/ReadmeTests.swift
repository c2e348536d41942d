import Foundation
import Testing

@Suite("The README and the guide")
struct ReadmeTests {
  private static func page(_ path: String) -> String {
    let root = Lab.experiments.deletingLastPathComponent()
    return (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  private static let readme = page("README.md")

  private static func guide(_ name: String) -> String {
    page("Sources/LabCommands/LabCommands.docc/\(name).md")
  }

  @Test("the README is at most 150 lines")
  func length() {
    #expect(Self.readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  #if !DEBUG
    @Test("shows the answer that the shipped experiment gives")
    func answer() throws {
      let lab = try Lab()
      try FileManager.default.createSymbolicLink(
        atPath: lab.path("Experiments"), withDestinationPath: Lab.experiments.path)
      let outcome = try lab(
        "simulate", "Experiments/pre-prompt-or-not.yaml", "--quiet", environment: ["COLUMNS": "100"])
      #expect(
        try shown(in: Self.readme, after: "simulate Experiments/pre-prompt-or-not.yaml") == outcome.output)
    }
  #endif

  @Test("shows the life that the shipped experiment gives")
  func trace() throws {
    let outcome = try Lab()("trace", Lab.experiment("news-timing"))
    #expect(
      try shown(in: Self.guide("TraceAnInstall"), after: "trace Experiments/news-timing.yaml")
        == outcome.output)
  }

  @Test("shows what check says of the shipped experiment")
  func check() throws {
    // The path is printed as given, so it is given as in the README.
    let root = Lab.experiments.deletingLastPathComponent().path
    let outcome = try Lab().shell("cd '\(root)' && \"$LAB\" check Experiments/news-timing.yaml")
    #expect(
      try shown(in: Self.guide("CheckAnApp"), after: "check Experiments/news-timing.yaml") == outcome.output)
  }

  @Test("the page on sizes shows what plan says")
  func plan() throws {
    let arguments = "--baseline 20% --lift 2pp --installs-per-week 3000"
    let outcome = try Lab().shell("\"$LAB\" plan \(arguments)")
    #expect(try shown(in: Self.guide("SizeATest"), after: "plan \(arguments)") == outcome.output)
  }

  /// What stands under a command, up to the end of its block.
  private func shown(in text: String, after command: String) throws -> String {
    let start = try #require(text.range(of: "$ att-lab \(command)\n"))
    let end = try #require(text.range(of: "\n```", range: start.upperBound..<text.endIndex))
    return text[start.upperBound..<end.lowerBound] + "\n"
  }

  @Test("names every command of the program")
  func commands() throws {
    let help = try Lab()("--help").output
    let listed = try #require(help.range(of: "SUBCOMMANDS:\n"))
    let names = help[listed.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("  ") }
      .filter { !$0.hasPrefix("   ") && !$0.contains("See ") }
      .compactMap { $0.split(whereSeparator: { " ,".contains($0) }).first.map(String.init) }
    let missing = names.filter { !Self.readme.contains("att-lab \($0)") }
    #expect(!names.isEmpty && missing.isEmpty)
  }
}
