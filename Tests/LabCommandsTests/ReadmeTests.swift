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
      let command = "$ att-lab simulate Experiments/news-timing.yaml\n"
      let start = try #require(Self.text.range(of: command))
      let end = try #require(Self.text.range(of: "\n```", range: start.upperBound..<Self.text.endIndex))
      #expect(outcome.output == Self.text[start.upperBound..<end.lowerBound] + "\n")
    }
  #endif

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
