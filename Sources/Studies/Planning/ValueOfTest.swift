import Inference

/// What a test is worth to the choice among the options that it tests and the one that is best without it: the expected
/// value of sample information.
///
/// For each draw of the inputs one result is drawn, the differences to the baseline that the test shows. Given a result
/// every other draw has a weight, the density of the result under it, and the option is chosen whose worth is the largest
/// by these weights. What it is worth in the draw that made the result, whose own weight is left out, is what choosing so
/// gains: no draw helps to choose for itself, so that the value is not overstated. With no weight to speak of the nearest
/// draw decides.
struct ValueOfTest {
  private let rehearsal: Rehearsal
  /// By option that may be chosen besides ``best``, and draw: what it is worth more than that.
  private let gains: [[Double]]
  /// The position of the option that is best without a test.
  let best: Int
  /// What the tested options are expected to lose against the best one, an install of each, the baseline first.
  let lossPerInstall: [Double]

  /// As many results as settle a value to a hundredth of the spread of the differences.
  private static let mostDraws = 1_000

  /// - Parameters:
  ///   - positions: of these in the run's order, the baseline first.
  ///   - worth: of all options that may be chosen, more being better, draws as the rehearsal's.
  /// - Returns: `nil` where a tested option may not be chosen, or draws are others.
  init?(_ rehearsal: Rehearsal, of positions: [Int], worth: DrawnShares) {
    let places = positions.compactMap { worth.arms.firstIndex(of: $0) }
    guard worth.count == rehearsal.draws, places.count == positions.count else { return nil }
    let means = worth.arms.indices.map { worth.mean($0) }
    guard let best = means.indices.max(by: { (means[$0], $1) < (means[$1], $0) }) else { return nil }
    self.rehearsal = rehearsal
    self.best = worth.arms[best]
    lossPerInstall = places.map { means[best] - means[$0] }
    gains = places.filter { $0 != best }.map { place in
      zip(worth.values[place], worth.values[best]).map { $0 - $1 }
    }
  }

  /// How the test is made.
  var design: TestDesign { rehearsal.design }

  /// What it gains to know what the options are worth before choosing.
  func ofKnowing() throws -> MonteCarloNumber {
    try MonteCarloNumber(
      meanOf: (0..<rehearsal.draws).map { draw in gains.reduce(0) { max($0, $1[draw]) } },
      trialsOfABlock: rehearsal.trialsOfABlock)
  }

  /// What a test of a size is worth, an install of those that come after it, and the share of the size that it takes on
  /// average: with looks it may end early.
  func value(installs: Int) throws -> (gain: MonteCarloNumber, used: Double) {
    let draws = min(rehearsal.draws, Self.mostDraws)
    let endings = try rehearsal.endings(installs: installs, draws: draws)
    let effect = rehearsal.design.clusters?.designEffect ?? 1
    var gained = [Double](repeating: 0, count: draws)
    for used in Set(endings.map(\.used)).sorted() {
      var weights = ResultWeights(
        shares: (0..<draws).map(rehearsal.shares),
        people: rehearsal.design.split(installs).map { used * Double($0) / effect })
      for draw in 0..<draws where endings[draw].used == used {
        let choice = weights.choice(given: endings[draw].shares, leavingOut: draw, gains: gains)
        gained[draw] = choice.map { gains[$0][draw] } ?? 0
      }
    }
    let found = try MonteCarloNumber(meanOf: gained, trialsOfABlock: rehearsal.trialsOfABlock)
    return (
      MonteCarloNumber(value: max(0, found.value), mcse: found.mcse),
      endings.reduce(0) { $0 + $1.used } / Double(draws)
    )
  }
}
