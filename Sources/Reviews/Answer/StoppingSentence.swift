import ExperimentDesign
package import Inference
package import Rendering
package import Studies

/// How a run that chose its own size came to it, in words.
///
/// - Parameters:
///   - outcome: what the last look found.
///   - summary: the answer to the trials that were run.
package func stoppingSentence(_ outcome: StoppingOutcome, of summary: RunSummary) -> Phrase {
  // Shares in percentage points, as everywhere; the goal is in units of the objective.
  let unit: Unit = summary.outline.objective.isShare ? .points : .number
  let what: Phrase = "the Monte Carlo error of the lead is at most"
  let size: Phrase = "\(summary.trials, "trial")"
  guard let reached = outcome.reached else {
    return "\(size) were run, too few to estimate their precision."
  }
  let found: Phrase =
    reached < outcome.goal / 1000
    ? "almost 0" : Quantity.written(reached, unit, error: reached / 10)
  let limit = Quantity.given(outcome.goal, unit)
  guard !outcome.isMet else { return "\(size) are enough: \(what) \(found), below \(limit)." }
  let needed = outcome.trialsNeeded(after: summary.trials).map { trials -> Phrase in
    "; about \(grouped: twoDigitsUp(Double(trials))) trials are needed"
  }
  return "\(size) were run, the most allowed: \(what) \(found), not below \(limit)\(needed)."
}

/// `"After onboarding" leads by +1.3 ± 0.2 pp`, while trials arrive; `nil` before there is a lead.
package func runningLeadText(_ lead: (best: String, difference: MonteCarloMean)?, isShare: Bool) -> String? {
  lead.map { best, difference in
    let phrase: Phrase =
      "\(Name(best)) leads by \(Quantity(difference, isShare ? .points : .number).full(.signed))"
    return phrase.text
  }
}
