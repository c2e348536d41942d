public import Inference

extension TestDesign {
  /// Clusters that are drawn for the power of one size, of all options together.
  private static let drawnClusters = 100_000

  /// The power of each comparison: by the formula, or over releases or languages by tests that are drawn and read as
  /// `analyze` reads them.
  ///
  /// The design effect alone promises more than a few releases have: their spread is known from so few.
  func power(installs: Int, shares: [Double]) throws -> (each: [Double], all: Double?) {
    guard let clusters else {
      return (
        try powers(installs: Double(installs), shares: shares),
        try powerOfAll(installs: Double(installs), shares: shares)
      )
    }
    let count = split(installs).reduce(0, +) / clusters.installs
    let tests = min(4_000, max(400, Self.drawnClusters / count))
    let found = try Rehearsal(shares.map { [$0] }, design: self, margin: 0, tests: tests)
      .tests(installs: installs)
    return (
      try (0..<comparisons).map { try found.shown($0).value },
      try comparisons > 1 ? found.shownOfAll().value : nil
    )
  }

  /// Installs of all options together that give every comparison a power: by the formula and not rounded, or as many whole
  /// releases or languages as it takes.
  func needed(shares: [Double], power: Double) throws -> Double {
    let formula = try installs(shares: shares, power: power)
    guard let clusters, formula < 1e12 else { return formula }
    func whole(_ installs: Double) -> Int { wholeInstalls(installs).reduce(0) { $0 + Int($1) } }
    var size = whole(formula)
    while try self.power(installs: size, shares: shares).each.min() ?? 1 < power {
      // By one release of the baseline; where there are many, by a twentieth of them.
      let own = split(size)[0] / clusters.installs
      size = whole(Double((own + max(1, own / 20)) * clusters.installs) / allocation[0])
    }
    return Double(size)
  }
}

extension FormulaPlan {
  /// The same plan with the power that whole releases or languages have, and with as many as it takes; unchanged where
  /// installs are split.
  public func inWholeClusters(power: Double) throws -> FormulaPlan {
    guard design.clusters != nil else { return self }
    var shares = shares
    if asked == .difference { shares = try detectedShares(power: power) }
    let found = shares
    func point(_ installs: Int) throws -> Point {
      let split = design.split(installs)
      let power = try design.power(installs: split.reduce(0, +), shares: found)
      return Point(installs: split, powers: power.each, powerOfAll: power.all)
    }
    let needed = try asked == .size || asked == .isEnough ? design.needed(shares: shares, power: power) : nil
    let size = asked == .size ? needed.map { Int($0) } ?? answer.total : answer.total
    var curve: [Point] = []
    for total in [size / 2, size, 2 * size] {
      let found = try point(total)
      if curve.last.map({ $0.total < found.total }) ?? true { curve.append(found) }
    }
    let own = try point(size)
    let isShort = asked == .isEnough && own.power < power
    return FormulaPlan(
      self, shares: shares, answer: own, curve: curve,
      needed: try isShort ? needed.map { try point(Int($0)) } : nil)
  }

  /// The shares that whole releases detect with a power, as far beyond the formula's as it takes.
  private func detectedShares(power: Double) throws -> [Double] {
    let difference = shares[1] - shares[0]
    func at(_ factor: Double) -> [Double] {
      [shares[0]] + shares.dropFirst().map { _ in shares[0] + factor * difference }
    }
    var (low, high) = (1.0, 1.0)
    while try design.power(installs: answer.total, shares: at(high)).each[0] < power {
      (low, high) = (high, 1.25 * high)
      guard at(high)[1] > 0, at(high)[1] < 1 else {
        throw TestPlanProblem.nothingDetectable(installs: answer.total)
      }
    }
    for _ in 0..<8 where low < high {
      let middle = (low + high) / 2
      if try design.power(installs: answer.total, shares: at(middle)).each[0] < power {
        low = middle
      } else {
        high = middle
      }
    }
    return at(high)
  }
}
