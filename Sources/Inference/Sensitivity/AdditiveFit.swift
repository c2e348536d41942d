import GSLNumerics

/// A least-squares fit of one or several quantities on the functions of all groups together, refitted
/// without each tenth of the trials.
///
/// Trials are independent, so the tenths are taken by position: trial r belongs to fold r mod 10.
struct AdditiveFit {
  static let folds = 10

  /// Coefficients of the fit to all trials: intercept first.
  private(set) var whole: [Double] = []
  /// By coefficient, then by fold: that of the fit that has not seen the fold.
  private var withoutFold: [Double] = []
  private let trials: Int
  /// Of X'X of all trials.
  private let factor: CholeskyFactor
  /// X'X and X'y of each fold's trials; the lower triangles alone.
  private let grams: [[Double]]
  private let products: [[Double]]
  /// The same of all trials.
  private let gram: [Double]
  private let product: [Double]

  /// - Parameters:
  ///   - functions: without the intercept; fewer than 9 tenths of the trials.
  ///   - quantity: one value per trial.
  /// - Returns: `nil` where the functions are not independent over some nine tenths.
  init?(_ functions: some TrialFunctions, _ quantity: [Double]) {
    let size = functions.count + 1
    trials = quantity.count
    var grams = [[Double]](repeating: Array(repeating: 0, count: size * size), count: Self.folds)
    var products = [[Double]](repeating: Array(repeating: 0, count: size), count: Self.folds)
    var rows = FunctionRows(functions: functions.count)
    functions.forEachBlock(of: trials) { block in
      for fold in 0..<Self.folds {
        grams[fold].withUnsafeMutableBufferPointer { gram in
          products[fold].withUnsafeMutableBufferPointer { product in
            for first in stride(from: fold, to: block.trials.count, by: Self.folds * FunctionRows.capacity) {
              rows.take(from: first, by: Self.folds, of: block)
              rows.add(to: gram)
              rows.add(times: quantity, to: product)
            }
          }
        }
      }
    }
    let gram = grams.dropFirst().reduce(grams[0]) { zip($0, $1).map { $0 + $1 } }
    let product = products.dropFirst().reduce(products[0]) { zip($0, $1).map { $0 + $1 } }
    (self.grams, self.products, self.gram, self.product) = (grams, products, gram, product)
    guard let factor = CholeskyFactor(gram, size: size) else { return nil }
    self.factor = factor
    whole = factor.solved(product)
    withoutFold = Array(repeating: 0, count: size * Self.folds)
    for fold in 0..<Self.folds {
      let rest = zip(gram, grams[fold]).map { $0 - $1 }
      guard let factor = CholeskyFactor(rest, size: size) else { return nil }
      for (index, coefficient) in factor.solved(zip(product, products[fold]).map({ $0 - $1 })).enumerated() {
        withoutFold[index * Self.folds + fold] = coefficient
      }
    }
  }

