import ArgumentParser
import TestAnalysis
import TestData

/// The options of an analysis that are about event rows.
struct EventArguments: ParsableArguments {
  @Option(
    .asOf, value: "date",
    help: "The moment up to which event rows are complete; a date alone is the end of that day in UTC.")
  var asOf: AsOf?

  @Option(
    .within(1...3650),
    help:
      "Compare by this day after the install, among installs at least that old; needed by --peek, --looks and --planned. (default: the largest of 1, 3, 7, 14 and 30 that half of every option has reached)"
  )
  var day: Int?

  @Flag(help: "The test is still running and will be looked at again: judge by what holds at every look.")
  var peek = false

  @Option(
    .looks, value: "dates",
    help:
      "Dates of the looks before --as-of, separated by commas. The boundaries correct for these looks. Needs --planned."
  )
  var looks: [AsOf]?

  @Option(
    .within(1...1_000_000_000), value: "installs",
    help:
      "Installs of all options that the test is planned for, fixed before the first look; for intervals that hold at every look. (default: 20000)"
  )
  var planned: Int?

  /// The days that rates are counted at: those of the ladder, and the one that was chosen.
  var days: [Int] { Set(DayLadder.days + [day].compactMap { $0 }).sorted() }

  func validate() throws {
    guard let asOf else { return }
    if let last = looks?.last, last.moment >= asOf.moment {
      throw ValidationError("'--looks': looks come before --as-of; \(last) is not before \(asOf).")
    }
    let options = [("--peek", peek), ("--looks", looks != nil), ("--planned", planned != nil)]
    if day == nil, let option = options.first(where: \.1)?.0 {
      throw ValidationError(
        "'\(option)' needs '--day': without a fixed day each look would measure something else, and options that ask "
          + "late would look bad early. Choose the day before the first look, as in '--day 7'.")
    }
  }
}
