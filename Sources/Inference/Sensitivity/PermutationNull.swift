import GSLNumerics

/// How much idle parameters seem to explain by chance.
///
/// What no parameter explains is shuffled over the trials, by one fixed sequence
/// (``FixedSequence``), 199 times; each time every group's cross-validated share of it is taken as for
/// the real one, and the largest kept. The 95% point of those largest is what all idle parameters
/// together stay below in 95 of 100 runs (Westfall & Young 1993, the max-T null).
/// The shuffled residuals are held against the groups some at a time, so that few of them are in memory, and so that a
/// group's functions are worked out once for all of these. The functions are never in memory but for some trials.
///
/// - Parameters:
///   - bases: the functions of each group.
///   - residual: what the additive fit leaves, per trial.
///   - shouldStop: asked before every shuffle.
/// - Returns: the threshold on a group's cross-validated covariance.
/// - Throws: `NumericsError`, where a value is not finite or `shouldStop` says so.
func permutationThreshold(
  _ bases: [some TrialFunctions], residual: [Double], shouldStop: () -> Bool
) throws(NumericsError) -> Double {
  var state: UInt64 = 0x5EED
  var shuffled = residual
  var held: [HeldOutFits] = []
  var largest: [Double] = []
  let most = shufflesAtATime(trials: max(1, residual.count))
  while largest.count < shuffles {
    var batch: [[Double]] = []
    while batch.count < most, largest.count + batch.count < shuffles {
      if shouldStop() { throw .stopped }
      for index in shuffled.indices.reversed().dropLast() {
        let other = FixedSequence.next(&state, below: index + 1)
        shuffled.swapAt(index, other)
      }
      batch.append(shuffled)
    }
    var found = batch.map { _ in 0.0 }
    for (group, basis) in bases.enumerated() {
      if held.count == group { held.append(HeldOutFits(basis, trials: residual.count)) }
      found = zip(found, held[group].covariances(of: basis, with: batch)).map { max($0, $1) }
    }
    largest += found
  }
  return try quantile(largest, at: 0.95)
}

private let shuffles = 199

/// As many as are a few megabytes, and enough that working the functions out takes little beside.
private func shufflesAtATime(trials: Int) -> Int { min(25, max(8, 400_000 / trials)) }

/// The fits of a group's functions, each without one fold of the trials.
private struct HeldOutFits {
  private let size: Int
  private let trials: Int
  /// By fold, of the functions' products over the other folds; `nil` where they are not independent there.
  private let factors: [CholeskyFactor?]

  init(_ functions: some TrialFunctions, trials: Int) {
    let size = functions.count
    self.size = size
    self.trials = trials
    // By two functions, the second not after the first.
    var sums = [FoldSums](repeating: FoldSums(), count: size * size)
    functions.forEachBlock(of: trials) { block in
      for first in 0..<size {
        for second in 0...first {
          sums[first * size + second].addProductsWithoutFold(
            block[first], block[second], trials: block.trials.count)
        }
      }
    }
    factors = (0..<AdditiveFit.folds).map { fold in CholeskyFactor(sums.map { $0[fold] }, size: size) }
  }

  /// The mean products of values with their fits by the functions, each fold's fit made without it.
  ///
  /// - Parameters:
  ///   - functions: as for the initializer.
  ///   - values: several times one per trial.
  func covariances(of functions: some TrialFunctions, with values: [[Double]]) -> [Double] {
    // By values, then by function.
    var sums = [FoldSums](repeating: FoldSums(), count: values.count * size)
    functions.forEachBlock(of: trials) { block in
      for (number, values) in values.enumerated() {
        values.withUnsafeBufferPointer { values in
          guard let start = values.baseAddress else { return }
          for index in 0..<size {
            sums[number * size + index].addProductsByFold(
              block[index], start + block.trials.lowerBound, trials: block.trials.count)
          }
        }
      }
    }
    return values.indices.map { covariance(sums[$0 * size..<($0 + 1) * size]) }
  }

