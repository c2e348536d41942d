package import ExperimentDesign
package import Simulation

extension TraceReview {
  /// How an install was looked for.
  struct Search: Encodable {
    /// What it had to be an example of, all of them; none for somebody who is shown the alert.
    var examples: [TracePattern] = []
    /// The option under which it is shown the alert; `nil` where examples were looked for.
    var promptedUnder: String?
    /// The first install looked at.
    var from: Int
    /// How many were looked at, the one found included.
    var lookedAt: Int
  }

  /// No install that was looked at is an example.
  package struct NoExample: Error, CustomStringConvertible {
    package var description: String
  }

  /// The most installs that are looked at for an example.
  private static let mostExamined = 100_000
  /// The most that are looked at for one that is shown the alert.
  private static let mostAsked = 2_000

  /// The life of an install, which is looked for unless it is named.
  ///
  /// - Parameters:
  ///   - install: in the first trial; where examples are looked for the first to look at, and `nil` without them for the first
  ///     that is shown the alert.
  ///   - examples: what it has to be an example of, all of them.
  /// - Throws: ``NoExample``.
  package init(
    of experiment: Experiment, seed: UInt64, install: Int?, examples: [TracePattern]
  ) throws(NoExample) {
    let simulator = Simulator(experiment: experiment, seed: seed)
    // One after the other, and those of the next trial after the last of one.
    let installs = (0..<experiment.trials).lazy.flatMap { trial in
      let tracer = LifeTracer(simulator, trial: trial, scenario: 0)
      let begin = trial == 0 ? install ?? 0 : 0
      return (begin..<experiment.installs).lazy.map { tracer.trace(install: $0) }
    }
    let first = LifeTracer(simulator, trial: 0, scenario: 0).trace(install: install ?? 0)
    self.init(experiment: experiment, seed: seed, trace: first)
    if !examples.isEmpty {
      try look(for: examples, among: installs, from: install ?? 0)
    } else if install == nil {
      lookForPrompted(among: installs)
    }
  }

  /// Finds the first install that is an example of all that is looked for.
  private mutating func look(
    for examples: [TracePattern], among installs: some Sequence<InstallTrace>, from first: Int
  ) throws(NoExample) {
    var lookedAt = 0
    for trace in installs.prefix(Self.mostExamined) {
      lookedAt += 1
      guard examples.allSatisfy({ $0.fits(trace) }) else { continue }
      self.trace = trace
      search = Search(examples: examples, from: first, lookedAt: lookedAt)
      return
    }
    throw NoExample(
      description:
        "none of \(lookedAt) installs is an example of \(examples.map(\.rawValue).joined(separator: " and ")). Look "
        + "further with --install; an option or section that is not modelled has none.")
  }

  /// Finds the first install that is shown the alert, under the first option under which anybody is.
  private mutating func lookForPrompted(among installs: some Sequence<InstallTrace>) {
    for (place, option) in experiment.arms.enumerated() {
      for (number, trace) in installs.prefix(Self.mostAsked).enumerated() where trace.arms[place].isPrompted {
        self.trace = trace
        search = Search(promptedUnder: option.name, from: 0, lookedAt: number + 1)
        return
      }
    }
  }
}
