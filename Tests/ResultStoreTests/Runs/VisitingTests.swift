import ExperimentDesign
import Foundation
import GRDB
import Testing

@testable import ResultStore

@Suite("Trials are visited in order, however many threads read")
struct VisitingTests {
  let scratch: Scratch
  /// As many trials as make several batches.
  let inputs = RunInputs.sample(trials: 1_000)
  let trials: Set<Int>
  let run: String

  init() throws {
    scratch = try Scratch()
    // Some are missing, as in a run that was interrupted.
    trials = Set((0..<1_000).filter { $0 % 7 != 3 && !(400..<420).contains($0) })
    let store = try ResultStore(path: scratch.path())
    run = try store.begin(inputs).id
    try store.append(inputs.sampleResults(trials), to: run)
  }

  @Test("every stored trial is visited once", arguments: [1, 2, 3, 8])
  func everyTrial(threads: Int) throws {
    let store = try ResultStore(path: scratch.path(), access: .reading)
    var found: [TrialResult] = []
    try store.forEachResult(of: run, threads: threads) { found.append($0) }
    #expect(found == inputs.sampleResults(trials.sorted()))
  }

  @Test("a store that nobody else can open is read over the one connection there is", arguments: [1, 2])
  func withoutFile(threads: Int) throws {
    let store = try ResultStore.temporary()
    let run = try store.begin(inputs).id
    try store.append(inputs.sampleResults(0..<1_000), to: run)
    #expect(store.connections(atMost: 3).count == 1)
    var found: [Int] = []
    try store.forEachResult(of: run, threads: threads) { found.append($0.trial) }
    #expect(found == Array(0..<1_000))
  }

  @Test("where no file can be made a store is read whole, its log included", arguments: [1, 2])
  func readOnlyFolder(threads: Int) throws {
    let copy = scratch.path("copy")
    let writer = try ResultStore(path: scratch.path())
    try writer.append([inputs.sampleResult(trial: 3)], to: run)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: scratch.path() + suffix, toPath: copy + suffix)
    }
    // In the place of the shared memory, which can then not be made, as in a folder that may only be read.
    try FileManager.default.createDirectory(atPath: copy + "-shm", withIntermediateDirectories: false)
    let store = try ResultStore(path: copy, access: .reading)
    var found: [TrialResult] = []
    try store.forEachResult(of: run, threads: threads) { found.append($0) }
    #expect(found == inputs.sampleResults(trials.union([3]).sorted()))
    withExtendedLifetime(writer) {}
  }

  @Test("a file that has taken the store's place is not read in part")
  func replaced() throws {
    let store = try ResultStore(path: scratch.path(), access: .reading)
    #expect(store.connections(atMost: 3).count == 3)
    try FileManager.default.moveItem(atPath: scratch.path(), toPath: scratch.path("moved"))
    #expect(store.connections(atMost: 3).count == 1)
    _ = try ResultStore(path: scratch.path()).begin(inputs)
    #expect(store.connections(atMost: 3).count == 1)
  }

  @Test("what a visit throws ends it, after all trials before and none behind", arguments: [1, 2, 8])
  func ended(threads: Int) throws {
    struct Enough: Error {}
    let store = try ResultStore(path: scratch.path(), access: .reading)
    var found: [Int] = []
    #expect(throws: Enough.self) {
      try store.forEachResult(of: run, threads: threads) { result in
        found.append(result.trial)
        if result.trial >= 501 { throw Enough() }
      }
    }
    #expect(found == trials.sorted().filter { $0 <= 501 })
  }

  @Test("of several damaged trials the first is named, after whole trials alone", arguments: [1, 2, 8])
  func damaged(threads: Int) throws {
    try DatabaseQueue(path: scratch.path()).write { db in
      try db.execute(sql: "UPDATE trial SET checksum = checksum + 1 WHERE trial IN (900, 601)")
    }
    let store = try ResultStore(path: scratch.path(), access: .reading)
    var found: [TrialResult] = []
    let error = #expect(throws: ResultStoreError.self) {
      try store.forEachResult(of: run, threads: threads) { found.append($0) }
    }
    #expect("\(try #require(error))".contains("trial 601"))
    #expect(found.allSatisfy { $0.trial < 601 } && found == inputs.sampleResults(found.map(\.trial)))
    #expect(found.map(\.trial) == trials.sorted().prefix(found.count).map { $0 })
  }

  @Test("trials that another program stores meanwhile are there whole or not at all", arguments: [1, 2, 8])
  func written(threads: Int) throws {
    let (inputs, trials, run, path) = (inputs, trials, run, scratch.path())
    let missing = (0..<1_000).filter { !trials.contains($0) }
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 2) { worker in
      do {
        if worker == 0 {
          let writer = try ResultStore(path: path)
          for trial in missing { try writer.append([inputs.sampleResult(trial: trial)], to: run) }
        } else {
          let store = try ResultStore(path: path, access: .reading)
          for _ in 0..<3 {
            var found: [TrialResult] = []
            try store.forEachResult(of: run, threads: threads) { found.append($0) }
            let numbers = found.map(\.trial)
            if found != inputs.sampleResults(numbers) { failures.add("a torn trial") }
            if numbers != numbers.sorted() || Set(numbers).count != numbers.count { failures.add("an order") }
            if !trials.isSubset(of: numbers) { failures.add("a trial that is missing") }
          }
        }
      } catch {
        failures.add("\(error)")
      }
    }
    #expect(failures.all == [])
  }

  @Test("a run that is gone is none, for any number of threads", arguments: [1, 2])
  func gone(threads: Int) throws {
    let store = try ResultStore(path: scratch.path())
    try store.remove(run)
    #expect(throws: ResultStoreError.self) { try store.forEachResult(of: run, threads: threads) { _ in } }
  }
}
