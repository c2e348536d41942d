import Synchronization

/// Adds up what a calibration has simulated, and tells somebody how far it is.
public final class CalibrationMeter: Sendable {
  private let done = Mutex((points: 0, lives: 0.0))
  private let tell: @Sendable (_ points: Int, _ lives: Double) -> Void

  /// - Parameter tell: called with the points of the fit and the installs, each under each option, that were simulated,
  ///   after every point, from any thread.
  public init(tell: @escaping @Sendable (_ points: Int, _ lives: Double) -> Void) { self.tell = tell }

  func add(points: Int, lives: Double) {
    let (points, lives) = done.withLock { done in
      done.points += points
      done.lives += lives
      return done
    }
    tell(points, lives)
  }
}
