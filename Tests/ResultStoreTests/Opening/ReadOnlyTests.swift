import ExperimentDesign
import Foundation
import GRDB
import ResultStore
import Testing

@Suite("What may only be read is only read")
struct ReadOnlyTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("A store opened for reading refuses every change")
  func refusing() throws {
    let inputs = RunInputs.sample()
    let run = try ResultStore(path: scratch.path()).begin(inputs).id
    let store = try ResultStore(path: scratch.path(), access: .reading)
    let refusal = ResultStoreError.readOnly(path: scratch.path())
    #expect(throws: refusal) { try store.begin(inputs) }
    #expect(throws: refusal) { try store.append(inputs.sampleResults(0..<1), to: run) }
    #expect(throws: refusal) { try store.finish(run) }
    #expect(throws: refusal) { try store.rename(run, to: "x") }
    #expect(throws: refusal) { try store.annotate(run, with: "x") }
    #expect(throws: refusal) { try store.remove(run) }
    #expect(try store.runs().map(\.id) == [run])
  }

  // Permission bits do not bind the superuser, who often runs tests. A folder in
  // the place of the shared-memory file keeps anybody from making that file, as a
  // read-only folder does.
  @Test("A store in a folder where no file can be made is read, its log included")
  func readOnlyFolder() throws {
    let inputs = RunInputs.sample()
    let writer = try ResultStore(path: scratch.path())
    let run = try writer.begin(inputs).id
    try writer.append(inputs.sampleResults(0..<5), to: run)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: scratch.path() + suffix, toPath: scratch.path("copy") + suffix)
    }
    try FileManager.default.createDirectory(
      atPath: scratch.path("copy-shm"), withIntermediateDirectories: false)
    let log = try Data(contentsOf: URL(fileURLWithPath: scratch.path("copy-wal")))
    #expect(!log.isEmpty)
    let store = try ResultStore(path: scratch.path("copy"), access: .reading)
    #expect(try store.allResults(of: run) == inputs.sampleResults(0..<5))
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("copy-wal"))) == log)
  }

  @Test("A folder in which SQLite may make no file is refused for writing")
  func unwritableFolder() throws {
    #expect(throws: ResultStoreError.self) { try ResultStore(path: "/proc/att-lab.sqlite") }
    try FileManager.default.createDirectory(
      atPath: scratch.path() + "-shm", withIntermediateDirectories: false)
    #expect(throws: ResultStoreError.readOnly(path: scratch.path())) {
      try ResultStore(path: scratch.path())
    }
  }
}
