import FlowRehearsal
import Foundation
import PromptFlow
import PromptFlowStorage
import Testing

@MainActor
@Suite("The state in a file")
struct FileStateStoreTests {
  /// A folder of the test's own, removed with it.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("PromptFlow-\(UUID().uuidString)", isDirectory: true)
    var file: URL { url.appendingPathComponent("deep/state.json") }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String) throws {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func text() throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }
  }
  private let folder = Folder()

  private func state(articles: Int = 2) -> FlowState {
    let consent = FlowSetup.ConsentSetup()
    var life = Rehearsal(
      FlowSetup(asking: .event("article", count: 3), settingsLink: .afterDenial, consent: consent))
    life.launch()
    for _ in 0..<articles { life.record("article") }
    return life.session.state
  }

  /// A controller over the file, after its first events.
  private func begin() -> FlowController {
    let setup = FlowSetup(asking: .launch, delaySeconds: 1)
    let controller = controller(setup, FileStateStore(file: folder.file))
    for event in [FlowSession.Event.processStarted, .activated] { controller.send(event) }
    return controller
  }

  @Test("what was saved is loaded by the next process, also into a folder that did not exist")
  func roundTrip() throws {
    #expect(try FileStateStore(file: folder.file).load() == nil)
    try FileStateStore(file: folder.file).save(state())
    #expect(try FileStateStore(file: folder.file).load() == state())
    #expect(try folder.text().contains("\"version\":1"))
  }

  @Test("a save leaves one file and nothing beside it")
  func oneFile() throws {
    let store = FileStateStore(file: folder.file)
    for articles in 0..<4 { try store.save(state(articles: articles)) }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.file.deletingLastPathComponent().path)
    #expect(names == ["state.json"])
  }

  @Test("a save that fails leaves the last state as it was")
  func failedSave() throws {
    try folder.write("")
    // The folder that the new file needs is a file.
    let store = FileStateStore(file: folder.file.appendingPathComponent("state.json"))
    #expect(throws: (any Error).self) { try store.save(state()) }
    #expect(try folder.text().isEmpty)
  }

  @Test("a state of a newer version is left as it is, and nothing is asked")
  func newer() throws {
    let text = #"{"version": 3, "flow": {"of": "the future"}}"#
    try folder.write(text)
    let controller = begin()
    #expect(controller.beginning == .heldBack(.newerVersion(found: 3, known: 1)))
    #expect(controller.session.hasFinishedAsking && controller.storeProblem == nil)
    #expect(try folder.text() == text)
  }

  @Test("a file that is there and cannot be read is left as it is, and nothing is asked")
  func unreadable() throws {
    // A folder in the file's place: it is there, and no reading of it succeeds, for any user.
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
    let controller = begin()
    let isHeldBack = if case .heldBack(.unreadable) = controller.beginning { true } else { false }
    #expect(isHeldBack, "began as \(controller.beginning)")
    #expect(controller.session.hasFinishedAsking && controller.storeProblem == nil)
    #expect(FileManager.default.fileExists(atPath: folder.file.path))
  }

  @Test("a file that cannot be read now is not written over, by no caller")
  func neverOverwritten() throws {
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
    let store = FileStateStore(file: folder.file)
    #expect {
      try store.save(state())
    } throws: { error in
      if case .unreadable? = error as? FlowStateError { true } else { false }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file.path) == [])
  }

  @Test(
    "R29: a damaged file is replaced, and the app goes on as a new install",
    arguments: [
      "", "null", "[]", "{", #"{"version": 1}"#, #"{"version": "one"}"#, #"{"version": 0}"#, "\u{0}\u{0}",
      #"{"flow": {}}"#, "PK\u{3}\u{4}", String(repeating: "[", count: 100_000),
    ])
  func damaged(text: String) throws {
    try folder.write(text)
    let controller = begin()
    let isReplaced = if case .replaced = controller.beginning { true } else { false }
    #expect(isReplaced, "began as \(controller.beginning)")
    #expect(controller.session.stage == .delaying)
    #expect(try FileStateStore(file: folder.file).load() == controller.session.state)
  }

  @Test("a file cut off at any byte is refused or, whole, read")
  func cutOff() throws {
    let store = FileStateStore(file: folder.file)
    try store.save(state())
    let whole = try folder.text()
    var read = 0
    for length in 0..<whole.utf8.count {
      try folder.write(String(decoding: whole.utf8.prefix(length), as: UTF8.self))
      if (try? FileStateStore(file: folder.file).load()) != nil { read += 1 }
    }
    #expect(read == 0)
  }

  @Test("a state that has not changed is not written again")
  func unchanged() throws {
    let store = FileStateStore(file: folder.file)
    try store.save(state())
    try folder.write("somebody else's")
    try store.save(state())
    #expect(try folder.text() == "somebody else's")
    try store.save(state(articles: 1))
    #expect(try FileStateStore(file: folder.file).load() == state(articles: 1))
  }

  @Test("the app's folder for such files takes it")
  func applicationSupport() throws {
    let store = FileStateStore.inApplicationSupport(named: "PromptFlow-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: store.file) }
    try store.save(state())
    #expect(try FileStateStore(file: store.file).load() == state())
  }
}
