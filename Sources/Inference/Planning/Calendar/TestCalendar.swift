/// How long a planned test takes.
public struct TestCalendar: Hashable, Sendable {
  /// Installs a day that take part, of all arms together.
  public let installsPerDay: Double
  /// The age in days at which the last install is read.
  public let waitingDays: Int
  /// Days until the installs are there.
  public let enrolmentDays: Int

  /// Weeks of enrolment, rounded up, so that every day of the week counts as often.
  public var wholeWeeks: Int { (enrolmentDays + 6) / 7 }

  /// The day of the test on which it is read, after whole weeks of enrolment.
  public var readOn: Int { 7 * wholeWeeks + waitingDays }

  /// - Parameters:
  ///   - installs: of all arms together, at least 1.
  ///   - installsPerDay: at least 0.1, of all arms together.
  ///   - waitingDays: the age at which installs are read, at least 0.
  public init(installs: Int, installsPerDay: Double, waitingDays: Int = 0) {
    precondition(installsPerDay >= 0.1 && waitingDays >= 0)
    self.installsPerDay = installsPerDay
    self.waitingDays = waitingDays
    // What is a whole number but for rounding stays that number.
    enrolmentDays = Int((Double(installs) / installsPerDay * (1 - 1e-12)).rounded(.up))
  }
}
