import Foundation

/// Holds the answers of two binaries to the same files against each other, number by number.
///
/// Each has a seed of its own, so that what they draw is independent: the difference of two means is then to be a few of
/// its Monte Carlo errors, z, whatever the engines do differently.
struct Agreement {
  let command: Command
  let older: Command
  let scratch: URL

  /// What was found of one file.
  struct Found {
    let file: String
    /// Versions of the engines.
    let engines: (own: String, older: String)
    /// By the number's path in the answer.
    let distances: [(path: String, z: Double)]

    /// The furthest number; `nil` where there is none to compare.
    var furthest: (path: String, z: Double)? { distances.max { abs($0.z) < abs($1.z) } }

    /// The share of the numbers that are further than 1.96, of which 5% are by chance alone.
    var beyond: Double { Double(distances.count { abs($0.z) > 1.96 }) / Double(max(1, distances.count)) }
  }

  /// An answer that is not what `simulate --format json` writes.
  struct Unreadable: Error, CustomStringConvertible {
    let file: String
    let executable: String

    var description: String { "the answer of \(executable) to \(file) has no scenarios" }
  }

  private struct Mean {
    var mean: Double
    var mcse: Double
  }

  /// Compares the answers to a file that both can read.
  func found(_ file: String) throws -> Found {
    let own = try answer(of: command, to: file, seed: 1)
    let other = try answer(of: older, to: file, seed: 2)
    let distances = own.means.compactMap { path, mean -> (path: String, z: Double)? in
      guard let before = other.means[path] else { return nil }
      let error = (mean.mcse * mean.mcse + before.mcse * before.mcse).squareRoot()
      let difference = mean.mean - before.mean
      guard error > 0 else { return difference == 0 ? nil : (path, difference > 0 ? .infinity : -.infinity) }
      return (path, difference / error)
    }
    return Found(
      file: URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent,
      engines: (own.engine, other.engine), distances: distances.sorted { $0.path < $1.path })
  }

  /// The levels of every option and its differences to the baseline, by scenario, option and metric.
  private func answer(
    of command: Command, to file: String, seed: Int
  ) throws -> (engine: String, means: [String: Mean]) {
    let store = scratch.appendingPathComponent("agreement.sqlite")
    try? FileManager.default.removeItem(at: store)
    let run = try command.run(
      ["simulate", file, "--seed", "\(seed)", "--quiet", "--format", "json", "--db", store.path],
      output: scratch.appendingPathComponent("agreement.json"))
    let answer = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
    guard let scenarios = answer?["scenarios"] as? [String: Any], let engine = answer?["engine"] as? String
    else { throw Unreadable(file: file, executable: command.executable) }
    var means: [String: Mean] = [:]
    for (scenario, found) in scenarios {
      let found = found as? [String: Any]
      for part in ["arms", "differences"] {
        for (option, value) in found?[part] as? [String: Any] ?? [:] {
          let value = value as? [String: Any]
          let metrics = part == "arms" ? value?["metrics"] as? [String: Any] : value
          for (metric, estimate) in metrics ?? [:] {
            guard let estimate = estimate as? [String: Any], let mean = estimate["mean"] as? Double,
              let mcse = estimate["mcse"] as? Double
            else { continue }
            means["\(scenario), \(part == "arms" ? "" : "difference of ")\(option), \(metric)"] = Mean(
              mean: mean, mcse: mcse)
          }
        }
      }
    }
    return (engine, means)
  }
}

extension Bench {
  /// Prints how far the answers of an older binary are from those of this one.
  mutating func agreement(with older: Command, files: [String]) throws {
    let agreement = Agreement(command: command, older: older, scratch: scratch)
    for file in files {
      let found = try agreement.found(file)
      let furthest = found.furthest.map { String(format: "furthest z %+.1f (%@)", $0.z, $0.path) } ?? "none"
      report.line(
        found.file,
        String(format: "%4d numbers, %.1f%% beyond 1.96, ", found.distances.count, 100 * found.beyond)
          + furthest
          + ", engines \(found.engines.older) and \(found.engines.own)",
        floor: ("within \(Floor.farthest)", held: abs(found.furthest?.z ?? .infinity) < Floor.farthest))
    }
  }
}
