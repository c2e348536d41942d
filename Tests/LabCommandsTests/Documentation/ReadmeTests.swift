import ArgumentParser
import Foundation
import Testing

@testable import LabCommands

@Suite("The README and the guide")
struct ReadmeTests {
  private static let readme: String = {
    let file = Lab.experiments.deletingLastPathComponent().appendingPathComponent("README.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  @Test("the README is at most 150 lines")
  func length() {
    #expect(Self.readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  // Apart from debug builds, which take a minute for it.
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
  func trace() async throws {
    let written = try await Lab().written("trace '\(Lab.experiment("news-timing"))'")
    #expect(
      try shown(in: guidePage("TraceAnInstall"), after: "trace Experiments/news-timing.yaml") == written)
  }

  @Test("shows what check says of the shipped experiment")
  func check() async throws {
    let root = Lab.experiments.deletingLastPathComponent().path
    let written = try await Lab().written("check '\(Lab.experiment("news-timing"))'")
    #expect(
      try shown(in: guidePage("CheckAnApp"), after: "check Experiments/news-timing.yaml")
        == written.replacing("\(root)/", with: ""))
  }

  @Test("the page on sizes shows what plan says")
  func plan() async throws {
    let arguments = "--baseline 20% --lift 2pp --installs-per-week 3000"
    let written = try await Lab().written("plan \(arguments) --no-store")
    #expect(try shown(in: guidePage("SizeATest"), after: "plan \(arguments)") == written)
  }

  /// What stands under a command, up to the end of its block.
  private func shown(in text: String, after command: String) throws -> String {
    let start = try #require(text.range(of: "$ att-lab \(command)\n"))
    let end = try #require(text.range(of: "\n```", range: start.upperBound..<text.endIndex))
    return text[start.upperBound..<end.lowerBound] + "\n"
  }

  @Test("names every command of the program")
  func commands() {
    let names = AttLab.configuration.subcommands.map { $0._commandName }
    #expect(names.count > 15 && names.allSatisfy { Self.readme.contains("att-lab \($0)") })
  }
}
