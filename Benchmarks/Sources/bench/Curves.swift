import Foundation

/// What a run costs over its installs, options, uncertain inputs and trials, as the tables of the page *What a run costs*.
struct Curves {
  let command: Command
  let scratch: URL
  let cores: Int

  static let news = "Experiments/news-timing.yaml"

  /// The tables, as Markdown.
  func tables() throws -> String {
    let installs = [100, 1_000, 10_000, 100_000, 1_000_000]
    return try [
      table("installs", installs.map { ("\($0 * 100)", Self.news, 100, $0) }),
      table("options", [1, 2, 4, 8, 16, 32, 64].map { ("\($0)", try file(options: $0), 200, 20_000) }),
      table("inputs", [1, 4, 16, 32].map { ("\($0)", try file(inputs: $0), 1_000, 4_000) }),
      table("trials", [100, 1_000, 10_000].map { ("\($0)", Self.news, $0, 1_000) }),
    ].joined(separator: "\n\n")
  }

  private func table(
    _ what: String, _ runs: [(name: String, file: String, trials: Int, installs: Int)]
  ) throws -> String {
    let rows = try runs.map { run in
      let found = try Simulation(command: command, file: run.file, threads: cores, scratch: scratch)
        .run(trials: run.trials, installs: run.installs)
      let seconds = found.elapsed.seconds
      return "| \(run.name) | "
        + String(
          format: "%.2f | %.1f | %.0f |", seconds, Double(found.lives) / seconds / 1e6,
          Double(found.peakMemory) / 1e6)
    }
    return
      (["| \(what) | seconds | million installs × options/s | MB at most |", "| ---: | ---: | ---: | ---: |"]
      + rows).joined(separator: "\n")
  }

  /// The bare model under options that each ask one article later than the one before.
  private func file(options: Int) throws -> String {
    let arms = (1...options).map { "  a\($0): {ask: {after: article, count: \($0)}, usage_string: plain}\n" }
    return try bare(
      "options-\(options)", events: "    article: {per_session: 2, seconds: 60}\n", arms: arms.joined())
  }

  /// The bare model with kinds of events, nobody knows how many of each.
  private func file(inputs: Int) throws -> String {
    let events = (1...inputs).map { number in
      "    e\(number): {per_session: {uniform: [\(0.5 / Double(inputs)), \(1.5 / Double(inputs))]}, seconds: 60}\n"
    }
    return try bare(
      "inputs-\(inputs)", events: events.joined(),
      arms: "  launch: {ask: launch, usage_string: plain}\n"
        + "  first: {ask: {after: e1, count: 1}, usage_string: plain}\n")
  }

  private func bare(_ name: String, events: String, arms: String) throws -> String {
    let text = """
      experiment: \(name)
      horizon_days: 30
      population:
        sessions: {rate: 1.0, leave: 0.25}
        allow: {rate: 0.3}
        events:
      \(events)usage_strings:
        plain: {text: "Shows you ads about what you read, for example concerts near you."}
      arms:
      \(arms)
      """
    let file = scratch.appendingPathComponent("\(name).yaml")
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
