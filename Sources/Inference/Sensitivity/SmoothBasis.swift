import GSLNumerics

/// Smooth functions of a group of parameters, with mean 0 and mean square 1 over the trials and
/// orthogonal to one another.
///
/// Of each parameter: the value itself, within four standard deviations of its mean, and the
/// Legendre polynomials of degree 1 to 3 of its rank, so that what is linear in the parameter is met
/// exactly and what bends is met to a per cent or so. Of a group of two or three parameters also the
/// products of their first functions.
///
/// What makes the functions is kept, and not their numbers, which are worked out for some trials at a time.
struct SmoothBasis: TrialFunctions {
  /// What a function is before it is made orthogonal to those before it.
  private enum Raw {
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
    var mean = 0.0
    var subtracted: [Double] = []
    var scale = 1.0
  }

  private var recipes: [Recipe] = []
  private let parameters: [RankedDraws]
  /// Of each parameter's draws.
  private let standards: [Standard]
  /// Probabilities of the central 90% of a parameter's draws.
  static let grid = (0...360).map { 0.05 + 0.9 * Double($0) / 360 }

  /// Functions.
  var count: Int { recipes.count }

  init(of group: ParameterGroup) {
    parameters = group.columns
    standards = parameters.map { Standard(of: $0.draws) }
    var raws: [Raw] = []
    for parameter in parameters.indices {
      raws.append(.value(parameter))
      raws += (1...3).map { .rank(parameter, degree: $0) }
    }
    if (2...3).contains(parameters.count) {
      for second in parameters.indices { raws += (0..<second).map { .product($0, second) } }
    }
    var columns: [[Double]] = []
    for raw in raws { add(raw, to: &columns) }
  }

  /// Adds what is new in a function: its part orthogonal to the columns there are.
  private mutating func add(_ raw: Raw, to columns: inout [[Double]]) {
    let trials = parameters[0].draws.count
    let count = Double(trials)
    var rest = [Double](unsafeUninitializedCapacity: trials) { numbers, filled in
      if let start = numbers.baseAddress { write(raw, 0..<trials, to: start) }
      filled = trials
    }
    var recipe = Recipe(raw: raw, mean: rest.reduce(0, +) / count)
    for index in rest.indices { rest[index] -= recipe.mean }
    let before = rest.reduce(0) { $0 + $1 * $1 } / count
    for column in columns {
      var product = 0.0
      for index in rest.indices { product += rest[index] * column[index] }
      product /= count
      for index in rest.indices { rest[index] -= product * column[index] }
      recipe.subtracted.append(product)
    }
    let square = rest.reduce(0) { $0 + $1 * $1 } / count
    guard square > 1e-6 * before, square > 0 else { return }
    recipe.scale = 1 / square.squareRoot()
    for index in rest.indices { rest[index] *= recipe.scale }
    columns.append(rest)
    recipes.append(recipe)
  }

  func write(_ trials: Range<Int>, to start: UnsafeMutablePointer<Double>, apart stride: Int) {
    let count = trials.count
    for (function, recipe) in recipes.enumerated() {
      let own = start + function * stride
      write(recipe.raw, trials, to: own)
      for index in 0..<count { own[index] -= recipe.mean }
      for (other, product) in recipe.subtracted.enumerated() {
        let column = start + other * stride
        for index in 0..<count { own[index] -= product * column[index] }
      }
      for index in 0..<count { own[index] *= recipe.scale }
    }
  }

  /// Writes a raw function's numbers.
  private func write(_ raw: Raw, _ trials: Range<Int>, to numbers: UnsafeMutablePointer<Double>) {
    let count = trials.count
    switch raw {
    case .value(let parameter):
      writeValues(of: parameter, trials) { numbers[$0] = $1 }
    case .rank(let parameter, let degree):
      let size = Double(parameters[parameter].draws.count)
      parameters[parameter].writeRanks(trials, to: numbers)
      switch degree {
      case 1: for index in 0..<count { numbers[index] = legendre(1, at: (numbers[index] - 0.5) / size) }
      case 2: for index in 0..<count { numbers[index] = legendre(2, at: (numbers[index] - 0.5) / size) }
      case _: for index in 0..<count { numbers[index] = legendre(3, at: (numbers[index] - 0.5) / size) }
      }
    case .product(let first, let second):
      writeValues(of: first, trials) { numbers[$0] = $1 }
      writeValues(of: second, trials) { numbers[$0] *= $1 }
    }
  }

  /// Visits a parameter's values in units of their standard deviation, at most four of them from the mean.
  @inline(__always)
  private func writeValues(of parameter: Int, _ trials: Range<Int>, _ visit: (Int, Double) -> Void) {
    let standard = standards[parameter]
    parameters[parameter].draws.withUnsafeBufferPointer { draws in
      for index in 0..<trials.count {
        visit(index, min(4, max(-4, standard.standardised(draws[trials.lowerBound + index]))))
      }
    }
  }

  /// The functions of a group of one parameter at a point of ``grid``, and the parameter's value there.
  func evaluated(at point: Int) -> (value: Double, functions: [Double]) {
    let (probability, value) = (Self.grid[point], parameters[0].quantiles[point])
    let (mean, deviation) = parameters[0].ascending
    var functions: [Double] = []
    for recipe in recipes {
      var result: Double
      switch recipe.raw {
      case .value, .product: result = deviation > 0 ? min(4, max(-4, (value - mean) / deviation)) : 0
      case .rank(_, let degree): result = legendre(degree, at: probability)
      }
      result -= recipe.mean
      for (product, function) in zip(recipe.subtracted, functions) { result -= product * function }
      functions.append(result * recipe.scale)
    }
    return (value, functions)
  }
}

/// Legendre polynomials shifted to [0, 1].
@inline(__always)
private func legendre(_ degree: Int, at u: Double) -> Double {
  switch degree {
  case 1: 2 * u - 1
  case 2: 6 * u * u - 6 * u + 1
  case _: ((20 * u - 30) * u + 12) * u - 1
  }
}
