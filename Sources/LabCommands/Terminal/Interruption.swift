import Foundation
import Synchronization

/// Ctrl-C, a terminal that closes and a scheduler's request to end, as a flag that long work looks at.
///
/// Work that does not look in time (one step of it may be long) is ended by a thread of its own: what is
/// stored stays, and what is being written is written first.
enum Interruption {
  private static let flag = Atomic<Bool>(false)
  private static let isWatching = Atomic<Bool>(false)
  /// The end of a pipe that a handler may write to; a thread waits at the other.
  private static let bell = Atomic<Int32>(-1)
  /// What the thread says when it ends the process.
  private static let words = Mutex(Ended.unchanged.lines)
  /// Held while something is written that must be whole.
  private static let writing = NSRecursiveLock()
  /// Microseconds for work to notice the flag.
  private static let grace: UInt32 = 700_000

  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// From now on the first Ctrl-C (SIGINT), SIGTERM or SIGHUP raises the flag; a second of its kind ends the
  /// process at once.
  ///
  /// What the process that started the program lets it ignore, as `nohup` does, stays ignored. Once the flag is up
  /// it stays up, however often and wherever work begins to watch.
  static func watch() {
    guard !isWatching.exchange(true, ordering: .relaxed) else { return }
    // Touched here, so that the handler finds the flag made.
    flag.store(false, ordering: .relaxed)
    startEnding()
    for number in [SIGINT, SIGHUP, SIGTERM] {
      let earlier = signal(number) { number in
        Interruption.raise()
        signal(number, SIG_DFL)
      }
      if isIgnoring(earlier) { signal(number, SIG_IGN) }
    }
  }

  /// What to say should the process have to be ended before the work has noticed.
  static func say(_ lines: [String]) { words.withLock { $0 = lines } }

  /// Writes something that must not be cut off by the end of the process.
  static func whole<Value>(_ body: () throws -> Value) throws -> Value {
    try writing.withLock { try body() }
  }

  /// Whether a disposition is that of an ignored signal; functions of C have no equality but their address.
  private static func isIgnoring(_ disposition: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(disposition, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// All that a handler of signals may do: set a flag, and write a byte.
  private static func raise() {
    flag.store(true, ordering: .relaxed)
    var byte: UInt8 = 1
    _ = write(bell.load(ordering: .relaxed), &byte, 1)
  }

  /// Starts the thread that ends the process where the work does not.
  private static func startEnding() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe the flag alone has to do.
    guard pipe(&ends) == 0 else { return }
    bell.store(ends[1], ordering: .relaxed)
    let waiting = ends[0]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(waiting, &byte, 1) < 0 && errno == EINTR {}
      usleep(grace)
      writing.lock()
      StandardStreams.message(lines: words.withLock { $0 })
      _exit(ExitStatus.interrupted.rawValue)
    }
  }
}
