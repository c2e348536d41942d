import GSLNumerics

/// How much idle parameters seem to explain by chance.
///
/// What no parameter explains is shuffled over the trials, by one fixed sequence
/// (``FixedSequence``), 199 times; each time every group's cross-validated share of it is taken as for
/// the real one, and the largest kept. The 95% point of those largest is what all idle parameters
/// together stay below in 95 of 100 runs (Westfall & Young 1993, the max-T null).
/// The shuffled residuals are held against the groups some at a time, so that few of them are in memory, and so that a
/// group's functions are worked out once for all of these.
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
  while largest.count < shuffles {
    var batch: [[Double]] = []
    while batch.count < shufflesAtATime, largest.count + batch.count < shuffles {
      if shouldStop() { throw .stopped }
      for index in shuffled.indices.reversed().dropLast() {
        let other = Int(FixedSequence.next(&state).multipliedFullWidth(by: UInt64(index + 1)).high)
        shuffled.swapAt(index, other)
      }
      batch.append(shuffled)
    }
    var most = batch.map { _ in 0.0 }
    for (group, basis) in bases.enumerated() {
      let numbers = basis.numbers(trials: residual.count)
      if held.count == group {
        held.append(HeldOutFits(numbers, functions: basis.count, trials: residual.count))
      }
      for index in batch.indices {
        most[index] = max(most[index], held[group].covariance(of: numbers, with: batch[index]))
      }
    }
    largest += most
  }
  return try quantile(largest, at: 0.95)
}

private let shuffles = 199
private let shufflesAtATime = 25

/// The fits of a group's functions, each without one fold of the trials.
private struct HeldOutFits {
  private let size: Int
  private let trials: Int
  /// By fold, of the functions' products over the other folds; `nil` where they are not independent there.
  private let factors: [CholeskyFactor?]
  /// By function, then by fold; and over all folds.
  private var products: [Double]
  private var totals: [Double]
  private var coefficients: [Double]

  /// - Parameters:
  ///   - numbers: of the functions, one function after the other.
  ///   - size: functions.
  init(_ numbers: [Double], functions size: Int, trials: Int) {
    self.size = size
    self.trials = trials
    var grams = [[Double]](repeating: Array(repeating: 0, count: size * size), count: AdditiveFit.folds)
    numbers.withUnsafeBufferPointer { numbers in
      guard let start = numbers.baseAddress else { return }
      for first in 0..<size {
        for second in 0...first {
          let sums = productsWithoutFold(start + first * trials, start + second * trials, trials: trials)
          for fold in 0..<AdditiveFit.folds { grams[fold][first * size + second] = sums[fold] }
        }
      }
    }
    factors = grams.map { CholeskyFactor($0, size: size) }
    products = Array(repeating: 0, count: size * AdditiveFit.folds)
    totals = Array(repeating: 0, count: size)
    coefficients = totals
  }

  /// The mean product of the values with their fit by the functions, each fold's fit made without it.
  ///
  /// - Parameter numbers: as for the initializer.
  mutating func covariance(of numbers: [Double], with values: [Double]) -> Double {
    let folds = AdditiveFit.folds
    numbers.withUnsafeBufferPointer { numbers in
      guard let start = numbers.baseAddress else { return }
      for index in 0..<size {
        let own = productsByFold(start + index * trials, values, trials: trials)
        var total = 0.0
        for fold in 0..<folds {
          products[index * folds + fold] = own[fold]
          total += own[fold]
        }
        totals[index] = total
      }
    }
    var covariance = 0.0
    for fold in 0..<folds {
      guard let factor = factors[fold] else { continue }
      for index in 0..<size { coefficients[index] = totals[index] - products[index * folds + fold] }
      factor.solve(&coefficients)
      var sum = 0.0
      for index in 0..<size { sum += coefficients[index] * products[index * folds + fold] }
      covariance += sum
    }
    return covariance / Double(trials)
  }
}

/// The sums of the products over the trials of all folds but one, by the fold that is left out.
///
/// The trials one after the other, each added to nine sums.
func productsWithoutFold(
  _ first: UnsafePointer<Double>, _ second: UnsafePointer<Double>, trials: Int
) -> FoldSums {
  let folds = AdditiveFit.folds
  let whole = trials / folds * folds
  let masks = (0..<folds).map { own in FoldSums(masksOf: own) }
  var all = FoldSums()
  masks.withUnsafeBufferPointer { masks in
    for start in stride(from: 0, to: whole, by: folds) {
      for fold in 0..<folds { all.add(first[start + fold] * second[start + fold], masks[fold]) }
    }
    for trial in whole..<trials { all.add(first[trial] * second[trial], masks[trial - whole]) }
  }
  return all
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
}

/// The sum of the products over each fold's trials.
///
/// Ten folds at a time, eight of them and two in a register each.
func productsByFold(
  _ first: UnsafePointer<Double>, _ second: UnsafePointer<Double>, trials: Int
) -> FoldSums {
  var eight = SIMD8<Double>()
  var two = SIMD2<Double>()
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
  return FoldSums(eight, two)
}

@inline(__always)
private func numbers<Numbers: BitwiseCopyable>(
  _ start: UnsafePointer<Double>, _ type: Numbers.Type
) -> Numbers {
  UnsafeRawPointer(start).loadUnaligned(as: type)
}
