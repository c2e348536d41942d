import Foundation
import LocalFiles
import Synchronization

/// Ctrl-C, a terminal that closes and a scheduler's request to end, as a flag that long work looks at.
enum Interruption {
  private static let flag = Atomic<Bool>(false)
  private static let isWatching = Atomic<Bool>(false)

  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// From now on the first Ctrl-C (SIGINT), SIGTERM or SIGHUP raises the flag; a second of its kind ends the
  /// process at once.
  ///
  /// What whoever started the program lets it ignore, as `nohup` does, stays ignored. Once the flag is up
  /// it stays up, however often and wherever work begins to watch.
  static func watch() {
    guard !isWatching.exchange(true, ordering: .relaxed) else { return }
    // Touched here, so that the handler finds the flag and the list made.
    flag.store(false, ordering: .relaxed)
    RemovedOnSignal.prepare()
    for number in [SIGINT, SIGHUP, SIGTERM] {
      let earlier = signal(number) { number in
        Interruption.raise()
        signal(number) { RemovedOnSignal.end(by: $0) }
      }
      if isIgnoring(earlier) { signal(number, SIG_IGN) }
    }
  }

  /// Whether a disposition is that of an ignored signal; functions of C have no equality but their address.
  private static func isIgnoring(_ disposition: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(disposition, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func raise() { flag.store(true, ordering: .relaxed) }
}

/// Work that was stopped by Ctrl-C or its like; what was finished is stored.
struct Interrupted: Error {
  var stored: Int
  var trials: Int
  var command: String

  var lines: [String] {
    let count = stored < trials ? "\(stored) of \(trials)" : "\(trials)"
    return ["Interrupted: \(count) trials are stored. This goes on:", "  \(command)"]
  }
}

/// Work that was stopped by Ctrl-C or its like and left everything as it was.
struct InterruptedUnchanged: Error, CustomStringConvertible {
  var description: String { "Interrupted: nothing was changed. The same command starts anew." }
}
