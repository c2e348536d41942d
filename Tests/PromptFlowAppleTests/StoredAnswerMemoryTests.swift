import Foundation
import PromptFlow
import PromptFlowApple
import PromptFlowStorage
import PromptFlowTesting
import Testing

@MainActor
@Suite("The memory of an answer")
struct StoredAnswerMemoryTests {
  /// What is kept on a device that may be locked or full.
  private final class Disk {
    var kept: Data?
    var isReadable = true
    var isWritable = true
    var writes = 0
  }

  private struct Unavailable: Error {}

  private func memory(_ disk: Disk) -> StoredAnswerMemory {
    StoredAnswerMemory {
      guard disk.isReadable else { throw Unavailable() }
      return disk.kept
    } write: { data in
      guard disk.isWritable else { throw Unavailable() }
      disk.writes += 1
      disk.kept = data
    }
  }

  @Test("R36: it outlives the process, and an install that never answered has none")
  func outlives() {
    let disk = Disk()
    #expect(!memory(disk).personHasAnswered)
    memory(disk).personHasAnswered = true
    #expect(memory(disk).personHasAnswered)
  }

  @Test("what cannot be read now is read when it can be, and is not written over by having been asked")
  func unreadable() {
    let disk = Disk()
    memory(disk).personHasAnswered = true
    disk.isReadable = false
    let locked = memory(disk)
    #expect(!locked.personHasAnswered && disk.writes == 1)
    disk.isReadable = true
    #expect(locked.personHasAnswered && disk.writes == 1)
  }

  @Test("an answer given while nothing could be read is kept beside what was, when it can be")
  func answeredWhileLocked() {
    let disk = Disk()
    disk.kept = Data("a fact of a later version".utf8)
    disk.isReadable = false
    let locked = memory(disk)
    locked.personHasAnswered = true
    #expect(locked.personHasAnswered && disk.writes == 0)
    disk.isReadable = true
    #expect(locked.personHasAnswered)
    #expect(disk.kept == Data("a fact of a later version\nanswered".utf8))
  }

  @Test("an answer that could not be kept is kept when it can be")
  func owed() {
    let disk = Disk()
    disk.isWritable = false
    let full = memory(disk)
    full.personHasAnswered = true
    #expect(full.personHasAnswered && disk.kept == nil)
    disk.isWritable = true
    #expect(full.personHasAnswered)
    #expect(memory(disk).personHasAnswered)
  }

  @Test("a file takes it, also into a folder that did not exist")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("PromptFlow-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("deep/answered")
    #expect(!StoredAnswerMemory(file: file).personHasAnswered)
    StoredAnswerMemory(file: file).personHasAnswered = true
    #expect(StoredAnswerMemory(file: file).personHasAnswered)
  }

  @Test("user defaults that are empty before the first unlock are no answer, and are not written over")
  func defaults() throws {
    final class Values: DefaultsStorage {
      var isUnlocked = true
      var kept: [String: Data] = [:]
      func data(forKey key: String) -> Data? { isUnlocked ? kept[key] : nil }
      func set(_ value: Any?, forKey key: String) { kept[key] = value as? Data }
    }
    let values = Values()
    func memory() -> StoredAnswerMemory {
      StoredAnswerMemory(DefaultsValue(values, key: "answered") { values.isUnlocked })
    }
    memory().personHasAnswered = true
    values.isUnlocked = false
    let locked = memory()
    #expect(!locked.personHasAnswered)
    values.isUnlocked = true
    #expect(locked.personHasAnswered)
  }
}
