import ExperimentDesign
import Inference
public import ResultStore
public import Studies

extension RunSummary {
  /// What became of the winners under alternative models, for the store; `nil` where nobody asked.
  public var storedAlternatives: [StoredAlternative]? {
    var stored: [StoredAlternative] = []
    for (scenario, found) in scenarios.enumerated() {
      guard let alternatives = found.alternatives else { return nil }
      guard let winner = found.verdict?.best else { continue }
      stored += alternatives.map {
        StoredAlternative(
          scenario: scenario, model: $0.model.rawValue, winner: winner, outcome: $0.outcome.rawValue,
          best: $0.best, lead: $0.lead?.mean, leadMCSE: $0.lead?.mcse, means: $0.means)
      }
      stored += (found.triedNumbers ?? []).map {
        StoredAlternative(
          scenario: scenario, model: Self.name($0.input.path, $0.probability), winner: winner,
          outcome: $0.outcome.rawValue, best: $0.best, lead: $0.lead?.mean, leadMCSE: $0.lead?.mcse)
      }
      stored += (found.inputSearch?.settings ?? []).map {
        StoredAlternative(
          scenario: scenario, model: Self.name(of: $0.inputs), winner: winner, outcome: $0.outcome.rawValue,
          best: $0.best, lead: $0.lead?.mean, leadMCSE: $0.lead?.mcse)
      }
    }
    return stored
  }

  /// What inputs held at quantiles are called in the store: `allow.rate@0.05 & allow.spread@0.95`.
  private static func name(of inputs: [InputQuantile]) -> String {
    inputs.map { name($0.path, $0.probability) }.joined(separator: " & ")
  }

  private static func name(_ path: String, _ probability: Double) -> String { "\(path)@\(probability)" }

  /// The inputs of a name; `nil` where the run has none of that name.
  private func inputs(named name: String) -> [InputQuantile]? {
    for input in inputQuantiles {
      let own = Self.name(of: [input])
      if name == own { return [input] }
      guard name.hasPrefix("\(own) & ") else { continue }
      let rest = name.dropFirst(own.count + 3)
      if let other = inputQuantiles.first(where: { Self.name(of: [$0]) == rest }) { return [input, other] }
    }
    return nil
  }

  /// Takes over what the store has of the run beyond its trials.
  public mutating func restore(from store: ResultStore, includesForbidden: Bool = false) throws {
    stopping = try store.stopping(of: outline.run).map(StoppingOutcome.init)
    guard segment == nil else { return }
    if let alternatives = try store.alternatives(of: outline.run, includesForbidden: includesForbidden) {
      restore(alternatives)
    }
  }

  /// Takes over what the store has of alternative models.
  ///
  /// Nothing is taken over for a scenario whose winner is another now.
  public mutating func restore(_ alternatives: [StoredAlternative]) {
    for scenario in scenarios.indices {
      let own = alternatives.filter { $0.scenario == scenario }
      let winner = scenarios[scenario].verdict?.best
      guard own.allSatisfy({ $0.winner == winner }) else { continue }
      scenarios[scenario].alternatives = AlternativeModel.allCases.compactMap { model in
        guard let alternative = own.first(where: { $0.model == model.rawValue }),
          let outcome = AlternativeVerdict.Outcome(rawValue: alternative.outcome)
        else { return nil }
        return AlternativeVerdict(
          model: model, outcome: outcome, best: alternative.best,
          lead: alternative.lead.map { AlternativeVerdict.Lead(mean: $0, mcse: alternative.leadMCSE) },
          means: alternative.means)
      }
      scenarios[scenario].triedNumbers = triedNumbers(own)
      let settings = own.compactMap { alternative -> InputSearch.Setting? in
        guard AlternativeModel(rawValue: alternative.model) == nil,
          let inputs = inputs(named: alternative.model),
          let outcome = AlternativeVerdict.Outcome(rawValue: alternative.outcome)
        else { return nil }
        return InputSearch.Setting(
          inputs: inputs, outcome: outcome, best: alternative.best,
          lead: alternative.lead.map { AlternativeVerdict.Lead(mean: $0, mcse: alternative.leadMCSE) })
      }
      scenarios[scenario].inputSearch =
        settings.isEmpty
        ? nil
        : InputSearch(
          settings: settings.filter { $0.inputs.count == 1 } + settings.filter { $0.inputs.count > 1 })
    }
  }

  /// What was stored of single numbers, in the order in which they are tried.
  private func triedNumbers(_ stored: [StoredAlternative]) -> [TriedNumber] {
    let byName = Dictionary(stored.map { ($0.model, $0) }) { first, _ in first }
    let known = Dictionary(
      outline.description.parameters.compactMap { parameter in parameter.value.map { (parameter.path, $0) } }
    ) { first, _ in first }
    return known.sorted { $0.key < $1.key }.flatMap { path, value in
      CentralInterval.probabilities.compactMap { probability -> TriedNumber? in
        guard let found = byName[Self.name(path, probability)],
          let outcome = AlternativeVerdict.Outcome(rawValue: found.outcome)
        else { return nil }
        return TriedNumber(
          input: ExactInput(path: path, value: value), probability: probability, outcome: outcome,
          best: found.best,
          lead: found.lead.map { AlternativeVerdict.Lead(mean: $0, mcse: found.leadMCSE) })
      }
    }
  }

  /// The rows that are stored beside the trials, for any SQLite tool to read.
  public var storedRows: [SummaryRow] {
    var rows: [SummaryRow] = []
    for (scenario, found) in scenarios.enumerated() {
      for (arm, summary) in found.arms.enumerated() {
        for metric in summary.metrics {
          let estimate = metric.estimate
          rows.append(
            SummaryRow(
              scenario: scenario, arm: arm, metric: metric.metric, mean: estimate?.overTrials.mean,
              mcse: estimate?.overTrials.mcse, sd: estimate?.overTrials.standardDeviation,
              trials: estimate?.overTrials.count ?? 0, low: estimate?.distinctUncertaintyInterval90?.lower,
              high: estimate?.distinctUncertaintyInterval90?.upper))
        }
      }
    }
    return rows
  }
}

extension StoredStopping {
  /// How a run came to its size, for the store.
  public init(_ outcome: StoppingOutcome) {
    self.init(goal: outcome.goal, reached: outcome.reached, isMet: outcome.isMet)
  }
}

extension StoppingOutcome {
  /// What the store has of it.
  public init(_ stored: StoredStopping) { self.init(goal: stored.goal, reached: stored.reached) }
}

extension RunSummary {
  /// What the advice is in each scenario, for the store.
  public var storedRankings: [StoredRanking] {
    func position(_ name: String) -> Int? { outline.arms.firstIndex { $0.name == name } }
    return scenarios.enumerated().map { place, scenario in
      let advice = decided(scenario).advice
      let others: [String]
      let kind: String
      switch advice {
      case .blocked: (kind, others) = ("blocked", [])
      case .sameToTheModel(let options): (kind, others) = ("same_to_the_model", options)
      case .moreTrials: (kind, others) = ("more_trials", [])
      case .choose: (kind, others) = ("choose", [])
      case .test(_, let rival, _, _): (kind, others) = ("test", [rival])
      }
      return StoredRanking(
        scenario: place, headline: kind, best: advice.option.flatMap(position),
        tied: others.compactMap(position))
    }
  }
}
