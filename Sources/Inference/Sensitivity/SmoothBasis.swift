import GSLNumerics

/// Smooth functions of a group of parameters, with mean 0 and mean square 1 over the trials and orthogonal to one
/// another, so that the coefficients of a least-squares fit are plain means.
///
/// Of each parameter four: the value itself, within four standard deviations of its mean, and the Legendre polynomials
/// of degree 1 to 3 of its rank, so that what is linear in the parameter is met exactly and what bends is met to a per
/// cent or so. Of a group of two or three parameters also the products of their first functions.
struct SmoothBasis: Sendable {
  /// A function before it is made orthogonal to those before it.
  fileprivate enum Raw {
    /// A parameter's value.
    case value(Int)
    /// A polynomial of its rank.
    case rank(Int, degree: Int)
    /// The values of two parameters.
    case product(Int, Int)
  }

  /// What makes a function of a raw one: its mean and what it has of the functions before it are taken off.
  private struct Recipe {
    var raw: Raw
    var mean: Double
    var subtracted: [Double] = []
    var scale = 1.0
  }

  /// The functions, trial by trial.
  private(set) var columns: [[Double]] = []
  private var recipes: [Recipe] = []
  private let parameters: [RankedDraws]
  /// Probabilities of the central 90% of a parameter's draws.
  static let grid = (0...360).map { 0.05 + 0.9 * Double($0) / 360 }

  /// Functions.
  var count: Int { columns.count }

  init(of parameters: [RankedDraws]) {
    self.parameters = parameters
    for parameter in parameters.indices {
      add(.value(parameter))
      for degree in 1...3 { add(.rank(parameter, degree: degree)) }
    }
    guard (2...3).contains(parameters.count) else { return }
    for second in parameters.indices { for first in 0..<second { add(.product(first, second)) } }
  }

  /// Adds what is new in a function: its part orthogonal to those there are.
  private mutating func add(_ raw: Raw) {
    var rest = raw.numbers(parameters)
    let count = Double(rest.count)
    let whole = meanProduct(rest, rest)
    var recipe = Recipe(raw: raw, mean: rest.reduce(0, +) / count)
    for index in rest.indices { rest[index] -= recipe.mean }
    let before = rest.reduce(0) { $0 + $1 * $1 } / count
    for column in columns {
      let product = meanProduct(rest, column)
      for index in rest.indices { rest[index] -= product * column[index] }
      recipe.subtracted.append(product)
    }
    let square = rest.reduce(0) { $0 + $1 * $1 } / count
    // What is left by rounding alone is nothing new.
    guard square > 1e-6 * before, square > 1e-12 * whole else { return }
    recipe.scale = 1 / square.squareRoot()
    columns.append(rest.map { $0 * recipe.scale })
    recipes.append(recipe)
  }

  /// The functions of one parameter at a point of ``grid``, and the parameter's value there.
  func evaluated(at point: Int) -> (value: Double, functions: [Double]) {
    let (probability, value) = (Self.grid[point], parameters[0].quantiles[point])
    var functions: [Double] = []
    for recipe in recipes {
      var result: Double =
        switch recipe.raw {
        case .value, .product: parameters[0].standardised(value)
        case .rank(_, let degree): legendre(degree, at: probability)
        }
      result -= recipe.mean
      for (product, function) in zip(recipe.subtracted, functions) { result -= product * function }
      functions.append(result * recipe.scale)
    }
    return (value, functions)
  }
}

extension SmoothBasis.Raw {
  /// The function's numbers, trial by trial.
  fileprivate func numbers(_ parameters: [RankedDraws]) -> [Double] {
    switch self {
    case .value(let parameter): parameters[parameter].draws.map(parameters[parameter].standardised)
    case .rank(let parameter, let degree):
      parameters[parameter].ranks.map {
        legendre(degree, at: (Double($0) - 0.5) / Double(parameters[parameter].ranks.count))
      }
    case .product(let first, let second):
      zip(
        parameters[first].draws.map(parameters[first].standardised),
        parameters[second].draws.map(parameters[second].standardised)
      ).map { $0 * $1 }
    }
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

/// The mean of the products of two columns.
func meanProduct(_ first: [Double], _ second: [Double]) -> Double {
  // Four sums side by side: one alone waits for each addition, and the permutations ask millions of times.
  var sums = SIMD4<Double>.zero
  let whole = first.count / 4 * 4
  for start in stride(from: 0, to: whole, by: 4) {
    sums += SIMD4(first[start..<start + 4]) * SIMD4(second[start..<start + 4])
  }
  let rest = zip(first[whole...], second[whole...]).reduce(0) { $0 + $1.0 * $1.1 }
  return (sums.sum() + rest) / Double(max(1, first.count))
}
