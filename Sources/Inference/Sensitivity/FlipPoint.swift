/// Where the expected difference, as one parameter varies, crosses zero.
public struct FlipPoint: Codable, Equatable, Sendable {
  /// The parameter's value there.
  public let value: Double
  /// The values at which the expected difference is not distinguished from zero by the trials: a 95% interval
  /// of Monte Carlo error; an end that lies outside the central 90% of the draws is cut there.
  public let lower: Double
  /// See ``lower``.
  public let upper: Double
  /// Whether the difference rises with the parameter.
  public let rises: Bool
}

/// Finds where the level plus a parameter's own contribution crosses zero inside the central 90% of
/// the parameter's draws.
///
/// There is a point only where the difference is distinguished from zero, in opposite directions, on both sides of it; of
/// several the one nearest the median. The interval holds the values around it at which |E[difference | parameter]| ≤
/// 1.96 standard errors (Fieller's set, on a grid of 361 probabilities).
///
/// - Parameter variance: of each coefficient, apart from the others.
func flipPoint(_ basis: SmoothBasis, coefficients: [Double], variance: Double) -> FlipPoint? {
  let grid = SmoothBasis.grid
  var values: [Double] = []
  var levels: [Double] = []
  var errors: [Double] = []
  for point in grid.indices {
    let (value, functions) = basis.evaluated(at: point)
    let terms = [1] + functions
    values.append(value)
    levels.append(zip(terms, coefficients).reduce(0) { $0 + $1.0 * $1.1 })
    errors.append(1.96 * (variance * terms.reduce(0) { $0 + $1 * $1 }).squareRoot())
  }
  let crossings = grid.indices.dropLast().filter { (levels[$0] < 0) != (levels[$0 + 1] < 0) }
  func isTold(_ indices: Range<Int>, above: Bool) -> Bool {
    indices.contains { above ? levels[$0] > errors[$0] : levels[$0] < -errors[$0] }
  }
  let told = crossings.filter { crossing in
    let rises = levels[crossing] < 0
    return isTold(0..<crossing + 1, above: !rises) && isTold(crossing + 1..<grid.count, above: rises)
  }
  guard let crossing = told.min(by: { abs(grid[$0] - 0.5) < abs(grid[$1] - 0.5) }) else { return nil }
  let fraction = levels[crossing] / (levels[crossing] - levels[crossing + 1])
  var first = crossing
  while first > 0, abs(levels[first]) <= errors[first] { first -= 1 }
  var last = crossing + 1
  while last < grid.count - 1, abs(levels[last]) <= errors[last] { last += 1 }
  return FlipPoint(
    value: values[crossing] + fraction * (values[crossing + 1] - values[crossing]),
    lower: values[first], upper: values[last], rises: levels[crossing] < 0)
}
