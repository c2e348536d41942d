public import ExperimentDesign
import GSLNumerics
package import Inference

/// Runs against the first of them: what differs in their inputs, what that does to the advice, and to each option.
///
/// Options are matched by their names, scenarios too. What the error of a change is depends on what the runs share
/// (``Pairing``).
public struct RunComparison: Encodable, Sendable {
  /// What a run shares with the first.
  public enum Pairing: String, Encodable, Sendable {
    /// Seed, size and draws: differences are formed trial by trial, as within a run.
    case byTrial = "by_trial"
    /// Seed and size, with other inputs: an error is that of differences trial by trial, and two trials of one number are
    /// of different worlds.
    case bySeed = "by_seed"
    /// Another seed or another size: errors add as squares, which of runs that share the seed is more than enough, as
    /// they share people.
    case independent
  }

  /// Why two runs do not compare: they rank by different sums of metrics.
  public struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was expected, what was found, of which runs, and what to do next.
    public var description: String
  }

  /// One of the runs.
  public struct Run: Encodable, Sendable {
    package var run: String
    package var name: String?
    package var experiment: String
    /// What was set in place of what the file says, as `path=value`.
    public var whatIf: [String]
    package var objective: String
    package var trials: Int
    package var pairingWithFirst: Pairing

    /// What people call it: its name, else its id.
    public var label: String { name ?? run }
  }

  /// A number, or a setting of an option, that is not the same in every run.
  public struct Input: Encodable, Sendable {
    package var parameter: String
    /// What each run knows of it, in their order.
    public var values: [Value]

    /// What a run has for it.
    public struct Value: Encodable, Equatable, Sendable {
      /// As an experiment file spells it; `nil` where the run does not have it.
      public var written: String?
      /// The central 90% of its draws, where it is drawn together with others.
      public var low: Double?
      package var high: Double?
    }
  }

  /// What a run advises under a scenario.
  public struct Advised: Encodable, Sendable {
    package var scenario: String
    package var run: String
    package var advice: Advice
    /// The option that it is compared with.
    public var runnerUp: String?
    package var chanceBest: Double?
    /// By how much the option of the advice leads that one; where less is better, by how much less it has.
    package var lead: Estimate?
    /// Whether the first run advises the same; `nil` for that one.
    public var isAsInFirst: Bool?
  }

  /// One option of one run.
  public struct Row: Encodable, Sendable {
    package var scenario: String
    package var metric: String
    package var run: String
    package var name: String?
    package var arm: String
    package var mean: Double
    package var mcse: Double?
    package var low: Double?
    package var high: Double?
    /// Of being best by the run's objective, where that is what is compared.
    public var chanceBest: Double?
    /// The level less that of the first run.
    public var differenceToFirst: Double?
    package var differenceMcse: Double?
    /// The 90% range over the uncertain inputs, where the runs share these (``Pairing/byTrial``).
    public var differenceLow: Double?
    package var differenceHigh: Double?
    /// The share of their draws in which the level is higher than in the first run; `nil` where no draw changes it.
    public var chanceHigher: Double?
  }

  let schema = "att-lab/compare/1"
  /// What is compared: a metric, or the objective where that is a weighted sum.
  public var metric: String
  /// In the order given.
  public var runs: [Run]
  package var inputsThatDiffer: [Input]
  /// By scenario, then by run.
  public var advice: [Advised]
  /// By scenario, then by run, then in the order in which the runs name options first.
  public var rows: [Row]

  /// Compares runs.
  public init(
    _ builders: [RunSummaryBuilder], summaries: [RunSummary]? = nil, metric: Metric?
  ) throws {
    let outlines = builders.map(\.outline)
    let objective = outlines[0].objective
    let metric = metric ?? objective.singleMetric
    if metric == nil, let other = outlines.first(where: { $0.objective.terms != objective.terms }) {
      throw Refusal(
        description:
          "runs \(outlines[0].title) and \(other.title) have other objectives, of which the first is a "
          + "weighted sum: expected a metric that both have. Give it with --metric")
    }
    let pairings = builders.map { $0.pairing(with: builders[0]) }
    self.metric = metric?.rawValue ?? "objective"
    runs = zip(outlines, pairings).map { outline, pairing in
      Run(
        run: outline.run, name: outline.name, experiment: outline.experiment,
        whatIf: outline.assumedOtherwise,
        objective: outline.objective.name, trials: outline.trials, pairingWithFirst: pairing)
    }
    inputsThatDiffer = try Self.differences(builders)
    let summaries = try summaries ?? builders.map { try $0.summary() }
    advice = []
    rows = []
    for scenario in outlines[0].scenarios.map(\.name) {
      var first: Advised?
      for (summary, outline) in zip(summaries, outlines) {
        guard let found = RunAnswer(summary).scenarios.first(where: { $0.found.name == scenario })
        else { continue }
        var own = Advised(found, outline)
        own.isAsInFirst = first.map(own.isAlike)
        first = first ?? own
        advice.append(own)
      }
      let names = outlines.flatMap { $0.arms.map(\.name) }
      for run in builders.indices {
        for (place, name) in names.enumerated() where !names[..<place].contains(name) {
          guard let own = builders[run].series(scenario, name, metric),
            var row = try Row(own, scenario, name, metric, builders[run], summaries[run])
          else { continue }
          if run > 0, let first = builders[0].series(scenario, name, metric) {
            let vary = outlines[0].parametersVary || outlines[run].parametersVary
            try row.compare(own, with: first, pairings[run], parametersVary: vary)
          }
          rows.append(row)
        }
      }
    }
  }

  /// What is not written alike in every run, or is drawn from other ranges; of options that every run has.
  private static func differences(_ builders: [RunSummaryBuilder]) throws -> [Input] {
    var known: [[String: Input.Value]] = []
    let names = builders.map { Set($0.outline.arms.map(\.name)) }
    let lone = names.reduce(into: Set<String>()) { $0.formUnion($1) }.subtracting(
      names.reduce(names[0]) { $0.intersection($1) })
    // Of a file that this version does not read, nobody knows them.
    let found = builders.compactMap { $0.outline.context?.experiment.namedSettings }
    let settings = found.count == builders.count ? found : []
    for builder in builders {
      let draws = builder.drawsByPath
      var values = settings.isEmpty ? [:] : settings[known.count].mapValues { Input.Value(written: $0) }
      for name in lone {
        for path in values.keys where path.hasPrefix("arms.\(name).") { values[path] = nil }
      }
      for parameter in builder.outline.parameters {
        var value = Input.Value(written: parameter.distribution)
        if parameter.joint != nil, let own = draws[parameter.path], !own.isEmpty {
          let ends = [try quantile(own, at: 0.05), try quantile(own, at: 0.95)]
          (value.low, value.high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
        }
        values[parameter.path] = value
      }
      known.append(values)
    }
    return Set(known.flatMap(\.keys)).sorted().compactMap { path in
      let values = known.map { $0[path] ?? Input.Value() }
      return values.allSatisfy { $0.isAlike(values[0]) } ? nil : Input(parameter: path, values: values)
    }
  }
}

