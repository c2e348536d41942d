import ExperimentDesign
import ExperimentFiles
import Foundation
import ResultStore
import Runs
import Synchronization
import Testing

@testable import LabCommands

@Suite("Keeping runs")
struct KeepingTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    #expect(try lab("simulate", "sample.yaml", "--name", "plain").status == 0)
    return lab
  }

  private func unwrapped(_ text: String) -> String { text.replacing("\n", with: " ") }

  @Test("a run computed again is identical, row for row, whatever became of its file")
  func identical() throws {
    let lab = try lab()
    try lab.write("gone: true\n", to: "sample.yaml")
    let outcome = try lab("runs", "replay", "plain")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    // 6 trials: a draw, 3 arms of 2 segments, the median of 3 arms, and the noise of both.
    #expect(
      unwrapped(outcome.output).contains("identical, row for row (114 rows, engine \(EngineHistory.current))")
    )
    let json = try lab("runs", "replay", "plain", "--format", "json", "--threads", "1").output
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(document["identical"] as? Bool == true && document["rows"] as? Int == 114)
  }

  @Test("a run is repeated with its drawn seed, its overrides and its population's text")
  func fromTheStore() throws {
    let lab = try Lab()
    try lab.write(
      sampleExperiment.replacing("seed: 5\n", with: "").replacing(
        /population:\n(?:  .*\n)+?usage/, with: "population: people.yaml\nusage"), to: "sample.yaml")
    let population = try #require(
      sampleExperiment.firstMatch(of: /population:\n((?:  .*\n)+)/)?.output.1)
    let lines = population.split(separator: "\n").map { $0.dropFirst(2) }
    try lab.write(lines.joined(separator: "\n") + "\n", to: "people.yaml")
    #expect(
      try lab("simulate", "sample.yaml", "--set", "population.allow.rate=0.4", "--trials", "3").status
        == 0)
    #expect(try lab.shell("rm people.yaml sample.yaml").status == 0)
    #expect(try lab("runs", "replay").status == 0)
  }

  /// What makes a store's runs those of a version without checksums.
  private static let unsealed = "DELETE FROM checksum; UPDATE trial SET checksum = NULL; "

  @Test("a number that was changed in the store is damage: no answer, and 74")
  func changedUnderAChecksum() throws {
    let lab = try lab()
    let done = try lab.shell(
      "sqlite3 att-lab.sqlite 'UPDATE tally SET requests = requests + 1 WHERE trial = 4 AND arm = 1 AND segment = 0'"
    )
    guard done.status == 0 else { return }  // without sqlite3 there is nothing to change it with
    for command in [["runs", "replay", "plain"], ["runs", "show", "plain"], ["compare", "plain"]] {
      let outcome = try lab.run(command)
      #expect(outcome.status == 74 && outcome.output.isEmpty)
      #expect(unwrapped(outcome.errors).contains("trial 4"))
    }
  }

  @Test("in a store without checksums replaying finds the number that was changed, with 2")
  func changed() throws {
    let lab = try lab()
    let done = try lab.shell(
      "sqlite3 att-lab.sqlite '\(Self.unsealed)"
        + "UPDATE tally SET requests = requests + 1 WHERE trial = 4 AND arm = 1 AND segment = 0'"
    )
    guard done.status == 0 else { return }  // without sqlite3 there is nothing to change it with
    let outcome = try lab("runs", "replay", "plain")
    #expect(outcome.status == 2)
    let text = unwrapped(outcome.output)
    #expect(text.contains("1 of 114 rows differ") && text.contains("this same engine"))
    #expect(text.contains("trial 4, option later, segment loyal: requests"))
  }

  @Test("a run that was interrupted before its answer says what is still to be done, and then no more")
  func unanswered() async throws {
    let lab = try Lab()
    try lab.write(sampleExperiment, to: "sample.yaml")
    let sizes = [Setting(path: "trials", value: "40")]
    let file = try loadExperiment(path: lab.path("sample.yaml"), overrides: sizes)
    var plan = SimulationPlan(file, overrides: sizes)
    plan.platform = PlatformDescription(file, path: "sample.yaml").record
    let isAnswering = Mutex(false)
    let stopped = WorkContext(
      shouldStop: { isAnswering.withLock { $0 } },
      onEvent: { event in
        guard case .answering = event else { return }
        isAnswering.withLock { $0 = true }
      })
    let store = try ResultStore(path: lab.path("att-lab.sqlite"), access: .writing)
    await #expect(throws: RunStopped.self) { try await Runner(store: store, context: stopped).run(plan) }

    let line = ["simulate", "sample.yaml", "--trials", "40"]
    let again = try lab.run(line)
    let said = unwrapped(again.errors)
    #expect(again.status == 0 && !said.contains("already"))
    #expect(said.contains("has all of its trials; its answer is worked out now."))
    #expect(
      said.contains(
        /The alternative models are not stored yet: they are simulated now, \d+ simulations at most\./))
    let third = unwrapped(try lab.run(line).errors)
    #expect(third.contains("has computed this already") && !third.contains("alternative models"))
  }

  @Test("a run of an older engine says what changed since, with 2 where numbers differ")
  func olderEngine() throws {
    let lab = try lab()
    let done = try lab.shell(
      "sqlite3 att-lab.sqlite \"\(Self.unsealed)UPDATE run SET engine = '1'; "
        + "UPDATE tally SET requests = requests + 1\"")
    guard done.status == 0 else { return }
    let outcome = try lab("runs", "replay", "plain")
    let text = unwrapped(outcome.output)
    #expect(outcome.status == 2 && text.contains("computed by engine 1"))
    #expect(text.contains("drawn by another exact method") && text.contains("engine 3: "))
  }

  @Test("every engine's change is listed here and under Values changed")
  func history() throws {
    let changelog = try String(
      contentsOf: Lab.experiments.deletingLastPathComponent().appendingPathComponent("CHANGELOG.md"),
      encoding: .utf8
    ).replacing(/\s+/, with: " ")
    #expect(EngineHistory.steps.last?.engine == EngineHistory.current)
    for (number, step) in EngineHistory.steps.enumerated() {
      #expect(step.engine == "\(number + 2)")
      #expect(changelog.contains("Engine \(step.engine): \(step.change)"))
    }
    #expect(EngineHistory.changes(since: EngineHistory.current)?.isEmpty == true)
    #expect(EngineHistory.changes(since: "1")?.count == EngineHistory.steps.count)
    #expect(EngineHistory.changes(since: "dev") == nil && EngineHistory.changes(since: "99") == nil)
  }

  @Test("a list has the experiment, the winner, the size and the duration of each run")
  func list() throws {
    let lab = try lab()
    #expect(try lab("simulate", "sample.yaml", "--trials", "1", "--set", "question=Why?").status == 0)
    let rows = parsed(try lab("runs", "--format", "csv").output)
    let header = rows[0]
    func cell(_ row: Int, _ name: String) -> String {
      header.firstIndex(of: name).map { rows[row][$0] } ?? "no column"
    }
    #expect(rows.count == 3 && cell(1, "question") == "Why?" && cell(2, "question") == "Now or later?")
    // Six trials are too few for an answer, and the list says no more than the answer does.
    #expect(cell(2, "arms") == "3" && cell(2, "winner").hasSuffix(" (too few trials)"))
    let text = try lab("runs").output
    #expect(text.contains("  sample  ") && text.contains("6 × 400") && text.contains("plain"))
  }

  @Test("nothing is removed where nobody can be asked, and no store is made to remove from")
  func removing() throws {
    let lab = try lab()
    let refused = try lab("runs", "remove", "plain")
    #expect(refused.status == 64 && refused.errors.contains("--yes") && refused.errors.contains("6 trials"))
    #expect(try lab("runs", "show", "plain").status == 0)
    for line in [["remove", "x", "--yes"], ["rename", "x", "y"], ["note", "x", "y"]] {
      let outcome = try lab.shell("\"$LAB\" runs \(line.joined(separator: " ")) --db none.sqlite")
      #expect(outcome.status == 74 && outcome.errors.contains("no store at 'none.sqlite'"))
    }
    #expect(!FileManager.default.fileExists(atPath: lab.path("none.sqlite")))
  }

  #if os(Linux)
    @Test("on a terminal it asks first, and only yes removes")
    func asking() throws {
      let lab = try lab()
      guard try lab.shell("command -v script").status == 0 else { return }
      let no = try lab.shell(
        "echo n | script -qec '\"$LAB\" runs remove plain' /dev/null; \"$LAB\" runs show plain >/dev/null")
      #expect(no.status == 0 && no.output.contains("Remove run") && no.output.contains("Nothing was removed"))
      let yes = try lab.shell("echo y | script -qec '\"$LAB\" runs remove plain' /dev/null")
      #expect(yes.output.contains("Removed run"))
      #expect(try lab("runs", "show", "plain").errors.contains("holds no runs yet"))
    }
  #endif
}
