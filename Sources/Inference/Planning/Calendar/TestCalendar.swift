/// How long a planned test takes.
public struct TestCalendar: Hashable, Sendable {
  /// Installs that take part, of all arms together.
  public let installs: Int
  /// Those of a day.
  public let installsPerDay: Double
  /// The age in days at which the last install is read.
  public let waitingDays: Int
  /// Days until the installs are there.
  public let enrolmentDays: Int

  /// Weeks of enrolment, rounded up, so that every day of the week counts as often.
  public var wholeWeeks: Int { (enrolmentDays + 6) / 7 }

  /// The day of the test by whose end it is read, after whole weeks of enrolment; the first is day 1.
  public var readOn: Int { 7 * wholeWeeks + waitingDays }

  /// - Parameters:
  ///   - installs: of all arms together, at least 1.
  ///   - installsPerDay: at least 0.1, of all arms together.
  ///   - waitingDays: the age at which installs are read, at least 0.
  public init(installs: Int, installsPerDay: Double, waitingDays: Int = 0) {
    precondition(installsPerDay >= 0.1 && waitingDays >= 0)
    self.installs = installs
    self.installsPerDay = installsPerDay
    self.waitingDays = waitingDays
    enrolmentDays = Self.days(Double(installs), installsPerDay)
  }

  private static func days(_ installs: Double, _ installsPerDay: Double) -> Int {
    // What is a whole number but for rounding stays that number.
    Int((installs / installsPerDay * (1 - 1e-12)).rounded(.up))
  }

  /// The same pace for a test of another size.
  public func resized(to installs: Int) -> TestCalendar {
    TestCalendar(installs: installs, installsPerDay: installsPerDay, waitingDays: waitingDays)
  }

  /// The first day of the test by whose end installs have the age at which they are read.
  public var firstResult: Int { waitingDays + 1 }

  /// The day of the test of a look at a share of the installs; the last look is when the test is read.
  public func day(ofLook fraction: Double) -> Int {
    guard fraction < 1 else { return readOn }
    return Self.days(Double(installs) * fraction, installsPerDay) + waitingDays
  }
}
