/// How a running test is looked at, where that may depend on how long it takes.
///
/// How many installs a date has depends on the size of the test, and the size on its looks. So both are worked out in turn.
public struct LookRule: Sendable {
  /// The looks that a plan begins with; `nil` for a single one.
  public let first: PlannedLooks?
  /// How often size and looks are worked out in turn, at most.
  private let rounds: Int
  private let looks: @Sendable (TestCalendar?) throws -> PlannedLooks?

  /// Looks that do not depend on how long a test takes; `nil` for a single one at its end.
  public init(_ looks: PlannedLooks?) {
    first = looks
    rounds = 0
    self.looks = { _ in looks }
  }

  /// Looks at any time; the power counts on one a day of the enrolment that the first size takes.
  public static var peeking: LookRule {
    LookRule(first: .anyTime(days: nil), rounds: 1) { .anyTime(days: $0?.enrolmentDays) }
  }

  /// Looks at days of their own.
  ///
  /// - Parameters:
  ///   - first: where no calendar is known yet.
  ///   - rounds: after which a size and its looks agree to an install, or nearly.
  ///   - looks: those of a test that takes so long; of `nil` where nobody says how many take part a day.
  public init(
    first: PlannedLooks?, rounds: Int = 20, looks: @escaping @Sendable (TestCalendar?) throws -> PlannedLooks?
  ) {
    self.first = first
    self.rounds = rounds
    self.looks = looks
  }

  /// A plan whose looks are those of its own calendar.
  ///
  /// - Parameters:
  ///   - plan: with some looks.
  ///   - calendar: of a plan.
  /// - Throws: what these and the looks throw.
  public func settled<Plan>(
    _ plan: (PlannedLooks?) throws -> Plan, calendar: (Plan) -> TestCalendar?
  ) throws -> Plan {
    var current = first
    var found = try plan(first)
    for _ in 0..<rounds {
      let next = try looks(calendar(found))
      guard next != current else { break }
      current = next
      found = try plan(next)
    }
    return found
  }
}
