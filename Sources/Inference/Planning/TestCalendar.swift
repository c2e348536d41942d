/// How long a planned test takes; days of the test are counted from 1.
public struct TestCalendar: Codable, Hashable, Sendable {
  /// Installs of a day that take part, of all arms together.
  public let installsPerDay: Double
  /// The age in days at which the last install is read.
  public let waitingDays: Int
  /// Days until the installs are there.
  public let enrolmentDays: Int
  /// Weeks of enrolment, rounded up, so that every day of the week counts as often.
  public let wholeWeeks: Int
  /// The day of the test by whose end it is read, after whole weeks of enrolment.
  public let readOn: Int

  /// - Parameters:
  ///   - installs: of all arms together, at least 1.
  ///   - installsPerDay: at least 0.1, of all arms together.
  ///   - waitingDays: the age at which installs are read, at least 0.
  public init(installs: Int, installsPerDay: Double, waitingDays: Int = 0) {
    precondition(installsPerDay >= 0.1 && waitingDays >= 0)
    self.installsPerDay = installsPerDay
    self.waitingDays = waitingDays
    enrolmentDays = Self.days(Double(installs), installsPerDay)
    wholeWeeks = (enrolmentDays + 6) / 7
    readOn = 7 * wholeWeeks + waitingDays
  }

  private static func days(_ installs: Double, _ installsPerDay: Double) -> Int {
    // What is a whole number but for rounding stays that number.
    Int((installs / installsPerDay * (1 - 1e-12)).rounded(.up))
  }

  /// The day of the test at the end of which that many installs are there and old enough.
  public func day(of installs: Double) -> Int { Self.days(installs, installsPerDay) + waitingDays }
}
