public import ArgumentParser
public import ExperimentFiles
import TextFormats

extension BuiltInPopulation: ExpressibleByArgument {}

extension CalibrationArguments {
  /// Reads the argument of the command as data, since no file of an experiment is given: event rows where they have a date.
  mutating func take(_ path: String) throws {
    let given = [("--counts", counts), ("--events", events), ("--update", update)].first { $0.1 != nil }
    if let (option, file) = given {
      throw ValidationError(
        "With '--population' the data are the argument, and '\(option) \(file ?? "")' gives others. Write: att-lab calibrate "
          + "\(shellWord(file ?? "")) --population …, or leave '--population' out and name your experiment's file."
      )
    }
    if asOf == nil { counts = path } else { events = path }
  }
}
