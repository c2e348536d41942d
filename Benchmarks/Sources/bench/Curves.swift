import Foundation

/// How cost grows: with installs, with arms, and with parameters that are not known.
struct Curves {
  let command: Command
  let scratch: URL
  let threads: Int

  /// The news app's experiment from 10⁴ to 10⁹ installs, 100 trials.
  func installs() throws {
    print("installs (of 4 arms, 100 trials) | seconds | million installs × arms/s | MB at most")
    for exponent in 4...9 {
      let each = Int(pow(10, Double(exponent - 2)))
      let run = try Simulation(
        command: command, file: "Experiments/news-timing.yaml", threads: threads, scratch: scratch
      ).run(trials: 100, installs: each)
      row("10^\(exponent)", run)
    }
  }

  /// 1 to 64 arms of the news app, each asking one article later; 200 trials of 20,000 installs.
  func arms() throws {
    print("arms (200 trials of 20,000 installs) | seconds | million installs × arms/s | MB at most")
    for count in [1, 2, 4, 8, 16, 32, 64] {
      let arms = (1...count).map {
        "  after_\($0): {ask: {after: article, count: \($0)}, usage_string: plain}"
      }
      row(
        "\(count)",
        try run(
          """
          population: news
          arms:
          \(arms.joined(separator: "\n"))
          """, trials: 200))
    }
  }

  /// 1 to 32 numbers that differ from trial to trial; 1,000 trials of 4,000 installs under 2 arms.
  func parameters() throws {
    print(
      "uncertain parameters (2 arms, 1,000 trials of 4,000) | seconds | million installs × arms/s | MB at most"
    )
    for count in [1, 2, 4, 8, 16, 32] {
      row(
        "\(count)", try run(Self.population(uncertain: count) + Self.twoArms, trials: 1_000, installs: 4_000))
    }
  }

  private func run(_ rest: String, trials: Int, installs: Int = 20_000) throws -> Simulation.Measurement {
    let file = scratch.appendingPathComponent("\(UUID().uuidString).yaml")
    let head = """
      experiment: curve
      question: What does it cost?
      seed: 1
      trials: \(trials)
      installs: \(installs)
      horizon_days: 30
      usage_strings:
        plain: {text: "Shows you ads about what you read, for example concerts near you."}

      """
    try (head + rest + "\n").write(to: file, atomically: true, encoding: .utf8)
    return try Simulation(command: command, file: file.path, threads: threads, scratch: scratch)
      .run(trials: trials, installs: installs)
  }

  private func row(_ name: String, _ run: Simulation.Measurement) {
    let seconds = run.elapsed.seconds
    print(
      "\(name) | "
        + String(
          format: "%.3g | %.2f | %.0f", seconds, Double(run.lives) / seconds / 1e6,
          Double(run.peakMemory) / 1e6))
  }

  private static let twoArms = """
    arms:
      launch: {ask: launch, usage_string: plain}
      third: {ask: {after: article, count: 3}, usage_string: plain}
    """

  /// A population with all features on, whose first numbers are uniform within a tenth.
  private static func population(uncertain: Int) -> String {
    var left = uncertain
    func number(_ value: Double) -> String {
      guard left > 0 else { return "\(value)" }
      left -= 1
      return "{uniform: [\(value * 0.9), \(value * 1.1)]}"
    }
    func seconds(_ median: Double) -> String { "{median: \(number(median)), sigma: \(number(0.6))}" }
    return """
      population:
        device: {restricted: \(number(0.05)), requests_off: \(number(0.2))}
        sessions: {rate: {shape: \(number(1)), rate: \(number(2))}, leave: {a: \(number(0.5)), b: \(number(2))}}
        activity_spread: \(number(0.8))
        willingness: {with_activity: \(number(0.3)), with_staying: \(number(0.3))}
        onboarding: {first: \(number(0.6)), later: \(number(0.4)), seconds: \(seconds(40))}
        activation_seconds: \(seconds(0.4))
        settle_seconds: \(number(0.5))
        browse_seconds: \(number(15))
        linger_seconds: \(number(5))
        events:
          article: {per_session: \(number(2)), seconds: \(number(60)), value: 1}
        alerts:
          push: {at: launch, share: \(number(0.6)), offset: \(number(1.5)), seconds: \(seconds(3))}
        allow: {rate: \(number(0.33)), spread: \(number(1.2)), value: \(number(0.15)), cold_odds_ratio: \(number(0.7))}
        answer: {seconds: \(seconds(4)), unanswered: \(number(0.03))}
        annoyance: {alert: \(number(0.01)), cold: \(number(0.02))}
        settings: {reenable: \(number(0.001)), revoke: \(number(0.0003))}
        attribution: {gate: documented, wait_seconds: 20, starts: process}

      """
  }
}
