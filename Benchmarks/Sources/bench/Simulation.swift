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
      struct Arm: Decodable {}
      let arms: [String: Arm]
    }
    struct Description: Decodable {
      let trials: Int
      let installs: Int
    }
    let description: Description
    let scenarios: [String: Scenario]

    /// Installs × arms of all trials and scenarios.
    var lives: Int {
      description.trials * description.installs * scenarios.values.reduce(0) { $0 + $1.arms.count }
    }
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
    let store = scratch.appendingPathComponent(UUID().uuidString + ".sqlite")
    var arguments = [
      "simulate", file, "--trials", "\(trials)", "--threads", "\(threads)", "--quiet", "--again",
      "--format", "json", "--db", store.path,
    ]
    if let installs { arguments += ["--installs", "\(installs)"] }
    let outcome = try command.run(arguments, output: store.appendingPathExtension("json"))
    let answer = try JSONDecoder().decode(Answer.self, from: outcome.output)
    return Measurement(lives: answer.lives, elapsed: outcome.elapsed, peakMemory: outcome.peakMemory)
  }
}
