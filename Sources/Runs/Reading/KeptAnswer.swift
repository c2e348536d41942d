import ExperimentDesign
import Inference
public import ResultStore
public import Studies

/// What a complete run found, as a store keeps it.
public struct KeptAnswer: Codable, Equatable, Sendable {
  /// The program that worked it out; another works it out again from the trials.
  private var program = Program.version
  /// What to do in each scenario.
  public var advice: [Advice]
  /// How the run came to its size; `nil` where that was given.
  let stopping: StoppingOutcome?
  private var scenarios: [ScenarioSummary]

  /// What a run found.
  public init(_ summary: RunSummary) {
    advice = RunAnswer(summary).scenarios.map(\.decided.advice)
    stopping = summary.stopping
    scenarios = summary.scenarios
  }

  /// The same of the run.
  public func summary(of outline: RunOutline) -> RunSummary {
    RunSummary(scenarios, stopping: stopping, of: outline)
  }

  /// Lends an answer to the same trials what takes a simulation of its own: what becomes of a winner in alternative
  /// models, where it wins among the same options.
  func lend(to summary: inout RunSummary) {
    if summary.stopping == nil { summary.stopping = stopping }
    for (place, kept) in zip(summary.scenarios.indices, scenarios)
    where kept.verdict?.best == summary.scenarios[place].verdict?.best
      && kept.blocked == summary.scenarios[place].blocked
    {
      summary.scenarios[place].alternatives = kept.alternatives
    }
  }
}

/// A kept answer, as far as this very program can read it.
private struct KeptByThisProgram: Decodable {
  private enum CodingKeys: CodingKey { case program }
  var answer: KeptAnswer?

  init(from decoder: any Decoder) throws {
    let program = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .program)
    // What another build of this version has kept otherwise is worked out again.
    answer = program == Program.version ? try? KeptAnswer(from: decoder) : nil
  }
}

/// The program that answers.
public enum Program {
  /// Its version.
  public static let version = "0.1.0"
}

extension ResultStore {
  /// What this very program found of a run; `nil` where the run is unfinished, or another program answered it.
  public func keptAnswer(of run: RunRecord.ID) throws(ResultStoreError) -> KeptAnswer? {
    try answer(KeptByThisProgram.self, of: run)?.answer
  }

  /// The advice that was given last, whatever program gave it.
  public func keptAdvice(of run: RunRecord.ID) throws(ResultStoreError) -> [Advice] {
    struct Part: Decodable { var advice: [Advice] }
    return try answer(Part.self, of: run)?.advice ?? []
  }
}
