import Foundation
import Synchronization

/// Ctrl-C as a flag that long work looks at.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// From now on the first Ctrl-C raises the flag; a second ends the process at once.
  static func watch() {
    // Touched here, so that the handler finds the flag made.
    flag.store(false, ordering: .relaxed)
    signal(SIGINT) { _ in
      Interruption.raise()
      signal(SIGINT, SIG_DFL)
    }
  }

  private static func raise() { flag.store(true, ordering: .relaxed) }
}

/// Work that was stopped by Ctrl-C; what was finished is stored.
struct Interrupted: Error, CustomStringConvertible {
  var stored: Int
  var trials: Int
  var command: String

  var description: String {
    "Interrupted: \(stored) of \(trials) trials are stored. This goes on:\n  \(command)"
  }
}

/// Work that was stopped by Ctrl-C and left everything as it was.
struct InterruptedUnchanged: Error, CustomStringConvertible {
  var description: String { "Interrupted: nothing was changed. The same command starts anew." }
}
