public import ExperimentDesign
public import Rendering
public import Studies

/// What a search found, in words: what was searched, what is promised, and what it took.
///
/// Its numbers about the strategies come from a run of their own, whose answer follows it.
public struct SearchReview {
  let experiment: Experiment
  let result: StrategySearchResult
  let guarantee: Double
  let installs: Int

  /// - Parameters:
  ///   - guarantee: the probability that was asked for.
  ///   - installs: people of a trial of the search.
  public init(_ experiment: Experiment, _ result: StrategySearchResult, guarantee: Double, installs: Int) {
    self.experiment = experiment
    self.result = result
    self.guarantee = guarantee
    self.installs = installs
  }

  /// The section, with a line break at its end.
  public func text(_ style: ReviewStyle) -> String {
    ReviewDocument([[.title("Search")] + sentences.map { .text($0) }]).text(style)
  }

  /// What is said, a sentence or two each.
  var sentences: [String] {
    [searched, promise, cost, leaving, alike, fresh].compactMap { $0 }
  }

  private func name(_ arm: Int) -> String { TerminalText.safe(experiment.arms[arm].name) }

  private var searched: String {
    var parts: [String] = []
    func add(_ count: Int, _ words: (one: String, many: String)) {
      if count > 0 {
        parts.append("\(SupportedDigits.grouped(count)) \(count == 1 ? words.one : words.many)")
      }
    }
    add(result.forbidden.count, ("is forbidden by Apple's rules", "are forbidden by Apple's rules"))
    add(alikeCount, ("lives exactly like another", "live exactly like another"))
    add(result.beyondGuardrails.count, ("breaks a guardrail", "break a guardrail"))
    add(
      result.withoutValue.count,
      ("has no value of the objective", "have no value of the objective"))
    let all = strategies(experiment.arms.count)
    guard !parts.isEmpty else { return "\(all) searched." }
    return "\(all): \(parts.joined(separator: ", ")). Searched: \(SupportedDigits.grouped(result.searched))."
  }

  private var alikeCount: Int { result.classes.reduce(0) { $0 + $1.count - 1 } }

  private func strategies(_ count: Int) -> String {
    count == 1 ? "1 strategy" : "\(SupportedDigits.grouped(count)) strategies"
  }

  private var promise: String? {
    guard let winner = result.winner, let reached = result.guaranteedMargin, let margin = result.margin
    else { return "No strategy may be chosen." }
    guard result.searched > 1 else { return "\(name(winner)) is the only one that may be chosen." }
    let chance = percent(guarantee)
    let held =
      "\(name(winner)) is within \(words(max(margin, reached), upwards: reached > margin)) of the best of "
    let all = result.searched == 2 ? "both" : "all \(SupportedDigits.grouped(result.searched))"
    let sentence = held + "\(all), with \(chance) probability over Monte Carlo error."
    return result.isSettled
      ? sentence
      : sentence + " The trials ended before \(words(margin, upwards: false)) was reached."
  }

  /// A difference of the objective; rounded up where it is a bound that was found.
  private func words(_ value: Double, upwards: Bool) -> String {
    let isShare = experiment.objective.isShare
    let scaled = isShare ? value * 100 : value
    let shown = upwards ? SupportedDigits.oneDigitUp(scaled) : SupportedDigits.exact(scaled)
    return isShare ? "\(shown) pp" : shown
  }

  private func percent(_ share: Double) -> String { "\(SupportedDigits.exact(share * 100))%" }

  private var cost: String? {
    guard result.searched > 1, let last = result.rounds.last else { return nil }
    let even = last.trials * result.searched
    let spent =
      "It took \(SupportedDigits.grouped(last.trials)) trials of \(SupportedDigits.grouped(installs)) installs"
    guard even > result.strategyTrials else { return spent + "." }
    return spent + ". Strategies that left early spared "
      + "\(percent((100 * (1 - Double(result.strategyTrials) / Double(even))).rounded() / 100)) of the work."
  }

  private var leaving: String? {
    let rounds = result.rounds.filter { !$0.dropped.isEmpty }
    guard !rounds.isEmpty else { return nil }
    let left = rounds.map { "\($0.dropped.count) after \(SupportedDigits.grouped($0.trials)) trials" }
    let stayed = result.searched - rounds.reduce(0) { $0 + $1.dropped.count }
    return "Left: \(left.joined(separator: ", ")). Stayed: \(stayed)."
  }

  private var alike: String? {
    guard let winner = result.winner else { return nil }
    let others = result.alike(winner)
    guard !others.isEmpty else { return nil }
    let shown = others.prefix(3).map(name).joined(separator: ", ")
    let more = others.count > 3 ? ", and \(others.count - 3) more" : ""
    return "Exactly as good as \(name(winner)): \(shown)\(more)."
  }

  private var fresh: String? {
    result.winner == nil
      ? nil : "The answer below is of new trials. Those that chose would flatter the choice."
  }
}
