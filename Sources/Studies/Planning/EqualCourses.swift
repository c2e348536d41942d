import Inference

extension DayCurvesBuilder {
  /// By how much each option's share differs from the baseline's where it is read when the last install has come, whatever
  /// its age, though all are equal by the day of reading.
  ///
  /// Of a difference that is read once: looks are at installs of one age, and releases do not come one a day.
  /// - Returns: empty where that is not known.
  func tooEarlyDifferences(_ plan: PlannedTest) -> [Double] {
    guard plan.design.aim == .difference, plan.design.looks == nil, plan.design.clusters == nil,
      let calendar = plan.calendar(installs: plan.planned),
      let equal = EqualCourses(
        plan.options.map { meanShares(scenario: plan.scenario, arm: $0) }, day: plan.day)
    else { return [] }
    let read = equal.shares(readOn: 7 * calendar.wholeWeeks)
    return read.dropFirst().map { $0 - read[0] }
  }
}

/// Shares of options that have allowed by age, equal at one age.
struct EqualCourses: Equatable {
  /// By option, the baseline first, and by age in whole days.
  private let courses: [[Double]]

  /// - Returns: `nil` where a curve does not reach the day, or has nobody by it.
  init?(_ courses: [[Double]], day: Int) {
    guard let baseline = courses.first, day >= 0, courses.allSatisfy({ day < $0.count && $0[day] > 0 })
    else { return nil }
    self.courses = courses.map { course in
      let ratio = baseline[day] / course[day]
      return course[...day].map { $0 * ratio }
    }
  }

  /// The shares of all installs, as many each day, at the end of a day of the test, whatever their age.
  func shares(readOn day: Int) -> [Double] {
    let ages = 0..<max(1, day)
    return courses.map { course in
      ages.reduce(0) { $0 + course[min($1, course.count - 1)] } / Double(ages.count)
    }
  }
}
