import Foundation

/// The programs that somebody without att-lab would write for bare timing, run beside it.
struct Peers {
  let command: Command
  /// Python with the packages of `Benchmarks/peers/requirements.txt`; see `scripts/peers`.
  let python: Command
  let scratch: URL

  static let kinds = ["numpy", "numba"]
  private static let program = "Benchmarks/peers/bare_timing.py"
  private static let file = "Benchmarks/bare-timing.yaml"
  /// Whose opt-in per install the baseline's is compared with.
  private static let lead = "third_article"

  /// What a program's line of JSON says.
  private struct Answer: Decodable {
    let lives: Int
    let seconds: Double
    /// By arm and metric: the mean over the trials and its Monte Carlo standard error.
    let arms: [String: [String: [Double]]]
    /// The same of the lead of one arm over another, trial by trial.
    let lead: [Double]
  }

  /// A program's best rate, installs × arms per second, and how precise its lead is.
  struct Found {
    let kind: String
    var rate = 0.0
    /// How far its metrics are from ours at most, in Monte Carlo standard errors of the difference.
    var worst = 0.0
    /// The Monte Carlo error of the lead, times the root of the installs × arms that it is of.
    ///
    /// Trials differ by chance alone here, so that it is the same at every size.
    var errorTimesRootOfLives = 0.0

    /// Error × √time.
    var errorTimesRootOfSeconds: Double { errorTimesRootOfLives / rate.squareRoot() }

    /// Seconds that an error of the lead takes.
    func seconds(untilError error: Double) -> Double {
      errorTimesRootOfSeconds * errorTimesRootOfSeconds / (error * error)
    }
  }

  /// Runs everybody in turn, several times, each for about as long, on one thread.
  ///
  /// In turn, so that whatever else the machine does disturbs all alike; the best of each counts.
  func measured(rounds: Int = 4, seconds: Double = 2) throws -> (own: Found, peers: [Found]) {
    let simulation = Simulation(command: command, file: Self.file, threads: 1, scratch: scratch)
    let (own, lead, lives) = try simulation.means(lead: Self.lead)
    var pace = try Pace(simulation, seconds: seconds)
    let trials = try Self.kinds.map { kind in
      let short = try answer(kind, trials: 20, seed: 1)
      return max(40, Int(20 * seconds / short.seconds))
    }
    var found = Self.kinds.map { Found(kind: $0) }
    for round in 0..<rounds {
      try pace.go()
      for index in found.indices {
        let answer = try answer(found[index].kind, trials: trials[index], seed: round + 2)
        found[index].rate = max(found[index].rate, Double(answer.lives) / answer.seconds)
        found[index].worst = max(found[index].worst, distance(answer, own), distance(answer.lead, lead))
        if answer.lead.count == 2 {
          found[index].errorTimesRootOfLives = answer.lead[1] * Double(answer.lives).squareRoot()
        }
      }
    }
    var ours = Found(kind: "att-lab", rate: pace.best)
    ours.errorTimesRootOfLives = (lead?.mcse ?? .nan) * Double(lives).squareRoot()
    return (ours, found)
  }

  private func answer(_ kind: String, trials: Int, seed: Int) throws -> Answer {
    let output = scratch.appendingPathComponent("\(kind).json")
    let outcome = try python.run([Self.program, kind, "\(trials)", "\(seed)"], output: output)
    return try JSONDecoder().decode(Answer.self, from: outcome.output)
  }

  /// A metric that ours lacks, or that never varies and differs, is infinitely far.
  private func distance(_ answer: Answer, _ own: [String: [String: Simulation.Mean]]) -> Double {
    var worst = 0.0
    for (arm, metrics) in answer.arms {
      for (metric, numbers) in metrics {
        worst = max(worst, distance(numbers, own[arm]?[metric]))
      }
    }
    return worst
  }

  /// - Parameter numbers: a mean and its error.
  private func distance(_ numbers: [Double], _ own: Simulation.Mean?) -> Double {
    guard let own, numbers.count == 2 else { return .infinity }
    let difference = abs(numbers[0] - own.mean)
    let error = (numbers[1] * numbers[1] + own.mcse * own.mcse).squareRoot()
    return difference == 0 ? 0 : difference / error
  }
}
