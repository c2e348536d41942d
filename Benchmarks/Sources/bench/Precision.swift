import Foundation

/// What a second of one processor buys: the Monte Carlo error of a lead times the root of the time.
///
/// Error × √time does not change with the number of trials where trials are all that takes time, so that two binaries can
/// be compared that stop at different sizes. They take their goes in turn, and the least time of each counts. It is the
/// processor's time, which what else the machine does changes little.
struct Precision {
  let scratch: URL
  /// One scenario and two of its options.
  let file = "Experiments/news-timing.yaml"
  let option = "after_onboarding"

  /// A program with the size that it is measured at.
  struct Contender {
    var name: String
    var command: Command
    /// Options of `simulate`.
    var size: [String]
    fileprivate(set) var error = Double.nan
    fileprivate(set) var seconds = Double.infinity

    var product: Double { error * seconds.squareRoot() }
  }

  /// What was asked for is not in an answer.
  struct NoDifference: Error, CustomStringConvertible {
    var name: String

    var description: String { "the answer of \(name) has no Monte Carlo error of the difference" }
  }

  /// Measures programs in turn.
  ///
  /// - Parameter goes: of each.
  func measured(_ contenders: [Contender], goes: Int) throws -> [Contender] {
    var contenders = contenders
    for _ in 0..<goes {
      for index in contenders.indices { try measure(&contenders[index]) }
    }
    return contenders
  }

  private func measure(_ contender: inout Contender) throws {
    let output = scratch.appendingPathComponent("precision.json")
    let store = scratch.appendingPathComponent("precision.sqlite")
    try? FileManager.default.removeItem(at: store)
    let run = try contender.command.run(
      ["simulate", file, "--threads", "1", "--quiet", "--format", "json", "--db", store.path]
        + contender.size,
      output: output)
    contender.seconds = min(contender.seconds, run.processor.seconds)
    guard let error = error(in: try JSONSerialization.jsonObject(with: run.output)) else {
      throw NoDifference(name: contender.name)
    }
    contender.error = error
  }

  /// The error of the option's opt-in less the baseline's, in the first scenario.
  private func error(in answer: Any) -> Double? {
    let scenarios = (answer as? [String: Any])?["scenarios"] as? [String: Any]
    let scenario = scenarios?.min { $0.key < $1.key }?.value as? [String: Any]
    let differences = (scenario?["differences"] as? [String: Any])?[option] as? [String: Any]
    return (differences?["opt_in_per_install"] as? [String: Any])?["mcse"] as? Double
  }
}
