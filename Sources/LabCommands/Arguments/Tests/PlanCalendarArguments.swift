import ArgumentParser
import ExperimentDesign
import Inference
import Rendering
import Studies

/// The options of a plan that are about its length.
struct PlanCalendarArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Installs a day that take part, of all options together.", valueName: "installs"))
  var perDay: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Installs a week that take part; instead of --per-day.", valueName: "installs"))
  var installsPerWeek: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Installs a month that take part, as the file's app.installs_per_month; instead of --per-day.",
      valueName: "installs"))
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
      throw ValidationError(
        "'\(option)' must be from 1 to 1000000000, not \(SupportedDigits.exact(installs)).")
    }
  }

  /// Installs a day that take part; `nil` where they are not given.
  var installsPerDay: Double? { paces.first?.perDay }

  /// How long a test takes; `nil` where the installs of a day are not given.
  func calendar(installs: Int) -> TestCalendar? {
    paces.first.map {
      TestCalendar(installs: installs, installsPerDay: $0.perDay, waitingDays: day ?? 0)
    }
  }
}
