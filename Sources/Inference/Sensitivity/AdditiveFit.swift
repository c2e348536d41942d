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
  /// Of X'X of all trials.
  private let factor: CholeskyFactor
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
  init?(_ columns: [[Double]], _ quantity: [Double]) {
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
    self.factor = factor
    whole = factor.solved(product)
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

  /// A row of (X'X)⁻¹ of the fit to all trials.
  func inverse(row: Int) -> [Double] {
    factor.solved(whole.indices.map { $0 == row ? 1 : 0 })
  }

  /// The sums over the trials of what some of the functions contribute, times what the others leave of
  /// the quantity, each trial by a fit that has not seen it, were there no trials of one fold.
  ///
  /// Without two folds the fit is the same whichever of them is left out and whichever is read, so that it is made once
  /// for both.
  ///
  /// - Parameter groups: positions of the functions of each group among all.
  /// - Returns: by fold that is left out one sum per group; `nil` where the functions are not independent over some
  ///   eight tenths.
  func heldOutProducts(of groups: [Range<Int>]) -> [[Double]]? {
    let size = whole.count
    var sums = [[Double]](repeating: Array(repeating: 0, count: groups.count), count: Self.folds)
    for second in 0..<Self.folds {
      for first in 0..<second {
        let rest = gram.indices.map { gram[$0] - grams[first][$0] - grams[second][$0] }
        guard let factor = CholeskyFactor(rest, size: size) else { return nil }
        let coefficients = factor.solved(
          product.indices.map { product[$0] - products[first][$0] - products[second][$0] })
        for (fold, other) in [(first, second), (second, first)] {
          for (number, group) in groups.enumerated() {
            sums[fold][number] += heldOutProduct(of: group, coefficients, over: other)
          }
        }
      }
    }
    return sums
  }

  /// The same of one group over the trials of one fold, given the fit.
  private func heldOutProduct(of group: Range<Int>, _ coefficients: [Double], over fold: Int) -> Double {
    let size = whole.count
    let own = group.lowerBound + 1..<group.upperBound + 1
    return grams[fold].withUnsafeBufferPointer { gram in
      var sum = 0.0
      for row in own {
        var left = products[fold][row]
        // The lower triangle alone is filled.
        for column in 0..<own.lowerBound { left -= gram[row * size + column] * coefficients[column] }
        for column in own.upperBound..<max(own.upperBound, size) {
          left -= gram[column * size + row] * coefficients[column]
        }
        sum += coefficients[row] * left
      }
      return sum
    }
  }

  /// The intercept for each trial, by the fit that has not seen it.
  func intercept(of trial: Int) -> Double { withoutFold[trial % Self.folds][0] }
}
