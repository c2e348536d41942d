public import Foundation
package import PromptFlowStorage

/// A memory that goes with the app (R30), in a file or in user defaults.
///
/// What cannot be read now, before the first unlock after a restart, is no answer yet; it is never written over
/// with one, and it is read again when somebody asks again.
@MainActor
public final class StoredAnswerMemory: AnswerMemory {
  private let read: @MainActor () throws -> Data?
  private let write: @MainActor (Data) throws -> Void
  private var facts: Set<String> = []
  private var isRead = false
  private var isOwed = false

  /// A memory in what is read and written; reading throws where something may be kept and cannot be read now.
  package init(
    read: @escaping @MainActor () throws -> Data?, write: @escaping @MainActor (Data) throws -> Void
  ) {
    self.read = read
    self.write = write
  }

  /// A memory in a file, which need not exist, nor its folder.
  public convenience init(file: URL) {
    self.init(read: { try AtomicFile.read(file) }, write: { try AtomicFile.write($0, to: file) })
  }

  /// A memory in the app's own folder for such files, Application Support.
  public static func inApplicationSupport(named name: String = "PromptFlow.answered") -> StoredAnswerMemory {
    StoredAnswerMemory(file: AtomicFile.inApplicationSupport(named: name))
  }

  /// A memory in the app's user defaults, for an app that may keep no files: on tvOS, whose system clears them.
  ///
  /// - Parameters:
  ///   - key: the name of the value.
  ///   - isProtectedDataAvailable: `UIApplication.shared.isProtectedDataAvailable`.
  public static func inDefaults(
    key: String = "PromptFlow.answered", isProtectedDataAvailable: @escaping @MainActor () -> Bool
  ) -> StoredAnswerMemory {
    StoredAnswerMemory(DefaultsValue(key: key, isProtectedDataAvailable: isProtectedDataAvailable))
  }

  /// A memory in one kept value.
  package convenience init(_ kept: DefaultsValue) {
    self.init(read: { try kept.read() }, write: { try kept.write($0) })
  }

  /// Whether the person has answered an alert of this install.
  public var personHasAnswered: Bool {
    get { has(.answered) }
    set { set(.answered, newValue) }
  }

  /// Whether the question was open at any reading in this install.
  public var hasReadUndetermined: Bool {
    get { has(.readUndetermined) }
    set { set(.readUndetermined, newValue) }
  }

  /// What can be remembered, by its word in what is kept.
  private enum Fact: String {
    case answered
    case readUndetermined = "read_undetermined"
  }

  private func has(_ fact: Fact) -> Bool {
    readIfNeeded()
    if isOwed { keep() }
    return facts.contains(fact.rawValue)
  }

  private func set(_ fact: Fact, _ isTrue: Bool) {
    readIfNeeded()
    if isTrue { facts.insert(fact.rawValue) } else { facts.remove(fact.rawValue) }
    keep()
  }

  /// Adds what is kept to what has been learnt while it could not be read.
  private func readIfNeeded() {
    guard !isRead, let data = try? read() ?? Data() else { return }
    isRead = true
    facts.formUnion(String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// A write that fails (the disk is full, the device locked) is made up for when somebody asks; what could not be
  /// read is not written over.
  private func keep() {
    do {
      guard isRead else { throw NotReadYet() }
      try write(Data(facts.sorted().joined(separator: "\n").utf8))
      isOwed = false
    } catch {
      isOwed = true
    }
  }

  private struct NotReadYet: Error, CustomStringConvertible {
    var description: String { "what is kept could not be read yet, and is not overwritten" }
  }
}
