import Foundation
public import GSLNumerics

/// What a test costs and what its result is used for.
public struct TestEconomics: Equatable, Sendable {
  /// Installs from the start of the test to the end of what the choice is good for.
  public var future: Double
  /// What a unit of the objective is worth, of each install.
  public var worth: Double
  /// Installs of the app in the days that the last install of the test is waited for; 0 where they are not known.
  public var installsWhileWaiting: Double

  /// What a test costs and what its result is used for.
  public init(
    future: Double, worth: Double = 1, installsWhileWaiting: Double = 0
  ) {
    self.future = future
    self.worth = worth
    self.installsWhileWaiting = installsWhileWaiting
  }

  /// What a test of a size gains and costs.
  public struct Balance: Equatable, Sendable {
    /// Installs of all options together.
    public let installs: Int
    /// What the test is worth, an install of those that come after it, in units of the objective.
    public let perInstall: MonteCarloNumber
    /// The same over all installs that come after it, in the unit of the worth.
    public let gain: Double
    /// What is lost in the test by showing the option that is worse on average.
    public let cost: Double
    /// What is gained less what is lost.
    public var net: Double { gain - cost }
    /// The Monte Carlo error of ``gain`` and of ``net``.
    public let mcse: Double

    /// The parts, unchanged.
    package init(installs: Int, perInstall: MonteCarloNumber, gain: Double, cost: Double, mcse: Double) {
      self.installs = installs
      self.perInstall = perInstall
      self.gain = gain
      self.cost = cost
      self.mcse = mcse
    }
  }

  /// - Parameters:
  ///   - installs: of all options together, split as the test is.
  ///   - value: of the test.
  /// - Throws: as the value of the test.
  public func balance(installs: Int, of value: ValueOfTest) throws(NumericsError) -> Balance {
    let count = Double(installs)
    let perInstall = try value.value(installs: count)
    let after = max(0, future - count - installsWhileWaiting)
    let loss = zip(value.allocation, value.lossPerInstall).reduce(0) { $0 + $1.0 * $1.1 }
    return Balance(
      installs: installs, perInstall: perInstall, gain: worth * after * perInstall.value,
      cost: worth * count * loss,
      mcse: worth * after * perInstall.mcse)
  }

  /// The size beyond which more installs cost more than they add.
  ///
  /// On a ladder of sizes, each √2 times the one before, and refined by a parabola in their logarithm.
  /// - Returns: `nil` where no test gains more than it costs.
  /// - Throws: as the value of the test.
  public func best(of value: ValueOfTest) throws(NumericsError) -> Balance? {
    let options = Double(value.options)
    func whole(_ size: Double) -> Int { value.options * Int((size / options).rounded()) }
    var ladder: [Balance] = []
    var size = Double(Self.fewestInstalls)
    while size < min(future, Double(Self.mostInstalls)) {
      ladder.append(try balance(installs: whole(size), of: value))
      size *= 2.0.squareRoot()
    }
    guard let most = ladder.indices.max(by: { ladder[$0].net < ladder[$1].net }), ladder[most].net > 0
    else { return nil }
    guard most > 0, most < ladder.count - 1 else { return ladder[most] }
    let (low, middle, high) = (ladder[most - 1].net, ladder[most].net, ladder[most + 1].net)
    let curvature = low - 2 * middle + high
    guard curvature < 0 else { return ladder[most] }
    let shift = min(1, max(-1, (low - high) / (2 * curvature)))
    let refined = Double(ladder[most].installs) * pow(2, shift / 2)
    let found = try balance(installs: whole(refined), of: value)
    return found.net > ladder[most].net ? found : ladder[most]
  }

  private static let fewestInstalls = 100
  private static let mostInstalls = 20_000_000
}
