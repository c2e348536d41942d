import Foundation
import Testing

@Suite("Several programs and one store")
struct SharedStoreTests {
  /// Some hundred trials, so that every program writes more than one batch.
  private static let experiment = sampleExperiment.replacing("trials: 6", with: "trials: 200")
    .replacing("installs: 400", with: "installs: 40")

  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(Self.experiment, to: "sample.yaml")
    return lab
  }

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
    "three simulations of one experiment make one new store and one run, row for row, and give one answer")
  func same() throws {
    let lab = try lab()
    let whole = try lab("simulate", "sample.yaml", "--format", "csv", "--db", "whole.sqlite")
    let command = "simulate sample.yaml --format csv --quiet --db shared.sqlite"
    #expect(try together([command, command, command], in: lab) == ["0\n", "0\n", "0\n"])
    for number in 0..<3 { #expect(try lab.read("\(number).csv") == whole.output) }
    #expect(try lab.runCount("shared.sqlite") == 1)
    #expect(try lab.rows("shared.sqlite") == lab.rows("whole.sqlite"))
  }

  @Test("two simulations write beside a reader that keeps its transaction open, and it sees what it saw")
  func reader() throws {
    let lab = try lab()
    for seed in [6, 5] {
      let alone = try lab("simulate", "sample.yaml", "--seed", "\(seed)", "--db", "whole-\(seed).sqlite")
      #expect(alone.status == 0)
    }
    try lab.begin(Self.experiment, in: "shared.sqlite")
    let isSteady = try lab.whileRead("shared.sqlite") {
      let command = "simulate sample.yaml --quiet --db shared.sqlite"
      let ends = try together([command, command + " --seed 6"], in: lab)
      #expect(ends == ["0\n", "0\n"])
    }
    #expect(isSteady)
    #expect(try lab.runCount("shared.sqlite") == 2)
    #expect(try lab.rows("shared.sqlite") == lab.rows("whole-6.sqlite"))
    #expect(try lab("runs", "remove", "last", "--yes", "--db", "shared.sqlite").status == 0)
    #expect(try lab.rows("shared.sqlite") == lab.rows("whole-5.sqlite"))
  }

  @Test("two simulations that choose their size together get the size and the answer of one alone")
  func sized() throws {
    let lab = try lab()
    let command = "simulate sample.yaml --precision 0.004 --format csv --quiet"
    let alone = try lab.shell("\"$LAB\" \(command) --db alone.sqlite")
    #expect(alone.status == 0)
    let shared = command + " --db shared.sqlite"
    #expect(try together([shared, shared], in: lab) == ["0\n", "0\n"])
    for number in 0..<2 { #expect(try lab.read("\(number).csv") == alone.output) }
    #expect(try lab.runCount("shared.sqlite") == 1)
    #expect(try lab.rows("shared.sqlite") == lab.rows("alone.sqlite"))
  }
}
