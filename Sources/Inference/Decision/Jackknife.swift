import GSLNumerics

/// Blocks of trials that are left out one after the other: those that are drawn together, where there are enough of
/// them, else up to forty of one size.
func jackknifeBlocks(trials: Int, trialsOfABlock block: Int) -> [Range<Int>] {
  let isDrawnTogether = block > 1 && trials >= MonteCarloMean.fewestBlocks * block
  let size = isDrawnTogether ? block : max(1, (trials + 39) / 40)
  return stride(from: 0, to: trials, by: size).map { $0..<min($0 + size, trials) }
}

/// The standard errors of numbers that are worked out from trials, by the delete-one-block jackknife.
///
/// - Parameters:
///   - blocks: of trials, each left out once.
///   - estimate: the numbers without some trials.
/// - Returns: one error for each number; 0 for all where fewer than two blocks have any.
func jackknifeErrors(
  _ blocks: [Range<Int>], _ estimate: (_ without: Range<Int>) throws(NumericsError) -> [Double]
) throws(NumericsError) -> [Double] {
  var found: [[Double]] = []
  for block in blocks { found.append(try estimate(block)) }
  let count = Double(found.count)
  return (found.first ?? []).indices.map { number in
    let mean = found.reduce(0) { $0 + $1[number] } / count
    let squares = found.reduce(0) { $0 + ($1[number] - mean) * ($1[number] - mean) }
    return ((count - 1) / count * squares).squareRoot()
  }
}

/// The standard error of a share of trials that is above 0 at 0 and 1 too (Agresti & Coull 1998).
func plusFourError(_ share: Double, trials: Int) -> Double {
  let count = Double(trials) + 4
  let shrunk = (share * Double(trials) + 2) / count
  return (shrunk * (1 - shrunk) / count).squareRoot()
}
