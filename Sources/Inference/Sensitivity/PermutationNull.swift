import GSLNumerics

/// How much idle parameters seem to explain by chance.
///
/// What no parameter explains is shuffled over the trials, by one fixed sequence
/// (``FixedSequence``), 199 times; each time every group's cross-validated share of it is taken as for
/// the real one, and the largest kept. The 95% point of those largest is what all idle parameters
/// together stay below in 95 of 100 runs (Westfall & Young 1993, the max-T null).
/// - Parameters:
///   - bases: the functions of each group.
///   - residual: what the additive fit leaves, per trial.
/// - Returns: the threshold on a group's cross-validated covariance.
func permutationThreshold(_ bases: [[[Double]]], residual: [Double]) throws(NumericsError) -> Double {
  let folds = AdditiveFit.folds
  let factors = bases.map { columns in
    (0..<folds).map { fold in foldFactor(columns, without: fold) }
  }
  var state: UInt64 = 0x5EED
  var shuffled = residual
  var largest: [Double] = []
  for _ in 0..<199 {
    for index in shuffled.indices.reversed().dropLast() {
      let other = Int(FixedSequence.next(&state).multipliedFullWidth(by: UInt64(index + 1)).high)
      shuffled.swapAt(index, other)
    }
    var most = 0.0
    for (columns, factors) in zip(bases, factors) {
      most = max(most, heldOutCovariance(columns, factors, shuffled))
    }
    largest.append(most)
  }
  return try quantile(largest, at: 0.95)
}

private func foldFactor(_ columns: [[Double]], without fold: Int) -> CholeskyFactor? {
  let size = columns.count
  var gram = [Double](repeating: 0, count: size * size)
  for first in 0..<size {
    for second in 0...first {
      var sum = 0.0
      for trial in columns[first].indices where trial % AdditiveFit.folds != fold {
        sum += columns[first][trial] * columns[second][trial]
      }
      gram[first * size + second] = sum
    }
  }
  return CholeskyFactor(gram, size: size)
}

/// The mean product of the values with their fit by the functions, each fold's fit made without it.
private func heldOutCovariance(
  _ columns: [[Double]], _ factors: [CholeskyFactor?], _ values: [Double]
) -> Double {
  let folds = AdditiveFit.folds
  var sums = [[Double]](repeating: Array(repeating: 0, count: columns.count), count: folds)
  for (index, column) in columns.enumerated() {
    for (fold, product) in productsByFold(column, values).enumerated() { sums[fold][index] = product }
  }
  let total = columns.indices.map { index in sums.reduce(0) { $0 + $1[index] } }
  var covariance = 0.0
  for fold in 0..<folds {
    let coefficients = factors[fold]?.solved(zip(total, sums[fold]).map { $0 - $1 }) ?? []
    covariance += zip(coefficients, sums[fold]).reduce(0) { $0 + $1.0 * $1.1 }
  }
  return covariance / Double(values.count)
}

/// The sum of the products over each fold's trials.
///
/// Ten folds at a time, eight of them and two in a register each.
func productsByFold(_ first: [Double], _ second: [Double]) -> [Double] {
  var eight = SIMD8<Double>()
  var two = SIMD2<Double>()
  let whole = first.count / AdditiveFit.folds * AdditiveFit.folds
  first.withUnsafeBytes { first in
    second.withUnsafeBytes { second in
      for trial in stride(from: 0, to: whole, by: AdditiveFit.folds) {
        let start = trial * MemoryLayout<Double>.stride
        eight +=
          first.loadUnaligned(fromByteOffset: start, as: SIMD8<Double>.self)
          * second.loadUnaligned(fromByteOffset: start, as: SIMD8<Double>.self)
        let rest = start + MemoryLayout<SIMD8<Double>>.size
        two +=
          first.loadUnaligned(fromByteOffset: rest, as: SIMD2<Double>.self)
          * second.loadUnaligned(fromByteOffset: rest, as: SIMD2<Double>.self)
      }
    }
  }
  var sums = eight.indices.map { eight[$0] } + two.indices.map { two[$0] }
  for trial in whole..<first.count { sums[trial - whole] += first[trial] * second[trial] }
  return sums
}
