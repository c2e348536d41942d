import GSLNumerics
import SeededNumbers

/// Normal numbers spread evenly over blocks of trials, as those of a run under `sampling: stratified` are.
enum StratifiedNormals {
  /// In every block one number of each stratum of equal probability, in random order.
  static func draws(blocks: Int, of block: Int, seed: UInt64) throws -> [Double] {
    var stream = SplitMix(seed: seed)
    var draws: [Double] = []
    for _ in 0..<blocks {
      var strata = Array(0..<block)
      for last in strata.indices.reversed() {
        strata.swapAt(last, Int(stream.openUniform() * Double(last + 1)))
      }
      for stratum in strata {
        draws.append(try StandardNormal.quantile((Double(stratum) + stream.openUniform()) / Double(block)))
      }
    }
    return draws
  }
}
