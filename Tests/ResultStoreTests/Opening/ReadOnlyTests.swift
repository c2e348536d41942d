import ExperimentDesign
import Foundation
import ResultStore
import ScratchFolders
import Testing

@Suite("What may only be read is only read")
struct ReadOnlyTests {
  let scratch = Scratch()

  @Test("A store opened for reading refuses every change")
  func refusing() throws {
    let inputs = RunInputs.sample()
    let run = try ResultStore(path: scratch.path()).begin(inputs).id
    let store = try ResultStore(path: scratch.path(), access: .reading)
    let refusal = ResultStoreError.readOnly(path: scratch.path())
    #expect(throws: refusal) { try store.begin(inputs) }
    #expect(throws: refusal) { try store.append(inputs.sampleResults(0..<1), to: run) }
    #expect(throws: refusal) { try store.finish(run, answer: [1]) }
    #expect(throws: refusal) { try store.rename(run, to: "x") }
    #expect(throws: refusal) { try store.annotate(run, with: "x") }
    #expect(throws: refusal) { try store.remove(run) }
    #expect(try store.runs().map(\.id) == [run])
  }

  @Test("A folder in which SQLite may make no file is refused for writing")
  func unwritableFolder() throws {
    #expect(throws: ResultStoreError.self) { try ResultStore(path: "/proc/att-lab.sqlite") }
  }
}
