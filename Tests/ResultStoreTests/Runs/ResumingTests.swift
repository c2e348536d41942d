import ExperimentDesign
import Foundation
import GRDB
import ResultStore
import ScratchFolders
import Testing

@Suite("A run that was cut goes on as if it had not been")
final class ResumingTests: StoreWithRun {
  @Test("A trial that is stored already is skipped, not doubled and not overwritten")
  func repeated() throws {
    try store.append(inputs.sampleResults(0..<3), to: run)
    let others = (1..<4).map { inputs.sampleResult(trial: $0, salt: 99) }
    #expect(try store.append(others, to: run) == 1)
    #expect(try store.allResults(of: run) == inputs.sampleResults(0..<3) + [others[2]])
  }

  @Test("A batch with a trial that does not fit leaves nothing behind")
  func thrown() throws {
    var misfit = inputs.sampleResult(trial: 2)
    misfit.tallies[0][0][0][.installs] = -1
    #expect(throws: ResultStoreError.self) {
      try store.append(inputs.sampleResults(0..<2) + [misfit], to: run, seconds: 3)
    }
    #expect(try store.storedTrials(of: run) == [])
    #expect(try store.allResults(of: run) == [])
    #expect(try store.run(run).seconds == 0)
  }

  @Test("A file copied in the middle of a transaction holds the batches before it, whole")
  func killed() throws {
    try store.append(inputs.sampleResults(0..<2), to: run)
    let writer = try DatabaseQueue(path: scratch.path())
    try writer.inDatabase { db in
      // A cache of one page makes the unfinished transaction spill into the file.
      try db.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
      defer { try? db.execute(sql: "ROLLBACK") }
      try db.execute(
        sql: "INSERT INTO trial SELECT run, 2, checksum, medians, noise FROM trial WHERE trial = 0")
      try db.execute(
        sql: """
          INSERT INTO run SELECT run.key + value, substr(run.id, 1, 6) || (1000 + value), NULL, note, experiment,
            source, hex(zeroblob(3000)), population_text, overrides, seed, trials, installs, engine, content_key,
            created_at, finished_at, seconds, description, answer, checksum
          FROM run, json_each('[1,2,3,4,5,6,7,8,9]')
          """)
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: scratch.path() + suffix, toPath: scratch.path("copy") + suffix)
      }
    }
    let copy = try ResultStore(path: scratch.path("copy"))
    #expect(try copy.runs().map(\.id) == [run])
    #expect(try copy.allResults(of: run) == inputs.sampleResults(0..<2))
    #expect(try copy.append(inputs.sampleResults(2..<5), to: run) == 3)
    #expect(try copy.run(run).isComplete)
  }
}