extension RunComparison.Input.Value {
  /// Whether it is written alike and drawn from one range, as far as draws of another seed can say.
  fileprivate func isAlike(_ other: Self) -> Bool {
    guard let low, let high, let otherLow = other.low, let otherHigh = other.high else {
      return self == other
    }
    let tolerance = (high - low) / 40
    return written == other.written && abs(low - otherLow) <= tolerance && abs(high - otherHigh) <= tolerance
  }
}

extension RunComparison.Advised {
  /// What a run says of a scenario.
  fileprivate init(_ answer: ScenarioAnswer, _ outline: RunOutline) {
    scenario = answer.found.name
    run = outline.run
    advice = answer.decided.advice
    runnerUp = answer.rival.map { outline.arms[$0].name }
    chanceBest = answer.decided.confidence?.chanceBest.value
    lead = outline.objective.lessIsBetter ? answer.lead?.negated : answer.lead
  }

  /// Whether two runs say to do the same.
  fileprivate func isAlike(_ other: Self) -> Bool {
    let (own, others) = (advice, other.advice)
    return own.option == others.option && own.key == others.key
      && (own.key != "test" || runnerUp == other.runnerUp)
  }
}

extension RunOutline {
  /// The run's id, and its name where it has one.
  fileprivate var title: String { name.map { "\(run) (\($0))" } ?? run }
}

extension RunSummaryBuilder {
  /// What the run shares with another.
  ///
  /// A parameter that one run draws and the other fixes is what is compared, and keeps nothing from being paired.
  fileprivate func pairing(with other: RunSummaryBuilder) -> RunComparison.Pairing {
    guard outline.seed == other.outline.seed, trialNumbers == other.trialNumbers,
      outline.installs == other.outline.installs, outline.horizonDays == other.outline.horizonDays
    else { return .independent }
    let (own, others) = (drawsByPath, other.drawsByPath)
    return own.allSatisfy { path, draws in others[path].map { $0 == draws } ?? true } ? .byTrial : .bySeed
  }
}
