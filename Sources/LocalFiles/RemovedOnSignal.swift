import Foundation
import Synchronization

/// Unfinished files, which go away with the process when a signal ends it.
///
/// A file is named with ``add(_:)`` before it is made and taken off the list with ``remove(_:)`` when it is
/// whole or gone. Ctrl-C (SIGINT), SIGTERM and SIGHUP then remove what is on the list and end the process as
/// they would have. Who handles these signals otherwise calls ``end(by:)`` when the process is to end.
/// Nothing helps against SIGKILL: what is left then is found by its lock, see `OutputFile`.
package enum RemovedOnSignal {
  /// Files and folders of one process at one time; more are not listed.
  private static let capacity = 8
  private static let lock = Mutex(false)
  /// Names as C strings, read by a signal's handler, which may not wait for a lock.
  private nonisolated(unsafe) static let names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
    let names = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
    names.initialize(repeating: nil, count: capacity)
    return names
  }()

  /// Makes the list, which a signal's handler cannot: it may not ask for memory.
  ///
  /// Called before ``end(by:)`` is put into a handler.
  package static func prepare() { made.store(Int(bitPattern: names), ordering: .relaxed) }

  /// The address of the list once it is made, else 0.
  private static let made = Atomic<Int>(0)

  /// Puts a file, or a folder that will be empty by then, on the list; the last added goes first.
  package static func add(_ path: String) {
    prepare()
    lock.withLock { isHandling in
      guard let free = (0..<capacity).first(where: { names[$0] == nil }) else { return }
      names[free] = strdup(path)
      guard !isHandling else { return }
      isHandling = true
      for number in [SIGINT, SIGHUP, SIGTERM] { handle(number) }
    }
  }

  /// Takes a file off the list.
  package static func remove(_ path: String) {
    lock.withLock { _ in
      for index in 0..<capacity {
        guard let name = names[index], strcmp(name, path) == 0 else { continue }
        names[index] = nil
        free(name)
        return
      }
    }
  }

  /// Removes what is on the list and ends the process by the signal; may be called by a signal's handler.
  package static func end(by number: Int32) {
    removeAll()
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Removes what is on the list, for a process that is about to end.
  package static func removeAll() {
    guard
      let names = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>(
        bitPattern: made.load(ordering: .relaxed))
    else { return }
    for index in (0..<capacity).reversed() {
      guard let name = names[index] else { continue }
      if unlink(name) != 0 { rmdir(name) }
    }
  }

  /// Handles a signal that nobody handles or ignores yet.
  private static func handle(_ number: Int32) {
    let earlier = signal(number) { RemovedOnSignal.end(by: $0) }
    if unsafeBitCast(earlier, to: Int.self) != unsafeBitCast(SIG_DFL, to: Int.self) {
      signal(number, earlier)
    }
  }
}
