import Foundation
import ResultStore
import Testing

@testable import LabCommands

@Suite("Outputs never destroy inputs")
struct GuardedInputsTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    try FileManager.default.createDirectory(atPath: lab.path("in"), withIntermediateDirectories: false)
    try lab.write(splitExperiment, to: "in/p.yaml")
    try lab.write(splitPopulation, to: "in/pop.yaml")
    #expect(try lab("simulate", "in/p.yaml", "--db", "s.sqlite", "--quiet").status == 0)
    let links = [
      ("other", "in"), ("linked.yaml", "in/pop.yaml"), ("store.csv", "s.sqlite"), ("wal.csv", "s.sqlite-wal"),
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(atPath: lab.path(name), withDestinationPath: target)
    }
    try FileManager.default.linkItem(atPath: lab.path("in/pop.yaml"), toPath: lab.path("hard.csv"))
    return lab
  }

  @Test(
    "neither the experiment, its population, the store nor what SQLite keeps beside it, by any name",
    arguments: [
      "in/p.yaml", "in/pop.yaml", "other/pop.yaml", "other/p.yaml", "linked.yaml", "hard.csv", "s.sqlite",
      "store.csv", "s.sqlite-wal", "s.sqlite-shm", "s.sqlite-journal", "./s.sqlite-wal", "wal.csv",
    ])
  func guarded(path: String) throws {
    let lab = try lab()
    let before = try ["in/p.yaml", "in/pop.yaml"].map(lab.read)
    for option in ["--csv", "--report"] {
      let outcome = try lab("simulate", "in/p.yaml", "--db", "s.sqlite", option, path, "--quiet")
      #expect(outcome.status == 64 && outcome.errors.contains("give another path"), "\(outcome.errors)")
    }
    #expect(try ["in/p.yaml", "in/pop.yaml"].map(lab.read) == before)
    for command in ["export", "report"] {
      let outcome = try lab(command, "last", "--db", "s.sqlite", "--out", path)
      #expect(outcome.status == 64 && outcome.errors.contains("give another path"), "\(outcome.errors)")
    }
    #expect(try ["in/p.yaml", "in/pop.yaml"].map(lab.read) == before)
    #expect(try lab("runs", "show", "--db", "s.sqlite").status == 0)
  }

  @Test("nor the file that the experiment comes from on standard input")
  func standardInput() throws {
    let lab = try lab()
    try FileManager.default.copyItem(atPath: lab.path("in/pop.yaml"), toPath: lab.path("pop.yaml"))
    try FileManager.default.copyItem(atPath: lab.path("in/p.yaml"), toPath: lab.path("read.csv"))
    for option in ["--csv", "--report"] {
      let outcome = try lab.shell(
        "\"$LAB\" simulate - --db s.sqlite --quiet \(option) read.csv < read.csv")
      #expect(outcome.status == 64 && outcome.errors.contains("would overwrite the experiment"), "\(outcome)")
    }
    #expect(try lab.read("read.csv") == splitExperiment)
  }

  @Test("nor the experiment of a run under another name, whatever the name")
  func experimentOfTheRun() throws {
    let lab = try lab()
    try FileManager.default.copyItem(atPath: lab.path("in/p.yaml"), toPath: lab.path("kept.txt"))
    let outcome = try lab("export", "last", "--db", "s.sqlite", "--out", "kept.txt")
    #expect(
      outcome.status == 64 && outcome.errors.contains("the experiment file of run"), "\(outcome.errors)")
    #expect(try lab.read("kept.txt") == splitExperiment)
  }

  @Test("nor another store, nor what SQLite keeps beside that")
  func otherStore() throws {
    let lab = try lab()
    try FileManager.default.copyItem(atPath: lab.path("s.sqlite"), toPath: lab.path("o.sqlite"))
    for path in ["o.sqlite", "o.sqlite-wal"] {
      #expect(try lab("export", "last", "--db", "s.sqlite", "--out", path).status == 64)
    }
    #expect(try lab("runs", "show", "--db", "o.sqlite").status == 0)
  }

  @Test("a store takes no name that SQLite would remove", arguments: ["x.sqlite-wal", "x-shm", "x-journal"])
  func storeNames(name: String) throws {
    let outcome = try lab()("simulate", "in/p.yaml", "--db", name, "--quiet")
    #expect(outcome.status == 74 && outcome.errors.contains("no store can be made"))
  }

  @Test(
    "a pipe is no store, and nobody waits for it", arguments: ["runs list", "simulate in/p.yaml", "report"])
  func pipes(command: String) throws {
    let outcome = try lab().shell("mkfifo ff; \"$LAB\" \(command) --db ff")
    #expect(outcome.status == 74 && outcome.errors.contains("is not a store"))
  }

  @Test("a store that is removed while it is written is an error, and nothing is said to be stored")
  func removed() throws {
    let lab = try lab()
    let path = lab.path("s.sqlite")
    let store = try ResultStore(path: path)
    let run = try store.run("last").id
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ResultStoreError.gone(path: path)) { try store.rename(run, to: "x") }
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(throws: ResultStoreError.gone(path: path)) { try store.requireStillThere() }
  }
}
