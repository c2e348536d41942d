import Inference

/// One look at a planned test, in the order of the looks.
struct PlannedLook {
  /// The share of the installs that are there.
  var fraction: Double
  /// Installs of all arms together.
  var installs: Int
  /// The day of the test; `nil` where the installs of a day are not known.
  var day: Int?
  /// The date of that day; `nil` where the first day of the test is not known.
  var date: String?
  /// The score that stops the test; `nil` where nothing can.
  var bound: Double?
  /// The chance that it stops here where the difference is as assumed.
  var stopIfTrue: Double
  /// The chance that it stops here where the options are equal.
  var stopIfEqual: Double
}

extension PlannedTest {
  /// The looks; none for a single one.
  var looks: [PlannedLook] {
    guard let boundaries = plan.design.boundaries, let stopping = plan.stopping else { return [] }
    return boundaries.looks.indices.map { index in
      let look = boundaries.looks[index]
      return PlannedLook(
        fraction: look.fraction,
        installs: Int((Double(plan.answer.total) * look.fraction * (1 - 1e-12)).rounded(.up)),
        day: calendar?.day(ofLook: look.fraction),
        date: duration.flatMap { $0.date($0.calendar.day(ofLook: look.fraction)) },
        bound: look.bound, stopIfTrue: stopping.ifTrue[index], stopIfEqual: stopping.ifEqual[index])
    }
  }
}
