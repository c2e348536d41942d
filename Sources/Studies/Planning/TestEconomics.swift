import Foundation
import Inference

/// What a test costs and what its result is used for.
struct TestEconomics: Equatable {
  /// Installs from the start of the test to the end of what the choice is good for.
  var future: Double
  /// What a unit of the objective is worth, of each install.
  var worth = 1.0
  /// Installs of the app in the days that the last install of the test is waited for; 0 where they are not known.
  var installsWhileWaiting = 0.0

  /// What a test of a size gains and costs.
  ///
  /// - Parameter installs: of all options together, split as the test is.
  func balance(installs: Int, of value: ValueOfTest) throws -> TestPlan.Balance {
    let (perInstall, used) = try value.value(installs: installs)
    let taken = used * Double(installs)
    let after = max(0, future - taken - installsWhileWaiting)
    let loss = zip(value.design.allocation, value.lossPerInstall).reduce(0) { $0 + $1.0 * $1.1 }
    let (gain, cost) = (worth * after * perInstall.value, worth * taken * loss)
    return TestPlan.Balance(
      planned: installs, evsi: perInstall.value, evsiMcse: perInstall.mcse, gain: gain, cost: cost,
      netBenefit: gain - cost, mcse: worth * after * perInstall.mcse)
  }

  /// The size beyond which more installs cost more than they add.
  ///
  /// On a ladder of sizes, each √2 times the one before, and refined by a parabola in their logarithm.
  /// - Returns: `nil` where no test gains more than it costs.
  func best(of value: ValueOfTest) throws -> TestPlan.Balance? {
    var ladder: [TestPlan.Balance] = []
    var size = Double(Self.fewestInstalls)
    while !value.design.fitsClusters(Int(size)) { size *= 2.0.squareRoot() }
    func whole(_ size: Double) -> Int { value.design.whole(size) }
    var most = 0
    // Beyond the best size the net falls; a few steps more than noise can hide.
    while size < min(future, Double(Self.mostInstalls)),
      ladder.isEmpty || ladder[most].netBenefit <= 0 || ladder.count - most <= Self.stepsBeyond
    {
      ladder.append(try balance(installs: whole(size), of: value))
      if ladder[ladder.count - 1].netBenefit > ladder[most].netBenefit { most = ladder.count - 1 }
      size *= 2.0.squareRoot()
    }
    guard !ladder.isEmpty, ladder[most].netBenefit > 0 else { return nil }
    guard most > 0, most < ladder.count - 1 else { return ladder[most] }
    let (low, middle, high) = (
      ladder[most - 1].netBenefit, ladder[most].netBenefit, ladder[most + 1].netBenefit
    )
    let curvature = low - 2 * middle + high
    guard curvature < 0 else { return ladder[most] }
    let shift = min(1, max(-1, (low - high) / (2 * curvature)))
    let refined = Double(ladder[most].planned) * pow(2, shift / 2)
    let found = try balance(installs: whole(refined), of: value)
    return found.netBenefit > ladder[most].netBenefit ? found : ladder[most]
  }

  private static let fewestInstalls = 100
  private static let mostInstalls = 20_000_000
  private static let stepsBeyond = 6
}
