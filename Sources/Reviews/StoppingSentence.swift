public import Studies

/// How a run that chose its own size came to it, in words.
///
/// - Parameters:
///   - outcome: what the last look found.
///   - trials: the trials that were run.
public func stoppingSentence(_ outcome: StoppingOutcome, trials: Int) -> String {
  let what =
    switch outcome.rule {
    case .precision: "the largest simulation error of a difference is at most"
    case .decision: "recommending the best arm may lose by simulation error at most"
    }
  let size = "\(SupportedDigits.grouped(trials)) trials"
  guard let reached = outcome.reached else {
    return "\(size) were run, and cannot tell how precise they are; --max-trials allows no more."
  }
  let found =
    reached < outcome.rule.limit / 1000
    ? "next to nothing"
    : SupportedDigits.text(reached, decimals: SupportedDigits.decimals(error: reached / 10, plain: 0))
  return outcome.isMet
    ? "\(size) are enough: \(what) \(found), below \(outcome.rule.limit)."
    : "\(size) were run, the most allowed: \(what) \(found), not below \(outcome.rule.limit)."
}
