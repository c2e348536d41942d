/// Blocks of trials that are left out one after the other: those that are drawn together, where there are enough of
/// them, else up to forty of one size.
func jackknifeBlocks(trials: Int, trialsOfABlock block: Int) -> [Range<Int>] {
  let size = MonteCarloMean.blocks(of: block, trials: trials) == nil ? max(1, (trials + 39) / 40) : block
  return stride(from: 0, to: trials, by: size).map { $0..<min($0 + size, trials) }
}

/// The standard error of a number that is worked out from trials, by the delete-one-block jackknife; 0 without any.
///
/// - Parameter found: the number without each block.
func jackknifeError(_ found: [Double]) -> Double {
  guard !found.isEmpty else { return 0 }
  let count = Double(found.count)
  let mean = found.reduce(0, +) / count
  return ((count - 1) / count * found.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }).squareRoot()
}

/// The standard error of a share of trials that is above 0 at 0 and 1 too (Agresti & Coull 1998).
func plusFourError(_ share: Double, trials: Int) -> Double {
  let count = Double(trials) + 4
  let shrunk = (share * Double(trials) + 2) / count
  return (shrunk * (1 - shrunk) / count).squareRoot()
}
