/// A least-squares fit of one or several quantities on the functions of all groups together, refitted
/// without each tenth of the trials.
///
/// Trials are independent, so the tenths are taken by position: trial r belongs to fold r mod 10.
struct AdditiveFit {
  static let folds = 10

  /// By fold, the coefficients of that fold's fit, which has not seen it: intercept first.
  private(set) var withoutFold: [[Double]] = []
  /// Coefficients of the fit to all trials.
  private(set) var whole: [Double] = []
  /// (X'X)⁻¹ of the fit to all trials, by rows; empty unless asked for.
  private(set) var inverse: [[Double]] = []
  /// X'X and X'y of each fold's trials; the lower triangles alone.
  private let grams: [[Double]]
  private let products: [[Double]]
  /// The same of all trials.
  private let gram: [Double]
  private let product: [Double]

  /// - Parameters:
  ///   - columns: the functions, without the intercept; fewer than 9 tenths of the trials.
  ///   - quantity: one value per trial.
  /// - Returns: `nil` where the functions are not independent over some nine tenths.
  init?(_ columns: [[Double]], _ quantity: [Double], needsInverse: Bool = false) {
    let size = columns.count + 1
    let trials = quantity.count
    var grams = [[Double]](repeating: Array(repeating: 0, count: size * size), count: Self.folds)
    var products = [[Double]](repeating: Array(repeating: 0, count: size), count: Self.folds)
    var row = [Double](repeating: 1, count: size)
    for trial in 0..<trials {
      for index in columns.indices { row[index + 1] = columns[index][trial] }
      let fold = trial % Self.folds
      grams[fold].withUnsafeMutableBufferPointer { gram in
        row.withUnsafeBufferPointer { row in
          for first in 0..<size {
            let value = row[first]
            let start = first * size
            for second in 0...first { gram[start + second] += value * row[second] }
          }
        }
      }
      for index in 0..<size { products[fold][index] += row[index] * quantity[trial] }
    }
    let gram = grams.dropFirst().reduce(grams[0]) { zip($0, $1).map { $0 + $1 } }
    let product = products.dropFirst().reduce(products[0]) { zip($0, $1).map { $0 + $1 } }
    (self.grams, self.products, self.gram, self.product) = (grams, products, gram, product)
    guard let factor = CholeskyFactor(gram, size: size) else { return nil }
    whole = factor.solved(product)
    if needsInverse {
      inverse = (0..<size).map { index in
        factor.solved((0..<size).map { $0 == index ? 1 : 0 })
      }
    }
    for fold in 0..<Self.folds {
      let rest = zip(gram, grams[fold]).map { $0 - $1 }
      guard let factor = CholeskyFactor(rest, size: size) else { return nil }
      withoutFold.append(factor.solved(zip(product, products[fold]).map { $0 - $1 }))
    }
  }

  /// What some of the functions contribute to each trial, by the fit that has not seen it.
  ///
  /// - Parameters:
  ///   - columns: some of the functions.
  ///   - first: position of the first of them among all.
  func contribution(of columns: [[Double]], from first: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: columns.first?.count ?? 0)
    for (index, column) in columns.enumerated() {
      let coefficients = withoutFold.map { $0[first + index + 1] }
      for trial in sums.indices { sums[trial] += coefficients[trial % Self.folds] * column[trial] }
    }
    return sums
  }

  /// The sum over the trials of what some of the functions contribute, times what the others leave of
  /// the quantity, each trial by a fit that has not seen it, were there no trials of one fold.
  ///
  /// - Parameters:
  ///   - groups: positions of the functions of each group among all.
  ///   - fold: the fold that is left out.
  /// - Returns: one sum per group; `nil` where the functions are not independent over some eight tenths.
  func heldOutProducts(of groups: [Range<Int>], without fold: Int) -> [Double]? {
    let size = whole.count
    var sums = [Double](repeating: 0, count: groups.count)
    for other in 0..<Self.folds where other != fold {
      let rest = gram.indices.map { gram[$0] - grams[fold][$0] - grams[other][$0] }
      guard let factor = CholeskyFactor(rest, size: size) else { return nil }
      let coefficients = factor.solved(
        product.indices.map { product[$0] - products[fold][$0] - products[other][$0] })
      for (number, group) in groups.enumerated() {
        for row in group.map({ $0 + 1 }) {
          var left = products[other][row]
          for column in 0..<size where !group.contains(column - 1) {
            left -= grams[other][max(row, column) * size + min(row, column)] * coefficients[column]
          }
          sums[number] += coefficients[row] * left
        }
      }
    }
    return sums
  }

  /// The intercept for each trial, by the fit that has not seen it.
  func intercept(of trial: Int) -> Double { withoutFold[trial % Self.folds][0] }
}

/// The factor L of a positive definite matrix L·L'.
struct CholeskyFactor {
  private var lower: [Double]
  private let size: Int

  /// - Parameters:
  ///   - matrix: by rows; the lower triangle is read.
  ///   - size: rows of the matrix.
  /// - Returns: `nil` where the matrix is not positive definite to rounding.
  init?(_ matrix: [Double], size: Int) {
    self.size = size
    lower = matrix
    for row in 0..<size {
      for column in 0...row {
        var sum = matrix[row * size + column]
        for index in 0..<column { sum -= lower[row * size + index] * lower[column * size + index] }
        if column < row {
          lower[row * size + column] = sum / lower[column * size + column]
        } else {
          guard sum > 1e-10 * matrix[row * size + row] else { return nil }
          lower[row * size + row] = sum.squareRoot()
        }
      }
    }
  }

  /// The x with L·L'·x = `right`.
  func solved(_ right: [Double]) -> [Double] {
    var x = right
    for row in 0..<size {
      for index in 0..<row { x[row] -= lower[row * size + index] * x[index] }
      x[row] /= lower[row * size + row]
    }
    for row in (0..<size).reversed() {
      for index in row + 1..<max(row + 1, size) { x[row] -= lower[index * size + row] * x[index] }
      x[row] /= lower[row * size + row]
    }
    return x
  }
}