  /// What some of the functions contribute to each trial, by the fit that has not seen it.
  ///
  /// - Parameters:
  ///   - functions: some of those of the fit.
  ///   - first: position of the first of them among all.
  func contribution(of functions: some TrialFunctions, from first: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: trials)
    sums.withUnsafeMutableBufferPointer { sums in
      guard let sums = sums.baseAddress else { return }
      functions.forEachBlock(of: trials) { block in
        setContribution(
          sums + block.trials.lowerBound, of: 0..<functions.count, in: block, coefficientsFrom: first)
      }
    }
    return sums
  }

  /// Sets what some of the functions contribute to each trial of a block.
  ///
  /// - Parameters:
  ///   - sums: one per trial of the block.
  ///   - functions: positions in the block.
  ///   - first: position of the first of them among all.
  func setContribution(
    _ sums: UnsafeMutablePointer<Double>, of functions: Range<Int>, in block: FunctionBlock,
    coefficientsFrom first: Int
  ) {
    let count = block.trials.count
    for trial in 0..<count { sums[trial] = 0 }
    withoutFold.withUnsafeBufferPointer { coefficients in
      guard let coefficients = coefficients.baseAddress else { return }
      for (index, function) in functions.enumerated() {
        let own = coefficients + (first + index + 1) * Self.folds
        let numbers = block[function]
        for start in stride(from: 0, to: count, by: Self.folds) {
          for fold in 0..<min(Self.folds, count - start) {
            sums[start &+ fold] += own[fold] * numbers[start &+ fold]
          }
        }
      }
    }
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
  /// - Parameters:
  ///   - groups: positions of the functions of each group among all.
  ///   - shouldStop: asked before every fit.
  /// - Returns: by fold that is left out one sum per group; `nil` where the functions are not independent over some
  ///   eight tenths.
  /// - Throws: `NumericsError.stopped`.
  func heldOutProducts(
    of groups: [Range<Int>], shouldStop: () -> Bool
  ) throws(NumericsError) -> [[Double]]? {
    let size = whole.count
    var sums = [[Double]](repeating: Array(repeating: 0, count: groups.count), count: Self.folds)
    for second in 0..<Self.folds {
      for first in 0..<second {
        if shouldStop() { throw .stopped }
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
  func intercept(of trial: Int) -> Double { withoutFold[trial % Self.folds] }
}

/// The functions of a few trials, an intercept of 1 first: what the sums of a fit are taken over.
///
/// Several trials at a time, since the sums are many more than fit next to the processor: each is then fetched and put
/// back once for all of them. The trials are added one after the other, as if each were alone.
private struct FunctionRows {
  /// Trials that are taken at a time.
  static let capacity = 4

  private let size: Int
  private var numbers: [Double]
  /// By position.
  private var trials: [Int] = []

  init(functions: Int) {
    size = functions + 1
    numbers = Array(repeating: 0, count: Self.capacity * size)
    for row in 0..<Self.capacity { numbers[row * size] = 1 }
  }

  /// Takes the next trials of a block, a step apart.
  ///
  /// - Parameter first: within the block.
  mutating func take(from first: Int, by step: Int, of block: FunctionBlock) {
    trials.removeAll(keepingCapacity: true)
    var next = first
    while next < block.trials.count, trials.count < Self.capacity {
      trials.append(block.trials.lowerBound + next)
      next += step
    }
    let lowest = block.trials.lowerBound
    numbers.withUnsafeMutableBufferPointer { numbers in
      for function in 0..<size - 1 {
        let column = block[function]
        for (row, trial) in trials.enumerated() {
          numbers[row * size + function + 1] = column[trial - lowest]
        }
      }
    }
  }

  /// Adds the products of every two functions to a lower triangle.
  func add(to gram: UnsafeMutableBufferPointer<Double>) {
    guard let gram = gram.baseAddress else { return }
    numbers.withUnsafeBufferPointer { numbers in
      guard let rows = numbers.baseAddress else { return }
      if trials.count == Self.capacity {
        for first in 0..<size { addFour(rows, first, to: gram + first * size) }
      } else {
        for row in trials.indices {
          let row = rows + row * size
          for first in 0..<size {
            let value = row[first]
            let own = gram + first * size
            for second in 0...first { own[second] += value * row[second] }
          }
        }
      }
    }
  }

  /// The same of four trials and one function with those before it and itself.
  @inline(__always)
  private func addFour(
    _ rows: UnsafePointer<Double>, _ first: Int, to sums: UnsafeMutablePointer<Double>
  ) {
    let (one, two, three, last) = (rows, rows + size, rows + 2 * size, rows + 3 * size)
    let values = (one[first], two[first], three[first], last[first])
    var second = 0
    while second + 4 <= first + 1 {
      var sum = four(sums, second)
      sum += values.0 * four(one, second)
      sum += values.1 * four(two, second)
      sum += values.2 * four(three, second)
      sum += values.3 * four(last, second)
      UnsafeMutableRawPointer(sums + second).storeBytes(of: sum, as: SIMD4<Double>.self)
      second += 4
    }
    while second <= first {
      var sum = sums[second]
      sum += values.0 * one[second]
      sum += values.1 * two[second]
      sum += values.2 * three[second]
      sum += values.3 * last[second]
      sums[second] = sum
      second += 1
    }
  }

  @inline(__always)
  private func four(_ numbers: UnsafePointer<Double>, _ index: Int) -> SIMD4<Double> {
    UnsafeRawPointer(numbers + index).loadUnaligned(as: SIMD4<Double>.self)
  }

  /// Adds the products of every function with a quantity.
  func add(times quantity: [Double], to products: UnsafeMutableBufferPointer<Double>) {
    for (row, trial) in trials.enumerated() {
      let value = quantity[trial]
      for index in 0..<size { products[index] += numbers[row * size + index] * value }
    }
  }
}
