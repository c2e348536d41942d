import Rendering
import Studies
import TextFormats

extension CalibrationProblem {
  /// The most installs that can be simulated.
  static let mostInstalls = 4_000_000

  /// Why data cannot be fitted to an experiment.
  ///
  /// - Parameter file: that the data are in.
  func words(of file: String) -> String {
    switch self {
    case .noCounts:
      "\(file):1:1: no installs that are old enough; expected some of at least one day"
    case .nothingUncertain:
      "no number of the file is uncertain, so there is nothing to learn. Give those that you do not know a distribution, "
        + "as {range: [20%, 40%]}"
    case .nothingEnters:
      "none of the file's uncertain numbers changes what \(file) has counted"
    case .tooNoisy(let installs):
      "\(file):1:1: what \(installs) simulated installs say is too noisy for the numbers to be fitted. "
        + (installs < Self.mostInstalls
          ? "Simulate more: --installs \(min(10 * installs, Self.mostInstalls))"
          : "Give numbers that need not be learnt one value in the file")
    case .counted(let name):
      "\(name) is already in the file's numbers: its evidence names the same data. The same data twice would look surer "
        + "than they are. Give the counts of another test, or newer counts with the file from before that update"
    }
  }
}
