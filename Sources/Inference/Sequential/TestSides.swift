/// In which directions a test may find a difference.
public enum TestSides: String, CaseIterable, Hashable, Sendable {
  /// Only "larger" is looked for: the whole level is spent on crossing the upper boundary.
  case one
  /// Both directions, symmetrically: each boundary is that of a one-sided test at half the level.
  ///
  /// The probability of crossing either is the level exactly: a path that crosses one boundary has
  /// stopped and cannot cross the other.
  case two

  /// The level of each boundary.
  func levelOfEachSide(_ level: Double) -> Double {
    switch self {
    case .one: level
    case .two: level / 2
    }
  }

  /// How many boundaries there are.
  var boundaries: Double {
    switch self {
    case .one: 1
    case .two: 2
    }
  }
}
