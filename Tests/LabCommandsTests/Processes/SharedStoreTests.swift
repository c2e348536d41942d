import Foundation
import Testing

@Suite("Several programs and one store")
struct SharedStoreTests {
  /// Some hundred trials, so that every program writes more than one batch.
  private static let experiment = sampleExperiment.replacing("trials: 6", with: "trials: 200")
    .replacing("installs: 400", with: "installs: 40")

  /// Starts the commands together and waits for all; the exit codes, one a line.
  private func together(_ commands: [String], in lab: Lab) throws -> [String] {
    let started = try commands.enumerated().map { number, command in
      try lab.start("exec \"$LAB\" \(command) >\(number).csv 2>\(number).errors")
    }
    return try started.enumerated().map { number, process in
      process.waitUntilExit()
      return "\(process.terminationStatus)\n" + (try lab.read("\(number).errors"))
    }
  }

  @Test(
    "simulations of one experiment make one new store and one run, row for row, and give one answer, also where they choose their size",
    arguments: ["", "--precision 0.004"])
  func same(size: String) async throws {
    let lab = try Lab(of: Self.experiment)
    let command = "simulate sample.yaml --format csv --quiet \(size)"
    let whole = try await lab.written("\(command) --db whole.sqlite")
    let shared = command + " --db shared.sqlite"
    #expect(try together([shared, shared, shared], in: lab) == ["0\n", "0\n", "0\n"])
    for number in 0..<3 { #expect(try lab.read("\(number).csv") == whole) }
    #expect(try lab.runCount("shared.sqlite") == 1)
    #expect(try lab.rows("shared.sqlite") == lab.rows("whole.sqlite"))
  }
}
