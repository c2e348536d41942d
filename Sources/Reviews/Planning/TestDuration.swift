import Foundation
import Inference
import Rendering
import TextFormats

/// How long a planned test takes, in words and as JSON.
struct TestDuration {
  let calendar: TestCalendar

  init?(_ calendar: TestCalendar?) {
    guard let calendar else { return nil }
    self.calendar = calendar
  }

  /// `7 days`.
  static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(PlanNumbers.grouped(count)) days" }

  /// The weeks, and when the test is read.
  var sentence: String {
    let weeks = calendar.wholeWeeks == 1 ? "1 week" : "\(PlanNumbers.grouped(calendar.wholeWeeks)) weeks"
    let enrolment =
      "At \(pace) a week, enrol for \(weeks): whole weeks, since days of the week differ."
    return [enrolment, share, reading].compactMap { $0 }.joined(separator: " ")
  }

  /// What part of the installs is enough where the weeks bring clearly more than the test has; `nil` where they do not.
  private var share: String? {
    let whole = calendar.installsPerDay * 7 * Double(calendar.wholeWeeks)
    let share = Double(calendar.installs) / whole
    guard share < Self.clearlyLess else { return nil }
    let few = calendar.wholeWeeks == 1 ? "It brings" : "They bring"
    let enough = PlanNumbers.percent((100 * share).rounded(.up) / 100, decimals: 0)
    return "\(few) \(PlanNumbers.grouped(Int(whole))) installs: let \(enough) take part, which is enough."
  }

  /// Below this share of the installs of whole weeks a test has clearly fewer.
  private static let clearlyLess = 0.75

  /// `12,000 installs`; of a pace that was given by the month or the day about as many, to three digits.
  private var pace: String {
    let installs = calendar.installsPerDay * 7
    let whole = installs.rounded()
    guard abs(installs - whole) > 1e-6 else {
      return "\(PlanNumbers.grouped(Int(whole))) \(whole == 1 ? "install" : "installs")"
    }
    let step = max(1, pow(10, log10(max(1, installs)).rounded(.down) - 2))
    return "about \(PlanNumbers.grouped(Int((installs / step).rounded() * step))) installs"
  }

  private var reading: String? {
    guard calendar.waitingDays > 0 else { return nil }
    return
      "Read it on day \(PlanNumbers.grouped(calendar.readOn)), when the last install is "
      + "\(Self.days(calendar.waitingDays)) old."
  }

  var json: JSONValue {
    .object([
      ("per_day", .number(calendar.installsPerDay)), ("enrolment_days", .count(calendar.enrolmentDays)),
      ("waiting_days", .count(calendar.waitingDays)), ("first_result", .count(calendar.firstResult)),
      ("read_on", .count(calendar.readOn)),
      ("whole_weeks", .count(calendar.wholeWeeks)), ("installs", .count(calendar.installs)),
    ])
  }
}
