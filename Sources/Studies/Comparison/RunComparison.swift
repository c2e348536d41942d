public import ExperimentDesign
import GSLNumerics
package import Inference
import PromptFlow

/// A run beside an earlier one: what differs in their inputs, what that does to the advice, and to each option.
///
/// Options are matched by their names, scenarios too. What the error of a change is depends on what the runs share
/// (``Pairing``).
public struct RunComparison: Encodable, Sendable {
  /// What the runs share.
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

  /// One of the runs.
  package struct Run: Encodable, Sendable {
    package var run: String
    package var name: String?
    package var experiment: String
    /// What was set in place of what the file says, as `path=value`.
    package var whatIf: [String]
    package var objective: String
    package var trials: Int

    /// What people call it: its name, else its id.
    package var label: String { name ?? run }
  }

  /// A number, or a setting of an option, that is not the same in both runs.
  package struct Input: Encodable, Sendable {
    package var parameter: String
    /// What each run knows of it.
    package var values: [Value]

    /// What a run has for it.
    package struct Value: Encodable, Equatable, Sendable {
      /// As an experiment file spells it; `nil` where the run does not have it.
      package var written: String?
      /// The central 90% of its draws, where it is drawn together with others.
      package var range: Interval?
    }
  }

  /// What a run advises under a scenario.
  package struct Advised: Encodable, Sendable {
    package var scenario: String
    package var run: String
    package var advice: Advice
    /// The option that it is compared with.
    package var runnerUp: String?
    package var chanceBest: Double?
    /// By how much the option of the advice leads that one; where less is better, by how much less it has.
    package var lead: Estimate?
    /// Whether the first run advises the same; `nil` for that one.
    package var isAsInFirst: Bool?
  }

  /// One option of both runs.
  package struct Row: Codable, Equatable, Sendable {
    package var scenario: String
    package var metric: String
    package var arm: String
    /// With its 90% range; `nil` where the run does not have the option, or no trial has a value.
    package var first: Double?
    package var firstMcse: Double?
    package var firstLow: Double?
    package var firstHigh: Double?
    package var second: Double?
    package var secondMcse: Double?
    package var secondLow: Double?
    package var secondHigh: Double?
    /// The second less the first.
    package var change: Double?
    package var changeMcse: Double?
    /// The 90% range over the uncertain inputs, where the runs share these (``Pairing/byTrial``).
    package var changeLow: Double?
    package var changeHigh: Double?
    /// The share of their draws in which the level is higher than in the first run; `nil` where no draw changes it.
    package var chanceHigher: Double?
    /// Of being best by the run's objective, where that is what is compared.
    package var chanceBestFirst: Double?
    package var chanceBestSecond: Double?
  }

  /// What a run found for an option: trial by trial, over the trials, and the chance of being best where the objective is
  /// what is compared.
  fileprivate struct Found {
    var series: TrialSeries?
    var level: Estimate?
    var chanceBest: Double?
  }

  let schema = "att-lab/compare/1"
  /// What is compared: a metric, or the objective where that is a weighted sum.
  package var metric: String
  package var pairing: Pairing
  /// The earlier one first.
  package var runs: [Run]
  package var inputsThatDiffer: [Input]
  /// By scenario, then by run.
  package var advice: [Advised] = []
  /// By scenario, then in the order in which the runs name options first.
  package var rows: [Row] = []

  /// Compares two runs.
  ///
  /// - Parameters:
  ///   - summaries: what they found, where that is known.
  ///   - metric: what to compare by; `nil` for the objective, which then is the same in both.
  public init(_ builders: [RunSummaryBuilder], summaries: [RunSummary]? = nil, metric: Metric?) throws {
    let outlines = builders.map(\.outline)
    let metric = metric ?? outlines[0].objective.singleMetric
    self.metric = metric?.rawValue ?? "objective"
    pairing = builders[1].pairing(with: builders[0])
    runs = outlines.map {
      Run(
        run: $0.run, name: $0.name, experiment: $0.experiment, whatIf: $0.assumedOtherwise,
        objective: $0.objective.name, trials: $0.trials)
    }
    inputsThatDiffer = try Self.differences(builders)
    let summaries = try summaries ?? builders.map { try $0.summary() }
    let names = outlines.flatMap { $0.arms.map(\.name) }
    let parametersVary = outlines.contains(where: \.parametersVary)
    for scenario in outlines[0].scenarios.map(\.name) {
      var advised = zip(summaries, outlines).compactMap { summary, outline in
        RunAnswer(summary).scenarios.first { $0.found.name == scenario }.map { Advised($0, outline) }
      }
      if advised.count > 1 { advised[1].isAsInFirst = advised[1].isAlike(advised[0]) }
      advice += advised
      for (place, name) in names.enumerated() where !names[..<place].contains(name) {
        let found = zip(builders, summaries).map { $0.found(scenario, name, metric, $1) }
        guard found.contains(where: { $0?.level != nil }) else { continue }
        rows.append(try Row(scenario, self.metric, name, found[0], found[1], pairing, parametersVary))
      }
    }
  }

  /// What is not written alike in both runs, or is drawn from other ranges; of options that both have.
  private static func differences(_ builders: [RunSummaryBuilder]) throws -> [Input] {
    let names = builders.map { Set($0.outline.arms.map(\.name)) }
    let lone = names[0].symmetricDifference(names[1]).map { "arms.\($0)." }
    // Of a file that this version does not read, nobody knows them.
    let settings = builders.compactMap { $0.outline.context?.experiment.namedSettings }
    let known = try builders.indices.map { run in
      var values = settings.count < 2 ? [:] : settings[run].mapValues { Input.Value(written: $0) }
      for path in values.keys where lone.contains(where: path.hasPrefix) { values[path] = nil }
      for parameter in builders[run].outline.parameters {
        values[parameter.path] = Input.Value(
          written: parameter.distribution,
          range: try parameter.joint == nil ? nil : builders[run].range90(of: parameter.path))
      }
      return values
    }
    return Set(known.flatMap(\.keys)).sorted().compactMap { path in
      let values = known.map { $0[path] ?? Input.Value() }
      return values[1].isAlike(values[0]) ? nil : Input(parameter: path, values: values)
    }
  }
}

