import Synchronization

/// Adds up what a calibration has simulated, and tells somebody how far it is.
public final class CalibrationMeter: Sendable {
  /// How far a calibration is.
  public struct Reading: Hashable, Sendable {
    /// Points that were simulated.
    public let points: Int
    /// How many there are likely to be: how many steps a fit takes is not known before; never fewer than there were.
    public let expectedPoints: Int
    /// Installs, each under each option, that were simulated.
    public let lives: Double
    /// How many are likely to be left.
    public let livesLeft: Double
  }

  /// Points of a kind that are to come, and how many installs each has under all options together.
  struct Part {
    var points: Int
    var lives: Double
  }

  private struct State {
    var points = 0
    var lives = 0.0
    var left = (points: 0, lives: 0.0)
  }

  private let state = Mutex(State())
  private let tell: @Sendable (Reading) -> Void

  /// - Parameter tell: called after every point, from any thread.
  public init(tell: @escaping @Sendable (Reading) -> Void) { self.tell = tell }

  /// Says what is to come, in place of what was said before.
  ///
  /// - Parameter looks: installs of looks at the answer, which are no points.
  func expect(_ parts: [Part], looks: Double) {
    state.withLock { state in
      state.left.points = parts.reduce(0) { $0 + $1.points }
      state.left.lives = parts.reduce(looks) { $0 + Double($1.points) * $1.lives }
    }
  }

  /// Counts points as done.
  ///
  /// - Parameter lives: their installs, each under each option.
  func add(points: Int, lives: Double) {
    let reading = state.withLock { state in
      state.points += points
      state.lives += lives
      state.left.points = max(0, state.left.points - points)
      state.left.lives = max(0, state.left.lives - lives)
      return Reading(
        points: state.points, expectedPoints: state.points + state.left.points, lives: state.lives,
        livesLeft: state.left.lives)
    }
    tell(reading)
  }
}
