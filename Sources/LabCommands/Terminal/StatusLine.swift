import Synchronization

/// One line on standard error that is written over, at most five times a second; on a terminal alone.
final class StatusLine: Sendable {
  let isShown: Bool
  private let start = ContinuousClock.now
  private let shown = Mutex(ContinuousClock.now)

  init(isShown: Bool) { self.isShown = isShown }

  /// Shows a line where it is time for one.
  ///
  /// - Parameter line: the line, by the seconds since the beginning.
  func show(_ line: (_ seconds: Double) -> String) {
    guard isShown else { return }
    shown.withLock { shown in
      let now = ContinuousClock.now
      guard now - shown > .milliseconds(200) else { return }
      shown = now
      let elapsed = now - start
      let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
      StandardStreams.error("\r\u{1B}[K" + line(seconds))
    }
  }

  func clear() { if isShown { StandardStreams.error("\r\u{1B}[K") } }
}
