import ArgumentParser
import Inference
import Studies
import TestAnalysis
import TestData
import TextFormats

/// The options of an analysis that are about event rows.
struct EventArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The moment up to which event rows are complete; a date alone is the end of that day in UTC.",
      valueName: "date"), transform: AsOfArgument.init(text:))
  var asOf: AsOfArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Compare by this day after the install, among installs at least that old; needed by --peek, --looks and --planned. (default: the largest of 1, 3, 7, 14 and 30 that half of every option has reached)"
    ))
  var day: Int?

  @Flag(help: "The test is still running and will be looked at again: judge by what holds at every look.")
  var peek = false

  @Option(
    help: ArgumentHelp(
      "Dates of the looks before --as-of, separated by commas. The boundaries correct for these looks. Needs --planned.",
      valueName: "dates"))
  var looks: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Installs of all options that the test is planned for, fixed before the first look; for intervals that hold at every look. (default: 20000)",
      valueName: "installs"), transform: WholeNumber.count)
  var planned: Int?

  /// The looks before the last, in order.
  ///
  /// - Throws: `ValidationError` for what is no date, or not before the next.
  func earlierLooks() throws -> [AsOf] {
    guard let looks else { return [] }
    let moments = try looks.split(separator: ",", omittingEmptySubsequences: false).map { text in
      guard let moment = AsOf(String(text)) else {
        let advice = Placeholder.sentence(for: String(text))
        throw ValidationError(
          "'--looks \(looks)': expected dates separated by commas, as in 2026-03-01,2026-03-08, found '\(text)'.\(advice)"
        )
      }
      return moment
    }
    for (first, second) in zip(moments, moments.dropFirst() + [asOf?.asOf].compactMap { $0 })
    where first.moment >= second.moment {
      throw ValidationError(
        "'--looks \(looks)': looks are given in order and before --as-of; \(first) is not before \(second).")
    }
    return moments
  }

  /// The days that rates are counted at: those of the ladder, and the one that was chosen.
  var days: [Int] { Set(DayLadder.days + [day].compactMap { $0 }).sorted() }

  /// Refuses what no data could fix.
  func requireFit() throws {
    if day == 0 {
      throw ValidationError(
        "'--day' must be from 1 to 3650, not 0: day 0 is the moment of the install, at which nobody has been asked. "
          + "'--day 1' compares by what happened within 24 hours of the install.")
    }
    if let day, !(1...3650).contains(day) {
      throw ValidationError("'--day' must be from 1 to 3650, not \(day).")
    }
    _ = try earlierLooks()
    if let planned, !(1...1_000_000_000).contains(planned) {
      throw WholeNumber.outside("--planned", 1...1_000_000_000, planned)
    }
    if day == nil, asOf != nil,
      let option = peek ? "--peek" : looks != nil ? "--looks" : planned != nil ? "--planned" : nil
    {
      throw ValidationError(
        "'\(option)' needs '--day': without a fixed day each look would measure something else, and options that ask "
          + "late would look bad early. Choose the day before the first look, as in '--day 7'.")
    }
  }
}

/// A moment, as an argument.
struct AsOfArgument {
  var asOf: AsOf

  /// - Throws: `ValidationError`.
  init(text: String) throws {
    guard let asOf = AsOf(text) else {
      let advice = Placeholder.sentence(for: text)
      throw ValidationError(
        "expected a date from 1970 to 2100, as 2026-03-31, or a moment, as 2026-03-31T12:00:00Z, found '\(text)'.\(advice)"
      )
    }
    self.asOf = asOf
  }
}
