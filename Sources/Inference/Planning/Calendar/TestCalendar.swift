/// How long a planned test takes.
public struct TestCalendar: Hashable, Sendable {
  /// Installs a day that take part, of all arms together.
  public let installsPerDay: Double
  /// The age in days at which the last install is read.
  public let waitingDays: Int
  /// The share of the installs that each arm gets in the end, the baseline first; they sum to 1.
  public let allocation: [Double]
  /// How installs are split while the test begins; `nil` for no other way than in the end.
  public let ramp: TrafficRamp?
  /// Installs that take part, of all arms together: the planned ones, and with a ramp as many more as it costs.
  public let installs: Double
  /// Days until the installs are there.
  public let enrolmentDays: Int

  /// Weeks of enrolment, rounded up, so that every day of the week counts as often.
  public var wholeWeeks: Int { (enrolmentDays + 6) / 7 }

  /// The day of the test by whose end it is read, after whole weeks of enrolment; the first is day 1.
  public var readOn: Int { 7 * wholeWeeks + waitingDays }

  /// - Parameters:
  ///   - installs: of all arms together, at least 1, without a ramp.
  ///   - installsPerDay: at least 0.1, of all arms together.
  ///   - waitingDays: the age at which installs are read, at least 0.
  ///   - allocation: installs of each arm in any unit, the baseline first.
  ///   - ramp: `nil` for a split that stays.
  public init(
    installs: Int, installsPerDay: Double, waitingDays: Int = 0, allocation: [Double] = [1, 1],
    ramp: TrafficRamp? = nil
  ) {
    precondition(installsPerDay >= 0.1 && waitingDays >= 0 && allocation.count > 1)
    self.installsPerDay = installsPerDay
    self.waitingDays = waitingDays
    let sum = allocation.reduce(0, +)
    self.allocation = allocation.map { $0 / sum }
    self.ramp = ramp
    var days = Double(installs) / installsPerDay
    if let ramp { days = Self.days(days, ramp, self.allocation) }
    self.installs = ramp == nil ? Double(installs) : days * installsPerDay
    // What is a whole number but for rounding stays that number.
    enrolmentDays = Int((days * (1 - 1e-12)).rounded(.up))
  }

  /// The same pace for a test of another size.
  public func resized(to installs: Int) -> TestCalendar {
    TestCalendar(
      installs: installs, installsPerDay: installsPerDay, waitingDays: waitingDays, allocation: allocation,
      ramp: ramp)
  }

  /// Days with a ramp until every comparison has what it has after some days of the last split.
  private static func days(_ planned: Double, _ ramp: TrafficRamp, _ allocation: [Double]) -> Double {
    func worth(_ split: [Double], _ arm: Int) -> Double { split[0] * split[arm] / (split[0] + split[arm]) }
    return allocation.indices.dropFirst().reduce(0) { longest, arm in
      let daily = worth(allocation, arm)
      var left = planned * daily
      var days = 0.0
      for step in ramp.steps {
        let own = worth(ramp.allocation(step, of: allocation), arm)
        let taken = min(Double(step.days), left / own)
        days += taken
        left -= taken * own
        if left <= 0 { return max(longest, days) }
      }
      return max(longest, days + left / daily)
    }
  }

  /// The share of the installs that each arm has by the end of whole weeks of enrolment, the baseline first.
  public var shares: [Double] {
    guard let ramp else { return allocation }
    var sums = allocation.map { _ in 0.0 }
    var left = 7 * wholeWeeks
    for step in ramp.steps {
      let days = min(step.days, left)
      left -= days
      let split = ramp.allocation(step, of: allocation)
      for arm in sums.indices { sums[arm] += Double(days) * split[arm] }
    }
    for arm in sums.indices { sums[arm] += Double(left) * allocation[arm] }
    return sums.map { $0 / Double(max(1, 7 * wholeWeeks)) }
  }

  /// The share of the installs that have the age at which they are read by the end of a day of the test, the first being day 1.
  ///
  /// - Returns: at most 0 before the first of them has; 1 or more after the last has.
  public func fraction(onDay day: Int) -> Double {
    Double(day - waitingDays) * installsPerDay / installs
  }

  /// The first day of the test by whose end installs have the age at which they are read.
  public var firstResult: Int { waitingDays + 1 }

  /// The day of the test of a look at a share of the installs; the last look is when the test is read.
  public func day(ofLook fraction: Double) -> Int {
    guard fraction < 1 else { return readOn }
    return Int((installs / installsPerDay * fraction * (1 - 1e-12)).rounded(.up)) + waitingDays
  }
}
