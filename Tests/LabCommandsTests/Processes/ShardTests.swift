import ArgumentParser
import Foundation
import ResultStore
import Runs
import Testing

@testable import LabCommands

@Suite("A run in parts, on several machines")
struct ShardTests {
  @Test("shards have every trial once, and differ by one trial at most", arguments: [1, 2, 7, 40, 41])
  func parts(count: Int) {
    let shards = (1...count).map { Shard(number: $0, count: count).trials(of: 40) }
    #expect(shards.joined().sorted() == Array(0..<40))
    let sizes = shards.map(\.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test(
    "--shard says what it expected",
    arguments: ["", "3", "0/4", "5/4", "x/4", "1/0", "1/2/3", "/", "-1/4", "1/1000000"])
  func slips(text: String) {
    #expect(throws: ValidationError.self) { try ValueReader<Shard>.shard.read(text) }
  }

  @Test("three shards, one of them cut off and gone on with, merge to the answer of one machine")
  func merging() throws {
    let lab = try Lab(of: sampleExperiment)
    let whole = try lab("simulate", "sample.yaml", "--format", "csv", "--db", "whole.sqlite")
    for number in ["3/3", "1/3"] {
      let shard = try lab("simulate", "sample.yaml", "--shard", number, "--threads", "2")
      #expect(shard.status == 0, "\(shard)")
    }
    let early = try lab.shell("\"$LAB\" merge night.sqlite att-lab-shard-*")
    #expect(early.status == 65)
    #expect(early.errors.contains("1, 4"))
    #expect(!FileManager.default.fileExists(atPath: lab.path("night.sqlite")))
    #expect(try lab("simulate", "sample.yaml", "--shard", "2/3").status == 0)
    let merged = try lab.shell("\"$LAB\" merge night.sqlite att-lab-shard-*")
    #expect(merged.status == 0, "\(merged)")
    #expect(
      try lab("simulate", "sample.yaml", "--format", "csv", "--db", "night.sqlite").output == whole.output)
    // Again, nothing is left to do.
    #expect(try lab.shell("\"$LAB\" merge night.sqlite att-lab-shard-*").status == 0)
  }

  @Test("stores that are not parts of one run are refused and nothing is written")
  func unfit() async throws {
    let lab = try Lab(of: sampleExperiment)
    let commands = [
      "a.sqlite --shard 1/2", "b.sqlite --shard 2/2", "seed.sqlite --shard 2/2 --seed 9",
      "trials.sqlite --shard 2/2 --trials 8", "installs.sqlite --shard 2/2 --installs 77",
      "set.sqlite --shard 2/2 --set population.allow.rate=0.31", "whole.sqlite",
    ]
    for command in commands { try await lab.perform("simulate sample.yaml --quiet --db \(command)") }
    try lab.write("", to: "empty.sqlite")
    for store in ["seed", "trials", "installs", "set", "whole", "empty"] {
      #expect(await lab.ending("merge out.sqlite a.sqlite \(store).sqlite") == .badInput, "\(store)")
    }
    #expect(await lab.ending("merge out.sqlite a.sqlite none.sqlite") == .inputOutput)
    #expect(await lab.ending("merge a.sqlite a.sqlite b.sqlite") == .misuse)
    #expect(await lab.ending("merge out.sqlite a.sqlite a.sqlite") == .badInput)
    #expect(!FileManager.default.fileExists(atPath: lab.path("out.sqlite")))
  }

  @Test(
    "what only a whole run can give is refused of a shard",
    arguments: [
      "--precision 0.1", "--require 'later.opt_in_per_install > 0.1 @ 90%'", "--csv x.csv", "--format json",
    ])
  func whole(options: String) async throws {
    let lab = try Lab(of: sampleExperiment)
    #expect(await lab.ending("simulate sample.yaml --shard 1/2 \(options)") == .misuse)
  }
}
