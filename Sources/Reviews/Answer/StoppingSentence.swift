import Rendering
public import Studies

/// How a run that chose its own size came to it, in words.
///
/// - Parameters:
///   - outcome: what the last look found.
///   - summary: the answer to the trials that were run.
public func stoppingSentence(_ outcome: StoppingOutcome, of summary: RunSummary) -> String {
  let trials = summary.trials
  // Shares in percentage points, as everywhere; the goal is in units of the objective.
  let (scale, unit) = summary.outline.objective.isShare ? (100.0, " pp") : (1, "")
  let what = "the largest Monte Carlo error of a difference is at most"
  let size = "\(SupportedDigits.grouped(trials)) trials"
  guard let reached = outcome.reached else {
    return "\(size) were run, too few to estimate their precision."
  }
  let found =
    reached < outcome.goal / 1000
    ? "almost 0" : SupportedDigits.number(scale * reached, error: scale * reached / 10) + unit
  let limit = SupportedDigits.exact(scale * outcome.goal) + unit
  guard !outcome.isMet else { return "\(size) are enough: \(what) \(found), below \(limit)." }
  let needed =
    outcome.trialsNeeded(after: trials).map { "; about \(aboutGrouped($0)) trials are needed" } ?? ""
  return "\(size) were run, the most allowed: \(what) \(found), not below \(limit)\(needed)."
}

/// Two digits of a whole number, with its thousands apart.
private func aboutGrouped(_ number: Int) -> String {
  var (rest, power) = (number, 1)
  while rest >= 100 { (rest, power) = (rest / 10, power * 10) }
  return SupportedDigits.grouped(rest * power)
}
