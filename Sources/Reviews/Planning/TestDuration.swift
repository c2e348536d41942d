import Foundation
import Inference
import Rendering
import TestData
import TextFormats

/// How long a planned test takes, in words and as JSON.
struct TestDuration {
  let calendar: TestCalendar
  /// The first day of the test; `nil` where nobody says.
  let start: CalendarDay?

  init?(_ calendar: TestCalendar?, start: CalendarDay?) {
    guard let calendar else { return nil }
    self.calendar = calendar
    self.start = start
  }

  /// The date of a day of the test, the first being day 1; `nil` where the first is not known.
  func date(_ day: Int) -> String? { start.map { $0.date(ofTestDay: day).description } }

  /// The date on which the test is read; `nil` where the first day is not known.
  var readOn: String? { date(calendar.readOn) }

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
    let share = calendar.installs / whole
    guard calendar.ramp == nil, share < Self.clearlyLess else { return nil }
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

  /// `19,740 installs in total, as its first days are split unevenly`; `nil` without a ramp.
  var sizeWithRamp: String? {
    calendar.ramp.map { _ in
      "\(PlanNumbers.grouped(Int(calendar.installs.rounded(.up)))) installs in total, as the ramp splits its first days "
        + "unevenly"
    }
  }

  private var reading: String? {
    let date = readOn.map { " (\($0))" } ?? ""
    guard calendar.waitingDays > 0 else { return readOn.map { "It ends on \($0)." } }
    return
      "Read it on day \(PlanNumbers.grouped(calendar.readOn))\(date), when the last install is "
      + "\(Self.days(calendar.waitingDays)) old."
  }

  /// What the split is while the test begins; `nil` where it stays.
  var assumption: String? {
    guard let ramp = calendar.ramp else { return nil }
    let steps = ramp.steps.map { "\(PlanNumbers.percent($0.share)) for \(Self.days($0.days))" }
    return
      "Of the installs, the options other than the baseline get \(steps.joined(separator: ", ")), then "
      + "\(PlanNumbers.percent(1 - calendar.allocation[0])). att-lab analyze then compares within days (Mantel-Haenszel)."
  }

  var json: JSONValue {
    .object([
      ("per_day", .number(calendar.installsPerDay)), ("enrolment_days", .count(calendar.enrolmentDays)),
      ("waiting_days", .count(calendar.waitingDays)), ("first_result", .count(calendar.firstResult)),
      ("read_on", .count(calendar.readOn)),
      ("whole_weeks", .count(calendar.wholeWeeks)), ("installs", .number(calendar.installs)),
      ("start", .optional(start?.description)), ("read_on_date", .optional(readOn)),
      (
        "ramp",
        .list(
          (calendar.ramp?.steps ?? []).map {
            .object([("share", .number($0.share)), ("days", .count($0.days))])
          })
      ),
    ])
  }
}