  /// The same of values whose products with each function are added up by fold.
  private func covariance(_ products: ArraySlice<FoldSums>) -> Double {
    let folds = 0..<AdditiveFit.folds
    let totals = products.map { sums in folds.reduce(0) { $0 + sums[$1] } }
    var covariance = 0.0
    for fold in folds {
      guard let factor = factors[fold] else { continue }
      var coefficients = zip(totals, products).map { $0 - $1[fold] }
      factor.solve(&coefficients)
      covariance += zip(coefficients, products).reduce(0) { $0 + $1.0 * $1.1[fold] }
    }
    return covariance / Double(trials)
  }
}

/// A sum per fold, or of which folds a product counts for: all bits of their numbers.
struct FoldSums: BitwiseCopyable {
  private var eight = SIMD8<Double>()
  private var two = SIMD2<Double>()

  init() {}

  init(_ eight: SIMD8<Double>, _ two: SIMD2<Double>) { (self.eight, self.two) = (eight, two) }

  /// All folds but one.
  init(masksOf fold: Int) {
    for other in 0..<AdditiveFit.folds where other != fold {
      let all = Double(bitPattern: .max)
      if other < 8 { eight[other] = all } else { two[other - 8] = all }
    }
  }

  /// Adds a product where a mask has bits; elsewhere 0, which changes no sum.
  @inline(__always)
  mutating func add(_ product: Double, _ mask: FoldSums) {
    let bits = product.bitPattern
    eight += unsafeBitCast(
      SIMD8(repeating: bits) & unsafeBitCast(mask.eight, to: SIMD8<UInt64>.self), to: SIMD8<Double>.self)
    two += unsafeBitCast(
      SIMD2(repeating: bits) & unsafeBitCast(mask.two, to: SIMD2<UInt64>.self), to: SIMD2<Double>.self)
  }

  subscript(fold: Int) -> Double { fold < 8 ? eight[fold] : two[fold - 8] }

  /// Adds the products of some trials, each to the sums of all folds but its own.
  ///
  /// - Parameter trials: how many; the first of them is of the first fold.
  mutating func addProductsWithoutFold(
    _ first: UnsafePointer<Double>, _ second: UnsafePointer<Double>, trials: Int
  ) {
    let folds = AdditiveFit.folds
    let whole = trials / folds * folds
    var sums = self
    Self.masks.withUnsafeBufferPointer { masks in
      for start in stride(from: 0, to: whole, by: folds) {
        for fold in 0..<folds { sums.add(first[start + fold] * second[start + fold], masks[fold]) }
      }
      for trial in whole..<trials { sums.add(first[trial] * second[trial], masks[trial - whole]) }
    }
    self = sums
  }

  /// All folds but one, by that one.
  private static let masks = (0..<AdditiveFit.folds).map { FoldSums(masksOf: $0) }

  /// Adds the products of some trials, each to its fold's sum.
  ///
  /// Ten folds at a time, eight of them and two in a register each.
  /// - Parameter trials: how many; the first of them is of the first fold.
  mutating func addProductsByFold(
    _ first: UnsafePointer<Double>, _ second: UnsafePointer<Double>, trials: Int
  ) {
    var (eight, two) = (eight, two)
    let whole = trials / AdditiveFit.folds * AdditiveFit.folds
    var (one, other) = (first, second)
    for _ in 0..<whole / AdditiveFit.folds {
      eight += numbers(one, SIMD8<Double>.self) * numbers(other, SIMD8<Double>.self)
      two += numbers(one + 8, SIMD2<Double>.self) * numbers(other + 8, SIMD2<Double>.self)
      one += AdditiveFit.folds
      other += AdditiveFit.folds
    }
    for trial in whole..<trials {
      let fold = trial - whole
      if fold < 8 {
        eight[fold] += first[trial] * second[trial]
      } else {
        two[fold - 8] += first[trial] * second[trial]
      }
    }
    (self.eight, self.two) = (eight, two)
  }
}

@inline(__always)
private func numbers<Numbers: BitwiseCopyable>(
  _ start: UnsafePointer<Double>, _ type: Numbers.Type
) -> Numbers {
  UnsafeRawPointer(start).loadUnaligned(as: type)
}
