/// A quantity fitted by the functions of one group of parameters, by least squares.
struct GroupFit {
  let basis: SmoothBasis
  /// The mean of the quantity, then one coefficient for each function.
  let coefficients: [Double]
  /// The share of the variance that the functions explain, less what as many idle ones explain by chance.
  let share: Double
  /// The variance of what they leave.
  let rest: Double
  /// Of the share: by leaving out one block after the other.
  let error: Double

  /// - Parameters:
  ///   - quantity: one value per trial, that vary.
  ///   - blocks: of trials.
  init(_ basis: SmoothBasis, _ quantity: [Double], blocks: [Range<Int>]) {
    self.basis = basis
    let fits = FoldedFit(basis.columns, quantity, folds: blocks)
    let whole = fits.without(nil)
    coefficients = whole.coefficients
    share = whole.share
    rest = whole.rest
    error = jackknifeError(blocks.indices.map { fits.without($0).share })
  }

  /// Where the fitted quantity crosses zero, for a group of one parameter.
  var flip: FlipPoint? {
    let variance = rest / Double(max(1, basis.columns.first?.count ?? 1))
    return flipPoint(basis, coefficients: coefficients, variance: variance)
  }
}

/// Least-squares fits of a quantity on several columns, over all trials and without each of several folds of them.
struct FoldedFit {
  /// What the normal equations of some trials are made of, an intercept first.
  private struct Sums {
    var products: [Double]
    var withQuantity: [Double]
    var (square, count) = (0.0, 0.0)

    init(_ size: Int) {
      products = Array(repeating: 0, count: size * size)
      withQuantity = Array(repeating: 0, count: size)
    }

    /// The same plus, or less, those of other trials.
    func combined(with other: Sums, _ sign: Double) -> Sums {
      var sums = self
      for index in products.indices { sums.products[index] += sign * other.products[index] }
      for row in withQuantity.indices { sums.withQuantity[row] += sign * other.withQuantity[row] }
      sums.square += sign * other.square
      sums.count += sign * other.count
      return sums
    }
  }

  /// A fit over some trials.
  struct Fit {
    /// The level where all columns are 0, then one for each column.
    var coefficients: [Double]
    /// The explained share of the variance, as it would be without chance.
    var share: Double
    /// The variance that is left.
    var rest: Double
  }

  private let folds: [Sums]
  private let whole: Sums
  /// Taken off before sums are formed, so that they keep their digits.
  private let level: Double

  init(_ columns: [[Double]], _ quantity: [Double], folds: [Range<Int>]) {
    let level = quantity.reduce(0, +) / Double(max(1, quantity.count))
    self.level = level
    var row = [Double](repeating: 1, count: columns.count + 1)
    self.folds = folds.map { fold in
      var sums = Sums(row.count)
      for trial in fold {
        for (place, column) in columns.enumerated() { row[place + 1] = column[trial] }
        let value = quantity[trial] - level
        for first in row.indices {
          for second in 0...first { sums.products[first * row.count + second] += row[first] * row[second] }
          sums.withQuantity[first] += row[first] * value
        }
        sums.square += value * value
      }
      sums.count = Double(fold.count)
      return sums
    }
    whole = self.folds.reduce(Sums(row.count)) { $0.combined(with: $1, 1) }
  }

  /// The fit without one fold; of all trials where it is `nil`.
  func without(_ fold: Int?) -> Fit {
    let sums = fold.map { whole.combined(with: folds[$0], -1) } ?? whole
    let mean = sums.withQuantity[0] / sums.count
    let variance = sums.square / sums.count - mean * mean
    let size = sums.withQuantity.count
    let rows = (0..<size).map { Array(sums.products[$0 * size..<($0 + 1) * size]) }
    guard variance > 0, let factor = CholeskyFactor(rows) else {
      return Fit(
        coefficients: [level + mean] + sums.withQuantity.dropFirst().map { _ in 0 }, share: 0, rest: variance)
    }
    var coefficients = factor.solved(sums.withQuantity)
    let explained = zip(coefficients, sums.withQuantity).reduce(0) { $0 + $1.0 * $1.1 }
    let free = sums.count - Double(coefficients.count)
    let rest = max(0, sums.square - explained) / max(1, free)
    coefficients[0] += level
    return Fit(
      coefficients: coefficients, share: 1 - rest * (sums.count - 1) / (variance * sums.count), rest: rest)
  }
}
