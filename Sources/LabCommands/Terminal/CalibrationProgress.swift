import Reviews
import Studies

/// The line that shows how long a calibration goes, on a terminal alone: points done, speed, the time left.
final class CalibrationProgress: Sendable {
  private let line: StatusLine

  init(isShown: Bool) { line = StatusLine(isShown: isShown) }

  func show(_ reading: CalibrationMeter.Reading) {
    line.show { seconds in
      progressLine(
        done: reading.points, expectedPoints: reading.expectedPoints, livesPerSecond: reading.lives / seconds,
        secondsLeft: seconds / reading.lives * reading.livesLeft, width: Terminal.columns(2) ?? 80)
    }
  }

  func clear() { line.clear() }
}
