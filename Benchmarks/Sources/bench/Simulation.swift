import Foundation

/// One experiment file, simulated at a size and on a number of threads.
struct Simulation {
  let command: Command
  let file: String
  let threads: Int
  /// A folder for the stores, one per run.
  let scratch: URL

  /// The part of the answer's JSON that says how much was simulated.
  private struct Answer: Decodable {
    struct Scenario: Decodable {
      struct Arm: Decodable {
        let metrics: [String: Printed?]
      }
      let arms: [String: Arm]
      let differences: [String: [String: Printed?]]
    }
    /// A metric as it is printed: without a mean where no trial has one, such as a share of nobody.
    struct Printed: Decodable {
      let mean: Double?
      let mcse: Double?

      var known: Mean? {
        guard let mean, let mcse else { return nil }
        return Mean(mean: mean, mcse: mcse)
      }
    }
    let trials: Int
    let installs: Int
    let scenarios: [String: Scenario]

    /// Installs × arms of all trials and scenarios.
    var lives: Int {
      trials * installs * scenarios.values.reduce(0) { $0 + $1.arms.count }
    }
  }

  /// A metric's mean over the trials and its Monte Carlo standard error.
  struct Mean {
    let mean: Double
    let mcse: Double
  }

  /// Installs × arms simulated, how long that took, start-up and storing included, and the most
  /// memory held, in bytes.
  struct Measurement {
    let lives: Int
    let elapsed: Duration
    let peakMemory: Int
  }

  /// Simulates once into a new store.
  ///
  /// - Throws: ``Command/Failure``, or a decoding error where the answer is not the JSON expected.
  func run(trials: Int, installs: Int? = nil) throws -> Measurement {
    let (answer, outcome) = try answered(trials: trials, installs: installs)
    return Measurement(lives: answer.lives, elapsed: outcome.elapsed, peakMemory: outcome.peakMemory)
  }

  /// The metrics of the first scenario's arms over ``Pace/settled`` trials, by arm and metric.
  ///
  /// - Parameter lead: the arm whose opt-in per install, less the baseline's, is wanted too.
  /// - Returns: these, and the installs × arms that they are of.
  func means(
    lead: String
  ) throws -> (metrics: [String: [String: Mean]], lead: Mean?, lives: Int) {
    let answer = try answered(trials: Pace.settled, installs: nil).answer
    let scenario = answer.scenarios.values.first
    let difference = scenario?.differences[lead]?["opt_in_per_install"] ?? nil
    let metrics = (scenario?.arms ?? [:]).mapValues { $0.metrics.compactMapValues { $0?.known } }
    return (metrics, difference?.known, answer.lives)
  }

  private func answered(
    trials: Int, installs: Int?
  ) throws -> (answer: Answer, outcome: Command.Outcome) {
    let store = scratch.appendingPathComponent(UUID().uuidString + ".sqlite")
    var arguments = [
      "simulate", file, "--trials", "\(trials)", "--threads", "\(threads)", "--quiet", "--again",
      "--format", "json", "--db", store.path,
    ]
    if let installs { arguments += ["--installs", "\(installs)"] }
    let outcome = try command.run(arguments, output: store.appendingPathExtension("json"))
    return (try JSONDecoder().decode(Answer.self, from: outcome.output), outcome)
  }
}
