import ExperimentDesign
import Inference
import Rendering
import Studies

/// What becomes of the best arm under alternative models, and which inputs change it, in words.
struct AlternativeSentence {
  var outline: RunOutline
  var scenario: ScenarioSummary

  /// `nil` where neither was looked for.
  var text: String? {
    let sentences = [models, search].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  // MARK: - Alternative models

  private var models: String? {
    // An arm that has no other to be compared with keeps its place under every model.
    guard let verdict = scenario.verdict, verdict.runnerUp != nil, let alternatives = scenario.alternatives
    else {
      return nil
    }
    if alternatives.isEmpty { return "No alternative model applies to this experiment." }
    let best = name(verdict.best)
    let falls = alternatives.filter { $0.outcome == .falls }
    let open = alternatives.filter { $0.outcome == .open }
    let standing = alternatives.count - falls.count - open.count
    if let first = falls.first {
      let more =
        falls.count > 1 ? " \(falls.count - 1) more \(falls.count == 2 ? "changes" : "change") it too." : ""
      let change = "\(name(first.best)) is best\(lead(first.lead)) if \(first.model.condition)"
      if alternatives.count == 1 {
        return "The one alternative model that applies changes the recommendation. \(change)."
      }
      let count = standing == 0 ? "none" : "\(standing)"
      return
        "In \(count) of \(alternatives.count) alternative models \(best) stays best or within the margin. "
        + "\(change).\(more)\(unsaid(open))"
    }
    if open.count == alternatives.count { return undecided(best, open) }
    let moves = alternatives.compactMap { side(of: $0, verdict) }
    // Models that all move one way are no test of the other.
    if !moves.contains(.against) || !moves.contains(.towards) {
      return oneSided(best, moves, alternatives, unsaid(open))
    }
    return
      "\(best) stays best or within the margin in \(standing) of \(alternatives.count) alternative models."
      + unsaid(open)
  }

  /// Where no model has trials enough to say anything.
  private func undecided(_ best: String, _ open: [AlternativeVerdict]) -> String {
    let place =
      open.count == 1
      ? "if \(open[0].model.condition)" : "in any of the \(open.count) alternative models"
    return "Too few trials to say whether \(best) stays best or within the margin \(place)."
  }

  private func unsaid(_ open: [AlternativeVerdict]) -> String {
    guard let first = open.first else { return "" }
    let more = open.count > 1 ? ", and in \(open.count - 1) more" : ""
    return " Too few trials to say if \(first.model.condition)\(more)."
  }

  private func oneSided(
    _ best: String, _ moves: [Side], _ alternatives: [AlternativeVerdict], _ unsaid: String
  ) -> String {
    let models =
      alternatives.count == 1 ? "The one alternative model that applies" : "The alternative models that apply"
    let verb = alternatives.count == 1 ? "s" : ""
    if moves.contains(.against) {
      return
        "\(models) only lower\(verb) the lead of \(best), which stays best or within the margin.\(unsaid)"
    }
    if moves.contains(.towards) {
      return
        "\(models) only raise\(verb) the lead of \(best), and so \(alternatives.count == 1 ? "is" : "are") "
        + "no test of it.\(unsaid)"
    }
    return "\(models) barely change\(verb) the lead of \(best).\(unsaid)"
  }

  private enum Side {
    case towards, against, neither
  }

  /// Which way a model moves the best arm's lead, beyond twice its Monte Carlo error; `nil` where its lead is
  /// not known.
  private func side(of alternative: AlternativeVerdict, _ verdict: ArmRanking) -> Side? {
    guard let lead = alternative.lead, let written = verdict.lead else { return nil }
    let gap = alternative.best == verdict.best ? abs(lead.mean) : -abs(lead.mean)
    let moved = gap - abs(written.overTrials.mean)
    if abs(moved) <= 2 * (lead.mcse ?? .infinity) { return .neither }
    return moved > 0 ? .towards : .against
  }

  /// Every alternative model by its name: what it changes, and which option is then best.
  var listed: [(name: String, words: String)] {
    guard let verdict = scenario.verdict, verdict.runnerUp != nil else { return [] }
    return (scenario.alternatives ?? []).map { alternative in
      let result: String
      switch alternative.outcome {
      case .open: result = "too close to call with the trials given to it"
      case .stands where alternative.best == verdict.best:
        result = "\(name(alternative.best)) is still best\(lead(alternative.lead))"
      case .stands: result = "\(name(alternative.best)) is best\(lead(alternative.lead)), within the margin"
      case .falls:
        result = "\(name(alternative.best)) is best\(lead(alternative.lead)), a change of the answer"
      }
      return (alternative.model.name, "\(alternative.model.condition): \(result).")
    }
  }

  // MARK: - Inputs

  private var search: String? {
    guard let search = scenario.inputSearch, !search.settings.isEmpty else { return nil }
    let cost = "(\(search.settings.count) \(search.settings.count == 1 ? "setting" : "settings") simulated)"
    guard let change = search.change else {
      let hasPairs = search.settings.contains { $0.inputs.count > 1 }
      return hasPairs
        ? "No single input, and no two together, were found to change the recommendation at their 5% or "
          + "95% quantiles \(cost)."
        : "No single input was found to change the recommendation at its 5% or 95% quantile \(cost)."
    }
    let words = change.inputs.map(held).joined(separator: " and ")
    let how = change.inputs.count == 1 ? "One input is enough to change" : "Two inputs are enough to change"
    return
      "\(how) the recommendation \(cost). With \(words), \(name(change.best)) is best\(lead(change.lead))."
  }

  /// `allow.rate` at its 5% quantile (0.21).
  private func held(_ input: InputQuantile) -> String {
    let value = SupportedDigits.number(input.value, error: abs(input.value) / 20)
    let percent = SupportedDigits.text(100 * input.probability, decimals: 0)
    return "\(Phrase.name(input.path)) at its \(percent)% quantile (\(value))"
  }

  private func lead(_ lead: AlternativeVerdict.Lead?) -> String {
    let unit = outline.objective.unit
    return lead.map {
      " by \(EstimateText(unit: unit).cell(abs($0.mean), error: $0.mcse, signed: false))\(unit.differenceSuffix)"
    } ?? ""
  }

  private func name(_ arm: Int) -> String { Phrase.name(outline.arms[arm].name) }
}

extension AlternativeModel {
  /// Its name in words: `selection only`.
  var name: String { rawValue.replacing("_", with: " ") }

  /// The model as a condition: "… if *experience persuades nobody*".
  var condition: String {
    switch self {
    case .selectionOnly: "users who stay start out more willing and experience persuades nobody"
    case .causeOnly:
      "experience persuades as much as assumed possible and nobody starts out more willing"
    case .noFraming: "neither wording nor a pre-prompt has an effect"
    case .strongFraming: "wording has the largest effect assumed possible"
    case .freeColdQuestion: "asking at launch costs nothing"
    case .costlyColdQuestion: "asking at launch has the largest cost assumed possible"
    case .fallingWillingness: "experience makes people less willing"
    }
  }
}