extension RunComparison.Input.Value {
  /// Whether it is written alike and drawn from one range, as far as draws of another seed can say.
  fileprivate func isAlike(_ other: Self) -> Bool {
    guard let range, let others = other.range else { return self == other }
    let tolerance = (range.upper - range.lower) / 40
    return written == other.written && abs(range.lower - others.lower) <= tolerance
      && abs(range.upper - others.upper) <= tolerance
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

extension RunComparison.Row {
  /// An option as the runs have it, and what changed where both have a level of it.
  fileprivate init(
    _ scenario: String, _ metric: String, _ arm: String, _ one: RunComparison.Found?,
    _ other: RunComparison.Found?, _ pairing: RunComparison.Pairing, _ parametersVary: Bool
  ) throws {
    (self.scenario, self.metric, self.arm) = (scenario, metric, arm)
    (first, firstMcse) = (one?.level?.overTrials.mean, one?.level?.overTrials.mcse)
    (second, secondMcse) = (other?.level?.overTrials.mean, other?.level?.overTrials.mcse)
    let ranges = [one, other].map { $0?.level?.uncertaintyInterval90 }
    (firstLow, firstHigh) = (ranges[0]?.lower, ranges[0]?.upper)
    (secondLow, secondHigh) = (ranges[1]?.lower, ranges[1]?.upper)
    (chanceBestFirst, chanceBestSecond) = (one?.chanceBest, other?.chanceBest)
    guard let before = one?.series, let now = other?.series, let first, let second else { return }
    guard pairing != .independent else {
      change = second - first
      if let firstMcse, let secondMcse {
        changeMcse = (secondMcse * secondMcse + firstMcse * firstMcse).squareRoot()
      }
      return
    }
    let changes = now.difference(from: before)
    guard let estimate = try Estimate(changes, parametersVary: parametersVary) else { return }
    (change, changeMcse) = (estimate.overTrials.mean, estimate.overTrials.mcse)
    guard pairing == .byTrial, let range = estimate.uncertaintyInterval90 else { return }
    (changeLow, changeHigh) = (range.lower, range.upper)
    guard changeMcse != 0 else { return }
    let spread = try ParameterSpread(
      of: changes.values.compactMap { $0 }, noise: changes.meanSamplingVariance,
      parametersVary: parametersVary)
    let halves = spread.values.reduce(0) { $0 + ($1 > 0 ? 2 : $1 == 0 ? 1 : 0) }
    chanceHigher = Double(halves) / Double(2 * spread.values.count)
  }
}

extension RunSummaryBuilder {
  /// What the run shares with another.
  ///
  /// A parameter that one run draws and the other fixes is what is compared, and keeps nothing from being paired.
  fileprivate func pairing(with other: RunSummaryBuilder) -> RunComparison.Pairing {
    guard outline.seed == other.outline.seed, trialNumbers == other.trialNumbers,
      outline.installs == other.outline.installs, outline.horizonDays == other.outline.horizonDays
    else { return .independent }
    let isPaired = outline.drawn.map(\.path).allSatisfy { path in
      other.draws(of: path).map { $0 == draws(of: path) } ?? true
    }
    return isPaired ? .byTrial : .bySeed
  }

  /// A metric, or the objective, of an option by its name and its scenario's; `nil` where the run does not have it.
  fileprivate func found(
    _ scenario: String, _ arm: String, _ metric: Metric?, _ summary: RunSummary
  ) -> RunComparison.Found? {
    guard let place = summary.scenarios.firstIndex(where: { $0.name == scenario }),
      let arm = summary.position(arm)
    else { return nil }
    let found = summary.scenarios[place]
    guard let metric, metric != outline.objective.singleMetric else {
      return RunComparison.Found(
        series: objectiveSeries(scenario: place, arm: arm), level: found.arms[arm].objective,
        chanceBest: found.decision?[arm]?.best?.value)
    }
    return RunComparison.Found(
      series: logs[place][arm].series(of: metric), level: found.arms[arm][metric]?.estimate)
  }
}

extension Experiment {
  /// What the options set that is no number, by the path of its key: `arms.launch.retry`, `alerts.push.at`.
  ///
  /// What stands around the question is said once where it is the same under every option that has it, else option by
  /// option.
  fileprivate var namedSettings: [String: String] {
    var own: [String: String] = [:]
    var around: [String: [String]] = [:]
    for arm in arms {
      var words = arm.strategy.words
      words["ask"] = arm.strategy.trigger.words(eventKinds: eventKinds)
      words["usage_string"] = arm.usageString.name
      words["pre_prompt"] = arm.prePrompt?.name ?? "none"
      for (key, word) in words { own["arms.\(arm.name).\(key)"] = word }
      let found = arm.surroundings.joined().flatMap { place in
        place.words.map { ($0, $1) }
          + place.alerts.map { ("alerts.\($0.name).at", $0.moment.words(eventKinds: eventKinds)) }
      }
      for (path, words) in Dictionary(grouping: found, by: \.0) {
        around[path, default: []].append(Set(words.map(\.1)).sorted().joined(separator: " or "))
      }
    }
    for (path, words) in around {
      own[path] = Set(words).count == 1 ? words[0] : words.joined(separator: ", ")
    }
    return own
  }
}
