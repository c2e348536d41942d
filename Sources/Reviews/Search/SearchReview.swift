import ExperimentDesign
import Inference
import Rendering
import Studies

/// What a search found, in words: what was searched, what is promised, and what it took.
///
/// Its numbers about the strategies come from a run of their own, whose answer follows it.
struct SearchReview {
  let report: SearchReport
  /// The run that the numbers come from; `nil` where no strategy may be chosen.
  private let finalRun: RunOutline?
  private var objective: Objective { report.objective }
  private var result: StrategySearchResult { report.result }
  private var guarantee: Double { report.guarantee }

  /// A review of a search.
  ///
  /// - Parameter final: the run that its numbers come from; `nil` where no strategy may be chosen.
  init(_ report: SearchReport, final: RunOutline?) {
    self.report = report
    finalRun = final
  }

  /// The sections.
  var document: ReviewDocument {
    ReviewDocument([
      [.title("Search")] + sentences.map { .text($0) },
      steps.isEmpty ? [] : [.title("One step away")] + steps.map { .item($0) },
    ])
  }

  /// What is said, a sentence or two each.
  var sentences: [String] {
    [searched, blocked, promise, cost, leaving, alike, twins, fresh].compactMap { $0 }
  }

  func name(_ arm: Int) -> String { TerminalText.safe(report.name(arm)) }

  private var searched: String {
    let unfit = [
      part(result.forbidden.count, ("is forbidden by Apple's rules", "are forbidden by Apple's rules")),
      part(
        result.blocked.count,
        ("is blocked by an error of the platform checks", "are blocked by errors of the platform checks")),
      part(alikeCount, ("does the same as another", "do the same as another")),
      part(result.beyondGuardrails.count, ("breaks a guardrail", "break a guardrail")),
      part(
        result.withoutValue.count,
        ("has no value of the objective", "have no value of the objective")),
    ].compactMap { $0 }
    let all = strategies(report.strategies.count)
    let left = result.searched
    let toChoose =
      "\(left == 0 ? "None" : SupportedDigits.grouped(left)) \(left > 1 ? "are" : "is") left to choose from."
    return unfit.isEmpty ? "\(all) searched." : "\(all): \(unfit.joined(separator: ", ")). \(toChoose)"
  }

  /// A number of strategies with what is said of them; `nil` for none.
  private func part(_ count: Int, _ words: (one: String, many: String)) -> String? {
    count == 0 ? nil : "\(SupportedDigits.grouped(count)) \(count == 1 ? words.one : words.many)"
  }

  /// Why the first of the blocked strategies is.
  private var blocked: String? {
    guard let first = result.blocked.first, let error = report.strategies[first].errors.first else {
      return nil
    }
    return "\(name(first)): \(TerminalText.safe(error))."
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
    let isBest = finalRun == nil ? "" : " Chance best below is that it is best over the uncertain inputs."
    let sentence =
      held + "\(all), with \(chance) probability over Monte Carlo error."
      + " That is about the search: at least \(chance) of such searches with other seeds are right.\(isBest)"
    return result.isSettled
      ? sentence
      : sentence + " The trials ended before \(words(margin, upwards: false)) was reached."
  }

  private var twins: String? {
    guard let margin = result.margin, !result.twins.isEmpty else { return nil }
    let all = result.ranked.compactMap { arm in result.twins[arm].map { (arm, $0) } }
    let shown = all.prefix(3).map { arm, others in
      let names = others.prefix(3).map(name).joined(separator: ", ")
      return "As good as \(name(arm)): \(names)\(others.count > 3 ? " and \(others.count - 3) more" : "")."
    }
    let more = all.count > 3 ? " Others are in --format json." : ""
    return "Some differ by less than \(words(margin / 10, upwards: false)), which is nothing. "
      + shown.joined(separator: " ") + more
  }

  /// What it does to change one key.
  private var steps: [String] {
    report.steps.map { step in
      let change = TerminalText.safe("\(step.key): \(step.to) in place of \(step.from)")
      guard !step.isAlike else { return "\(change): exactly as good" }
      guard let difference = step.difference else { return "\(change): no value of the objective" }
      return "\(change): \(signed(difference))"
    }
  }

  /// A difference of the objective with its Monte Carlo error: `-0.54 pp (Monte Carlo error 0.06)`.
  private func signed(_ found: (mean: Double, mcse: Double?)) -> String {
    let scale = objective.isShare ? 100.0 : 1
    let error = found.mcse.map { scale * $0 }
    let decimals = min(
      SupportedDigits.decimals(error: error, plain: 2),
      SupportedDigits.useful(for: [scale * found.mean], isPercent: scale > 1))
    let unit = scale > 1 ? " pp" : ""
    let shown =
      error.map { " (Monte Carlo error \(SupportedDigits.errorText($0, decimals: decimals)))" } ?? ""
    return SupportedDigits.text(scale * found.mean, decimals: decimals, signed: true) + unit + shown
  }

  /// A difference of the objective; rounded up where it is a bound that was found.
  private func words(_ value: Double, upwards: Bool) -> String {
    let isShare = objective.isShare
    let scaled = isShare ? value * 100 : value
    let shown = upwards ? SupportedDigits.oneDigitUp(scaled) : SupportedDigits.exact(scaled)
    return isShare ? "\(shown) pp" : shown
  }

  private func percent(_ share: Double) -> String { "\(SupportedDigits.exact(share * 100))%" }

  private var cost: String? {
    guard result.searched > 1, let last = result.rounds.last else { return nil }
    let even = last.trials * result.searched
    let spent =
      "It took \(SupportedDigits.grouped(last.trials)) trials of \(SupportedDigits.grouped(result.installs)) installs"
    guard even > result.strategyTrials else { return spent + "." }
    return spent + ". Dropping strategies early saved "
      + "\(percent((100 * (1 - Double(result.strategyTrials) / Double(even))).rounded() / 100)) of the work."
  }

  private var leaving: String? {
    let rounds = result.rounds.filter { !$0.dropped.isEmpty }
    guard !rounds.isEmpty else { return nil }
    let counts = rounds.map { "\($0.dropped.count) after \(SupportedDigits.grouped($0.trials)) trials" }
    let dropped = Set(rounds.flatMap(\.dropped))
    let remaining = result.means.keys.count { !dropped.contains($0) }
    return "Dropped: \(counts.joined(separator: ", ")). Remaining: \(remaining)."
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
    guard result.winner != nil else { return nil }
    guard let finalRun else {
      return "The answer below is of new trials. Those that chose would flatter the choice."
    }
    return "The answer below is of new trials, since those that chose would flatter the choice: "
      + "\(SupportedDigits.grouped(finalRun.trials)) x \(SupportedDigits.grouped(finalRun.installs)) installs, seed "
      + "\(finalRun.description.seed), in place of the file's."
  }
}
