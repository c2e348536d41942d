import ExperimentDesign
import Foundation
import GRDB
import ScratchFolders
import Testing

@testable import ResultStore

@Suite("A store is shared by readers and writers")
struct SharingTests {
  let scratch = Scratch()

  @Test("Writers and a reader at the same time lose nothing and never find the file locked")
  func together() throws {
    let inputs = RunInputs.sample(trials: 30)
    let path = scratch.path()
    let run = try ResultStore(path: path).begin(inputs).id
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      do {
        if worker == 3 {
          let store = try ResultStore(path: path, access: .reading)
          for _ in 0..<20 {
            let results = try store.allResults(of: run)
            if results != inputs.sampleResults(results.map(\.trial)) { failures.add("a torn trial") }
          }
        } else {
          let store = try ResultStore(path: path)
          for trial in stride(from: worker, to: 30, by: 3) {
            try store.append([inputs.sampleResult(trial: trial)], to: run)
          }
        }
      } catch {
        failures.add("\(error)")
      }
    }
    #expect(failures.all == [])
    let store = try ResultStore(path: path)
    #expect(try store.allResults(of: run) == inputs.sampleResults(0..<30))
  }

  #if os(Linux)
    @Test("Opening a store again gives up no lock of a connection to it", arguments: [true, false])
    func locks(isWriting: Bool) throws {
      let path = scratch.path()
      let first = try ResultStore(path: path)
      _ = try first.begin(RunInputs.sample(trials: 2))
      // Closing this one would give the locks up as well.
      let probe = open(path, O_RDONLY | O_CLOEXEC)
      try first.queue.read { db in
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM run")
        #expect(try isLocked(probe))
        let second = try ResultStore(path: path, access: isWriting ? .writing : .reading)
        #expect(try isLocked(probe))
        _ = try second.runs()
        #expect(try isLocked(probe))
      }
      close(probe)
    }

    /// Whether somebody holds one of SQLite's shared locks, this program included.
    private func isLocked(_ descriptor: Int32) throws -> Bool {
      // Locks of an open file description see those of the same process; bytes from
      // https://www.sqlite.org/src/file/src/os.h.
      var asked = flock()
      asked.l_type = Int16(F_WRLCK)
      asked.l_whence = Int16(SEEK_SET)
      asked.l_start = 0x4000_0002
      asked.l_len = 510
      // F_OFD_GETLK, which the system's headers give to GNU sources alone.
      try #require(fcntl(descriptor, 36, &asked) == 0)
      return asked.l_type != Int16(F_UNLCK)
    }
  #endif

  @Test("A reader of a store that others are making finds none yet, or as many runs as are in it")
  func readBirths() throws {
    let failures = Failures()
    for round in 0..<10 {
      let path = scratch.path("\(round).sqlite")
      DispatchQueue.concurrentPerform(iterations: 8) { worker in
        do {
          if worker < 5 {
            try ResultStore(path: path).begin(.sample(contentKey: "\(worker)"))
          } else {
            for _ in 0..<8 {
              do {
                _ = try ResultStore(path: path, access: .reading).runs()
              } catch ResultStoreError.missing {}
            }
          }
        } catch {
          failures.add("round \(round): \(error)")
        }
      }
      let runs = try ResultStore(path: path).runs().count
      if runs != 5 { failures.add("round \(round): \(runs) runs") }
    }
    #expect(failures.all == [])
  }

  @Test("A store that another program keeps locked says so, and reads go on")
  func locked() throws {
    let inputs = RunInputs.sample()
    let store = try ResultStore(path: scratch.path(), busySeconds: 0)
    let run = try store.begin(inputs).id
    let other = try DatabaseQueue(path: scratch.path())
    try other.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      defer { try? db.execute(sql: "ROLLBACK") }
      #expect(throws: ResultStoreError.busy(path: scratch.path(), seconds: 0)) {
        try store.append(inputs.sampleResults(0..<1), to: run)
      }
      #expect(try store.storedTrials(of: run) == [])
      #expect(try ResultStore(path: scratch.path(), busySeconds: 0).runs().count == 1)
    }
    #expect(try store.append(inputs.sampleResults(0..<1), to: run) == 1)
  }

  @Test("A full disk says so and unharmed is what was stored before")
  func full() throws {
    let inputs = RunInputs.sample(trials: 2000)
    let run = try ResultStore(path: scratch.path()).begin(inputs).id
    do {
      let store = try ResultStore(path: scratch.path(), access: .writing, busySeconds: 1, pageLimit: 80)
      try store.append(inputs.sampleResults(0..<5), to: run)
      #expect(throws: ResultStoreError.full(path: scratch.path())) {
        try store.append(inputs.sampleResults(5..<2000), to: run)
      }
      #expect(try store.allResults(of: run) == inputs.sampleResults(0..<5))
    }
    let store = try ResultStore(path: scratch.path())
    #expect(try store.append(inputs.sampleResults(5..<10), to: run) == 5)
    #expect(try store.allResults(of: run) == inputs.sampleResults(0..<10))
  }
}
