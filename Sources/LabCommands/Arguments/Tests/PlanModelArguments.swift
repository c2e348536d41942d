import ArgumentParser
import Foundation
import Inference
import Rendering
import Studies

/// The options of a plan by an experiment's own model.
struct PlanModelArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The options to test, the baseline first, as launch,later,third_article. (default: the two of the answer's test, and "
        + "the baseline of the experiment where it is another)",
      valueName: "names"))
  var arms: String?

  @Option(help: ArgumentHelp("The scenario, by its name. (default: the first)", valueName: "name"))
  var scenario: String?

  @Option(
    help: ArgumentHelp(
      "The seed of a file that is simulated, in place of its own. Without either one is drawn and printed.",
      valueName: "seed"),
    transform: WholeNumber.seed)
  var seed: UInt64?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Installs from the start of the test to the end of what the choice is for. (default: those of a year, by "
        + "app.installs_per_month or the installs of the test's days)", valueName: "installs"))
  var future: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What one more of the objective is worth, as an opt-in. (default: app.value_per_opt_in, else 1)",
      valueName: "value"))
  var worth: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What an install in the test costs, in the unit of --worth, beside what the worse option loses.",
      valueName: "cost"))
  var costPerInstall: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What the test costs whatever its size, in the unit of --worth.", valueName: "cost"))
  var cost: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What a day of the test costs until it is read, in the unit of --worth; with installs a day.",
      valueName: "cost"))
  var costPerDay: Double?

  @Option(
    help: ArgumentHelp(
      "What is chosen after a test: bayes (the option then worth most in expectation) or analyze (the best option shown to "
        + "be better, else the baseline).", valueName: "rule"))
  var rule = Rule.bayes

  /// What is chosen after a test, by its name.
  enum Rule: String, ExpressibleByArgument, CaseIterable {
    case analyze
    case bayes
  }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Tests to simulate and analyze for bias, coverage and false positives, of each kind; 0 for none. (default: "
        + "\(TestRehearsal.usualSimulations), of releases or languages \(TestRehearsal.usualSimulationsOfClusters))",
      valueName: "number"),
    transform: WholeNumber.count)
  var simulations: Int?

  /// On how many threads a file is simulated.
  @OptionGroup var threads: ThreadOptions

  /// The options that were given, by their names.
  var given: [String] {
    [
      arms.map { _ in "--arms" }, scenario.map { _ in "--scenario" }, seed.map { _ in "--seed" },
      future.map { _ in "--future" },
      worth.map { _ in "--worth" }, costPerInstall.map { _ in "--cost-per-install" },
      cost.map { _ in "--cost" }, costPerDay.map { _ in "--cost-per-day" },
      rule == .bayes ? nil : "--rule",
      simulations.map { _ in "--simulations" }, threads.threads.map { _ in "--threads" },
    ].compactMap { $0 }
  }

  /// Refuses what no plan could use.
  ///
  /// - Throws: `ValidationError`.
  func requireFit() throws {
    for (option, value, range) in [
      ("--future", future, 1...1e12), ("--worth", worth, 0...1e12),
      ("--cost-per-install", costPerInstall, 0...1e9), ("--cost", cost, 0...1e12),
      ("--cost-per-day", costPerDay, 0...1e12),
    ] {
      guard let value, !range.contains(value) else { continue }
      throw WholeNumber.outside(
        option, Int(range.lowerBound)...Int(range.upperBound), SupportedDigits.exact(value))
    }
    if let simulations, !(0...100_000).contains(simulations) {
      throw WholeNumber.outside("--simulations", 0...100_000, simulations)
    }
  }

  /// Whether a name is that of a file, and not of a run.
  static func isFile(_ name: String) -> Bool {
    if name == "-" || name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return true }
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) && !isFolder.boolValue
  }

  /// The names in `--arms`.
  var names: [String]? {
    arms?.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

extension TestRequestProblem: CommandFailure {
  var exitStatus: ExitStatus { .misuse }
  var lines: [String] { ["Error: \(self)"] }
}
