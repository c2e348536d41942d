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
        let metrics: [String: Mean]
      }
      let arms: [String: Arm]
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
  struct Mean: Decodable {
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

  /// The metrics of the first scenario's arms, by arm and metric.
  func means(trials: Int) throws -> [String: [String: Mean]] {
    let scenarios = try answered(trials: trials, installs: nil).answer.scenarios
    return scenarios.values.first?.arms.mapValues(\.metrics) ?? [:]
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
    let outcome = try command.run(arguments, output: scratch.appendingPathComponent("answer.json"))
    return (try JSONDecoder().decode(Answer.self, from: outcome.output), outcome)
  }

  /// The trials from which on a run's length adds little but trials: the rival models take at most
  /// 100, and the share of tests won is integrated over at most 512.
  static let settled = 512

  /// Installs × arms per second: what a longer run simulates more, over the time it takes more, so
  /// that start-up, reading the file and fitting retention are not counted, nor what the answer adds
  /// for every trial up to ``settled``.
  ///
  /// The best of several goes, because whatever else the machine does can only slow one down.
  func rate(installs: Int? = nil, goes: Int = 3, seconds: Double = 3) throws -> Double {
    let short = try run(trials: Self.settled, installs: installs)
    // The short run's own pace, start-up and all, so no small difference of noisy times is divided by.
    let perTrial = short.elapsed.seconds / Double(Self.settled)
    let trials = Self.settled + Int((seconds / perTrial).rounded(.up))
    var shortest = short.elapsed
    var best = 0.0
    for _ in 0..<goes {
      shortest = min(shortest, try run(trials: Self.settled, installs: installs).elapsed)
      let long = try run(trials: trials, installs: installs)
      best = max(best, Double(long.lives - short.lives) / (long.elapsed - shortest).seconds)
    }
    return best
  }
}
