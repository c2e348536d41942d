import ArgumentParser
import ExperimentDesign
import Inference
import Rendering
import Studies
import TestData

/// The options of a plan that are about its length.
struct PlanCalendarArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Installs a day that take part, of all options together.", valueName: "installs"),
    transform: WholeNumber.pace)
  var perDay: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Installs a week that take part; instead of --per-day.", valueName: "installs"),
    transform: WholeNumber.pace)
  var installsPerWeek: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Installs a month that take part, as the file's app.installs_per_month; instead of --per-day.",
      valueName: "installs"), transform: WholeNumber.pace)
  var installsPerMonth: Double?

  /// The installs as they were given, by option.
  private var paces: [(option: String, installs: Double, perDay: Double)] {
    [
      perDay.map { ("--per-day", $0, $0) },
      installsPerWeek.map { ("--installs-per-week", $0, $0 / 7) },
      installsPerMonth.map {
        let volume = AppVolume(installsPerMonth: $0, valuePerOptIn: nil, currency: "")
        return ("--installs-per-month", $0, volume.installsPerWeek / 7)
      },
    ].compactMap { $0 }
  }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The day after the install at which rates are read, as in analyze.", valueName: "day"))
  var day: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The first day of the test, as 2026-03-01. Days of looks and of reading then have dates.",
      valueName: "date"),
    transform: Self.readStart)
  var start: CalendarDay?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How installs are split while the test begins: the share of the other options together, and its days, as "
        + "10%x7,25%x7. Then they are split as --allocation says, or as a last share without days does.",
      valueName: "steps"),
    transform: RampArgument.init(text:))
  var ramp: RampArgument?

  private static func readStart(_ text: String) throws -> CalendarDay {
    guard let day = CalendarDay(text) else {
      throw ValidationError("expected a date from 1970 to 2100, as 2026-03-01, found '\(text)'.")
    }
    return day
  }

  /// Refuses what does not go with other options.
  ///
  /// - Throws: `ValidationError`.
  func requireFit(known: PlanQuestionArguments, statistics: PlanStatisticsArguments) throws {
    if start != nil, statistics.isLookedAt, day == nil {
      throw ValidationError(
        "'--start' with looks needs '--day', the age at which installs are read: a look waits for it. Add '--day 7'."
      )
    }
    guard ramp != nil else { return }
    if statistics.isLookedAt {
      throw ValidationError(
        "'--ramp' is for a test that is read once: looks count installs, and installs of an uneven split count less. "
          + "Leave out '--looks' and '--peek'.")
    }
    if let option = known.planned != nil ? "--planned" : known.perArm != nil ? "--per-arm" : nil {
      throw ValidationError(
        "'--ramp' makes a test longer that is planned for a difference, and '\(option)' gives its size. Leave one of them "
          + "out.")
    }
  }

  /// Refuses a ramp for what it is no use to.
  ///
  /// - Throws: `ValidationError`.
  func requireFit(people: PlanPeopleArguments) throws {
    guard ramp != nil else { return }
    if let option = people.given.first(where: { $0 != "--lost" }) {
      throw ValidationError(
        "'--ramp' is for a split of installs, counted per install. Leave out '\(option)'.")
    }
  }

  /// Refuses dates and a ramp where nobody says how many installs take part.
  ///
  /// - Parameter installsPerDay: `nil` where it is not known.
  /// - Throws: `ValidationError`.
  func requirePace(_ installsPerDay: Double?) throws {
    guard installsPerDay == nil, let option = start != nil ? "--start" : ramp != nil ? "--ramp" : nil else {
      return
    }
    throw ValidationError(
      "'\(option)' needs the installs that take part, to know how long the test is. Add '--installs-per-week 3000'."
    )
  }

  /// Refuses what no size could fix.
  func requireFit() throws {
    if let day, !(1...3650).contains(day) {
      throw ValidationError("'--day' must be from 1 to 3650, not \(day).")
    }
    if paces.count > 1 {
      let options = paces.map { "'\($0.option)'" }.joined(separator: " and ")
      throw ValidationError("\(options) say the same. Use one of them.")
    }
    for (option, installs, _) in paces where !(installs >= 1 && installs <= 1e9) {
      throw WholeNumber.outside(option, 1...1_000_000_000, SupportedDigits.exact(installs))
    }
  }

  /// Installs a day that take part; `nil` where they are not given.
  var installsPerDay: Double? { paces.first?.perDay }

  /// The looks at some dates, and the last one at the end.
  ///
  /// - Parameters:
  ///   - start: the first day of the test; `nil` where nobody says.
  ///   - calendar: how long it takes; `nil` where nobody says how many take part.
  /// - Throws: `ValidationError` for dates that cannot be placed, and for a look without installs to read.
  static func schedule(
    _ dates: [CalendarDay], from start: CalendarDay?, _ calendar: TestCalendar?
  ) throws -> LookSchedule {
    guard let start, let calendar else {
      throw ValidationError(
        "Dates of looks need '--start', '--day' and '--installs-per-week', to know how many installs each look has. Add "
          + "them, or give the number of looks, as in '--looks 3'.")
    }
    let fractions = try dates.map { date in
      let fraction = calendar.fraction(onDay: date.day(ofTestFrom: start))
      guard fraction > 0 else {
        throw ValidationError(
          "On \(date) no install is \(calendar.waitingDays) days old; the first is on "
            + "\(start.date(ofTestDay: calendar.firstResult)). Leave that look out, or look later.")
      }
      guard fraction < 1 else {
        throw ValidationError(
          "On \(date) all installs are there, and the test is read on \(start.date(ofTestDay: calendar.readOn)). Leave that "
            + "look out: the last look is not among the dates.")
      }
      return fraction
    }
    return try LookSchedule(fractions: fractions + [1])
  }

  /// How long a test takes; `nil` where the installs of a day are not given.
  ///
  /// - Parameter allocation: installs of each option in any unit, the baseline first.
  func calendar(installs: Int, allocation: [Double]) -> TestCalendar? {
    paces.first.map {
      TestCalendar(
        installs: installs, installsPerDay: $0.perDay, waitingDays: day ?? 0, allocation: allocation,
        ramp: ramp?.ramp)
    }
  }
}
