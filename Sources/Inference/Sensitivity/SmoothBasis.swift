import GSLNumerics

/// Smooth functions of a group of parameters, with mean 0 and mean square 1 over the trials and
/// orthogonal to one another.
///
/// Of each parameter: the value itself, within four standard deviations of its mean, and the
/// Legendre polynomials of degree 1 to 3 of its rank, so that what is linear in the parameter is met
/// exactly and what bends is met to a per cent or so. Of a group of two or three parameters also the
/// products of their first functions.
struct SmoothBasis {
  /// One column per function, one entry per trial.
  private(set) var columns: [[Double]] = []
  /// For one parameter: what gives each column from the raw functions, for evaluation elsewhere.
  private var recipes: [(raw: Int, means: Double, subtracted: [Double], scale: Double)] = []
  /// Probabilities of the central 90% of a parameter's draws.
  static let grid = (0...360).map { 0.05 + 0.9 * Double($0) / 360 }
  /// The first parameter's values at the points of ``grid``.
  private let values: [Double]
  private let mean: Double
  private let deviation: Double

  init(of group: ParameterGroup) {
    let ordered = group.columns[0].ordered
    values = Self.grid.map { Self.value(of: ordered, at: $0) }
    let count = Double(ordered.count)
    let mean = ordered.reduce(0, +) / count
    self.mean = mean
    deviation = (ordered.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
    var firsts: [[Double]] = []
    for (number, values) in group.columns.enumerated() {
      let clipped = Self.clipped(standardised(values.draws))
      firsts.append(clipped)
      var raw = [clipped]
      for degree in 1...3 {
        raw.append(values.ranks.map { legendre(degree, at: ($0 - 0.5) / Double(values.draws.count)) })
      }
      for (index, function) in raw.enumerated() { add(function, raw: number == 0 ? index : nil) }
    }
    guard (2...3).contains(firsts.count) else { return }
    for second in firsts.indices {
      for first in 0..<second { add(zip(firsts[first], firsts[second]).map { $0 * $1 }, raw: nil) }
    }
  }

  /// The type-6 quantile.
  private static func value(of ordered: [Double], at probability: Double) -> Double {
    let position = min(Double(ordered.count), max(1, probability * Double(ordered.count + 1)))
    let below = Int(position)
    let above = min(ordered.count, below + 1)
    return ordered[below - 1] + (position - Double(below)) * (ordered[above - 1] - ordered[below - 1])
  }

  private static func clipped(_ values: [Double]) -> [Double] { values.map { min(4, max(-4, $0)) } }

  /// Adds what is new in a function: its part orthogonal to the columns there are.
  private mutating func add(_ function: [Double], raw: Int?) {
    let count = Double(function.count)
    let mean = function.reduce(0, +) / count
    var rest = function.map { $0 - mean }
    let before = rest.reduce(0) { $0 + $1 * $1 } / count
    var subtracted: [Double] = []
    for column in columns {
      var product = 0.0
      for index in rest.indices { product += rest[index] * column[index] }
      product /= count
      for index in rest.indices { rest[index] -= product * column[index] }
      subtracted.append(product)
    }
    let square = rest.reduce(0) { $0 + $1 * $1 } / count
    guard square > 1e-6 * before, square > 0 else { return }
    let scale = 1 / square.squareRoot()
    columns.append(rest.map { $0 * scale })
    if let raw { recipes.append((raw, mean, subtracted, scale)) }
  }

  /// The functions of a group of one parameter at a point of ``grid``, and the parameter's value there.
  func evaluated(at point: Int) -> (value: Double, functions: [Double]) {
    let (probability, value) = (Self.grid[point], values[point])
    var functions: [Double] = []
    for recipe in recipes {
      var result: Double
      if recipe.raw == 0 {
        result = deviation > 0 ? min(4, max(-4, (value - mean) / deviation)) : 0
      } else {
        result = legendre(recipe.raw, at: probability)
      }
      result -= recipe.means
      for (product, function) in zip(recipe.subtracted, functions) { result -= product * function }
      functions.append(result * recipe.scale)
    }
    return (value, functions)
  }
}

/// Legendre polynomials shifted to [0, 1].
private func legendre(_ degree: Int, at u: Double) -> Double {
  switch degree {
  case 1: 2 * u - 1
  case 2: 6 * u * u - 6 * u + 1
  case _: ((20 * u - 30) * u + 12) * u - 1
  }
}
