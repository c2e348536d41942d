import Rendering
import Reviews
import Studies
import TextFormats

/// Data that cannot be fitted to an experiment, with the file that they are in.
struct CalibrationFailure: CommandFailure {
  var problem: CalibrationProblem
  var file: String

  /// The most installs that can be simulated.
  static let mostInstalls = 4_000_000

  var exitStatus: ExitStatus {
    switch problem {
    case .noArm, .twice, .noCounts, .nothingUncertain, .nothingEnters, .counted, .shareTwice, .noPrePrompt,
      .tooNoisy:
      .badInput
    case .isKnown, .noNumber: .misuse
    }
  }

  var lines: [String] { ["\(exitStatus == .misuse ? "Error: " : "")\(words)"] }

  private var words: String {
    switch problem {
    case .noArm(let name, let line, let others, let known):
      "\(file):\(line):1: the experiment has no \(others.isEmpty ? "option" : "options") "
        + ([name] + others).map { "'\($0)'" }.inProse + "."
        + suggestion(for: name, among: known, noun: "It has")
        + " Where the data have another name for one of these, add --map-arm "
        + "\(TerminalText.shellWord("OPTION=\(name)")); else leave out the rows"
    case .twice(let name, let line, let first):
      "\(file):\(line):1: a second row of '\(name)', after the one in line \(first). Expected one for each option, or for "
        + "each option and week or segment"
    case .noCounts: "\(file):1:1: no installs that are old enough; expected some of at least one day"
    case .isKnown(let path):
      "'\(path)' is a known number in the file, so no data can change it. Give it a distribution that says what you "
        + "would believe without these data, as {range: [20%, 40%]}"
    case .noNumber(let path, let known):
      "the file has no uncertain number '\(path)'; the uncertain ones are "
        + known.prefix(12).joined(separator: ", ") + (known.count > 12 ? ", …" : "")
    case .nothingUncertain:
      "no number of the file is uncertain, so there is nothing to learn. Give those that you do not know a distribution, "
        + "as {range: [20%, 40%]}"
    case .nothingEnters:
      "none of the file's uncertain numbers changes what \(file) has counted"
    case .shareTwice(let line, let first):
      "\(file):\(line):1: the share of line \(first) again. Expected each day once"
    case .noPrePrompt(let name, let line):
      "\(file):\(line):1: '\(name)' has no pre-prompt in the experiment, and the row counts showings of one. Write 0, or give "
        + "the option its 'pre_prompt'"
    case .tooNoisy(let installs):
      "\(file):1:1: what \(installs) simulated installs say is too noisy for the numbers to be fitted. "
        + (installs < Self.mostInstalls
          ? "Simulate more: --installs \(min(10 * installs, Self.mostInstalls))"
          : "Fit fewer numbers, with '--fit' or '--keep'")
    case .counted(let name):
      "\(name) is already in the file's numbers: its evidence names the same data. The same data twice would look surer "
        + "than they are. Give the counts of another test, or newer counts with the file from before that update"
    }
  }
}
