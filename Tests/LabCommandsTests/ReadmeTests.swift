import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
  /// Its text, and the answer that stands in it.
  private static let text: String =
    (try? String(
      contentsOf: Lab.experiments.deletingLastPathComponent().appendingPathComponent("README.md"),
      encoding: .utf8)) ?? ""

  #if !DEBUG
    @Test("shows the answer that the shipped experiment gives")
    func answer() throws {
      let lab = try Lab()
      let outcome = try lab(
        "simulate", Lab.experiment("news-timing"), "--quiet", environment: ["COLUMNS": "100"])
      #expect(try shown(after: "simulate Experiments/news-timing.yaml") == outcome.output)
    }
  #endif

  @Test("shows the life that the shipped experiment gives")
  func trace() throws {
    let arguments = "--arm push_first --arm push_first_retry --find lost_request --find arms_differ"
    let outcome = try Lab().shell("\"$LAB\" trace \(Lab.experiment("push-collision")) \(arguments)")
    #expect(
      try shown(after: "trace Experiments/push-collision.yaml \(arguments)") == outcome.output)
  }

  @Test("shows what check says of the shipped experiment")
  func check() throws {
    // The path is told as it was given, so it is given as it stands in the README.
    let root = Lab.experiments.deletingLastPathComponent().path
    let outcome = try Lab().shell("cd '\(root)' && \"$LAB\" check Experiments/news-timing.yaml")
    #expect(try shown(after: "check Experiments/news-timing.yaml") == outcome.output)
  }

  /// What stands under a command, up to the end of its block.
  private func shown(after command: String) throws -> String {
    let start = try #require(Self.text.range(of: "$ att-lab \(command)\n"))
    let end = try #require(Self.text.range(of: "\n```", range: start.upperBound..<Self.text.endIndex))
    return Self.text[start.upperBound..<end.lowerBound] + "\n"
  }

  @Test("names every command of the program")
  func commands() throws {
    let help = try Lab()("--help").output
    let listed = try #require(help.range(of: "SUBCOMMANDS:\n"))
    let names = help[listed.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("  ") }
      .filter { !$0.hasPrefix("   ") && !$0.contains("See ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    let missing = names.filter { !Self.text.contains("att-lab \($0)") }
    #expect(!names.isEmpty && missing.isEmpty)
  }
}
