import Reviews
import Studies

/// How far a calibration is: points done, speed, the time left.
final class CalibrationProgress: Sendable {
  private let line: StatusLine

  init(isShown: Bool) { line = StatusLine(isShown: isShown) }

  func show(_ reading: CalibrationMeter.Reading) {
    line.show { seconds in
      progressLine(
        done: reading.points, expectedPoints: reading.expectedPoints, livesPerSecond: reading.lives / seconds,
        secondsLeft: seconds / reading.lives * reading.livesLeft, width: line.width)
    }
  }

  func clear() { line.clear() }
}
