import Foundation
import Inference

/// What a test is worth to the choice among the options that it tests and the one that is best without it: the expected
/// value of sample information, and what the test costs.
///
/// For each draw of the inputs one result is drawn, the differences to the baseline that the test shows. Given a result
/// every other draw has a weight, the density of the result under it, and the option is chosen whose worth is the largest
/// by these weights. What it is worth in the draw that made the result, whose own weight is left out, is what choosing so
/// gains: no draw helps to choose for itself, so that the value is not overstated. With no weight to speak of the nearest
/// draw decides.
struct ValueOfTest {
  /// Installs from the start of the test to the end of what the choice is good for; `nil` where nobody says.
  var future: Double?
  /// What a unit of the objective is worth, of each install.
  var worth = 1.0
  /// Installs of the app in the days that the last install of the test is waited for; 0 where they are not known.
  var installsWhileWaiting = 0.0
  /// The position of the option that is best without a test.
  let best: Int
  /// What the tested options are worth, the baseline first, by draw.
  let tested: [[Double]]
  private let rehearsal: Rehearsal
  /// By option that may be chosen besides ``best``, and draw: what it is worth more than that.
  private let gains: [[Double]]
  /// What the tested options are expected to lose against the best one, an install of each, the baseline first.
  let lossPerInstall: [Double]

  /// As many results as settle a value to a hundredth of the spread of the differences.
  private static let mostDraws = 1_000
  private static let fewestInstalls = 100.0
  private static let mostInstalls = 20e6
  /// Sizes beyond the best one that are tried: a few more than noise can hide.
  private static let stepsBeyond = 6

  /// Of options at some positions, the baseline first, by what all that may be chosen are worth in the draws of the
  /// rehearsal, more being better; `nil` where a tested option may not be chosen.
  init?(_ rehearsal: Rehearsal, of positions: [Int], worth: [Int: [Double]]) {
    let tested = positions.compactMap { worth[$0] }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    let means = worth.map { (arm: $0.key, mean: mean($0.value), worth: $0.value) }
    guard tested.count == positions.count,
      let best = means.max(by: { ($0.mean, $1.arm) < ($1.mean, $0.arm) })
    else { return nil }
    self.rehearsal = rehearsal
    self.best = best.arm
    self.tested = tested
    lossPerInstall = tested.map { best.mean - mean($0) }
    gains = positions.filter { $0 != best.arm }.compactMap { arm in
      worth[arm].map { zip($0, best.worth).map { $0 - $1 } }
    }
  }

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
      let weights = ResultWeights(
        shares: rehearsal.shares.map { Array($0.prefix(draws)) },
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

  /// What a test of a size gains and costs.
  func balance(installs: Int) throws -> TestPlan.Balance {
    let (perInstall, used) = try value(installs: installs)
    let taken = used * Double(installs)
    let after = max(0, (future ?? 0) - taken - installsWhileWaiting)
    let loss = zip(rehearsal.design.allocation, lossPerInstall).reduce(0) { $0 + $1.0 * $1.1 }
    let (gain, cost) = (worth * after * perInstall.value, worth * taken * loss)
    return TestPlan.Balance(
      planned: installs, evsi: perInstall.value, evsiMcse: perInstall.mcse, gain: gain, cost: cost,
      netBenefit: gain - cost, mcse: worth * after * perInstall.mcse)
  }

  /// The size beyond which more installs cost more than they add.
  ///
  /// On a ladder of sizes, each √2 times the one before, and refined by a parabola in their logarithm.
  /// - Returns: `nil` where no test gains more than it costs, and where nobody says what the choice is good for.
  func bestSize() throws -> TestPlan.Balance? {
    guard let future else { return nil }
    var ladder: [TestPlan.Balance] = []
    var size = Self.fewestInstalls
    while !rehearsal.design.fitsClusters(Int(size)) { size *= 2.0.squareRoot() }
    var most = 0
    while size < min(future, Self.mostInstalls),
      ladder.isEmpty || ladder[most].netBenefit <= 0 || ladder.count - most <= Self.stepsBeyond
    {
      ladder.append(try balance(installs: rehearsal.design.nearest(size)))
      if ladder[ladder.count - 1].netBenefit > ladder[most].netBenefit { most = ladder.count - 1 }
      size *= 2.0.squareRoot()
    }
    guard !ladder.isEmpty, ladder[most].netBenefit > 0 else { return nil }
    guard most > 0, most < ladder.count - 1 else { return ladder[most] }
    let net = ladder.map(\.netBenefit)
    let curvature = net[most - 1] - 2 * net[most] + net[most + 1]
    guard curvature < 0 else { return ladder[most] }
    let shift = min(1, max(-1, (net[most - 1] - net[most + 1]) / (2 * curvature)))
    let refined = try balance(
      installs: rehearsal.design.nearest(Double(ladder[most].planned) * pow(2, shift / 2)))
    return refined.netBenefit > ladder[most].netBenefit ? refined : ladder[most]
  }
}

extension TestDesign {
  /// A size of as many installs of every option, or of whole releases or languages.
  fileprivate func nearest(_ installs: Double) -> Int {
    let options = allocation.count
    return clusters == nil
      ? options * Int((installs / Double(options)).rounded()) : split(Int(installs)).reduce(0, +)
  }
}
