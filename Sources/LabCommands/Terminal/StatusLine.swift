import Synchronization

/// How far work is, on standard error.
///
/// On a terminal it is one line that is written over, at most five times a second. Elsewhere, as in the log of a job, each is a
/// line of its own, and there are few of them (``ProgressMoments``).
final class StatusLine: Sendable {
  let isShown: Bool
  /// Whether it is written over.
  let isOnTerminal: Bool
  private let start = ContinuousClock.now
  private let moments: Mutex<ProgressMoments>

  /// - Parameters:
  ///   - isShown: whether anything is said.
  ///   - isOnTerminal: whether standard error is a terminal.
  init(isShown: Bool, isOnTerminal: Bool = Terminal.hasErrorTerminal) {
    self.isShown = isShown
    self.isOnTerminal = isOnTerminal
    moments = Mutex(ProgressMoments(isOnTerminal: isOnTerminal))
  }

  /// How many columns a line may have.
  var width: Int { Terminal.columns(2) ?? 80 }

  /// Shows a line where it is time for one.
  ///
  /// - Parameter line: the line, by the seconds since the beginning.
  func show(_ line: (_ seconds: Double) -> String) {
    guard isShown else { return }
    moments.withLock { moments in
      let elapsed = ContinuousClock.now - start
      let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
      guard moments.isTime(after: seconds) else { return }
      if isOnTerminal {
        StandardStreams.error("\r\u{1B}[K" + line(seconds))
      } else {
        StandardStreams.message(line(seconds))
      }
    }
  }

  func clear() { if isShown, isOnTerminal { StandardStreams.error("\r\u{1B}[K") } }
}

/// When it is time to say how far work is.
struct ProgressMoments {
  private let isOnTerminal: Bool
  private var next: Double

  /// In seconds: the first line of a log, and the most from one line to the next.
  private static let first = 10.0
  private static let most = 300.0
  private static let onTerminal = 0.2

  init(isOnTerminal: Bool) {
    self.isOnTerminal = isOnTerminal
    next = isOnTerminal ? Self.onTerminal : Self.first
  }

  /// Whether it is time; then it is not before some time has passed again.
  ///
  /// On a terminal a fifth of a second. In a log as long as it has taken so far, and five minutes at most.
  /// - Parameter seconds: since the beginning.
  mutating func isTime(after seconds: Double) -> Bool {
    guard seconds >= next else { return false }
    next = seconds + (isOnTerminal ? Self.onTerminal : min(max(seconds, Self.first), Self.most))
    return true
  }
}
