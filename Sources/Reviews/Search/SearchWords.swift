import ExperimentDesign
import Rendering
import Studies

/// What a search says of itself, a sentence each.
struct SearchWords {
  let report: SearchReport
  private var isShare: Bool { report.objective.isShare }

  /// What may be lost by the choice.
  var promise: String {
    guard let winner = report.winner, let reached = report.guaranteedMargin, let margin = report.margin else {
      return "No strategy may be chosen."
    }
    let name = TerminalText.safe(winner)
    guard report.searched > 1 else { return "\(name) is the only one that may be chosen." }
    let all = report.searched == 2 ? "both" : "all \(SupportedDigits.grouped(report.searched))"
    let most = bound(max(margin, reached), isFound: reached > margin)
    return
      "\(name) is within \(most) of the best of \(all), with \(percent(report.guarantee)) probability over "
      + "Monte Carlo error."
      + (report.isSettled
        ? "" : " The trials ended before \(bound(margin, isFound: false)) was reached.")
  }

  /// How many strategies there were, and why some may not be chosen.
  var searched: String {
    let count = report.strategies.count
    let all = count == 1 ? "1 strategy" : "\(SupportedDigits.grouped(count)) strategies"
    let parts = [
      part(.notAllowed, "forbidden by Apple's rules"), part(.blocked, "blocked by the platform checks"),
      part(.beyondGuardrail, "beyond a guardrail"), part(.withoutValue, "without a value of the objective"),
      part(.alike, "the same as another"),
    ].compactMap { $0 }
    return parts.isEmpty ? "\(all)." : "\(all): \(parts.joined(separator: ", "))."
  }

  private func part(_ standing: SearchReport.Standing, _ words: String) -> String? {
    let count = report.count(standing)
    return count == 0 ? nil : "\(SupportedDigits.grouped(count)) \(words)"
  }

  /// How the best was found.
  var details: [String] {
    [blocked, cost, dropped, alike].compactMap { $0 } + twins
  }

  /// Why the first of the blocked strategies is.
  private var blocked: String? {
    report.strategies.first { $0.standing == .blocked }.flatMap { row in
      row.reason.map { "\(TerminalText.safe(row.strategy)): \(TerminalText.safe($0))." }
    }
  }

  private var cost: String? {
    let cost = report.cost
    guard report.searched > 1, let last = report.rounds.last else { return nil }
    let spent =
      "It took \(SupportedDigits.grouped(last.trials)) trials of \(SupportedDigits.grouped(cost.installs)) installs"
    guard cost.evenSearch > cost.strategyTrials else { return spent + "." }
    let saved = 1 - Double(cost.strategyTrials) / Double(cost.evenSearch)
    return spent + ". Dropping strategies early saved \(percent((100 * saved).rounded() / 100)) of the work."
  }

  private var dropped: String? {
    let rounds = report.rounds.filter { !$0.left.isEmpty }
    guard !rounds.isEmpty else { return nil }
    let counts = rounds.map { "\($0.left.count) after \(SupportedDigits.grouped($0.trials)) trials" }
    return "Dropped: \(counts.joined(separator: ", "))."
  }

  private var alike: String? {
    let others = report.strategies.filter { $0.alike != nil && $0.alike == report.winner }.map(\.strategy)
    guard let winner = report.winner, !others.isEmpty else { return nil }
    return "The same as \(TerminalText.safe(winner)): \(list(others))."
  }

  private var twins: [String] {
    guard let margin = report.margin else { return [] }
    return report.twins.prefix(3).map {
      "Within \(bound(margin / 10, isFound: false)) of \(TerminalText.safe($0.strategy)): \(list($0.others))."
    }
  }

  private func list(_ names: [String]) -> String {
    names.prefix(3).map(TerminalText.safe).joined(separator: ", ")
      + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  /// What it does to change one key.
  var steps: [String] {
    report.oneStep.map { step in
      let change = TerminalText.safe("\(step.key): \(step.to) in place of \(step.from)")
      if step.isAlike { return "\(change): exactly as good" }
      guard let difference = step.difference else { return "\(change): no value of the objective" }
      let scale = isShare ? 100.0 : 1
      let error = step.mcse.map { scale * $0 }
      let decimals = min(
        SupportedDigits.decimals(error: error, plain: 2),
        SupportedDigits.useful(for: [scale * difference], isPercent: isShare))
      let shown =
        error.map { " (Monte Carlo error \(SupportedDigits.errorText($0, decimals: decimals)))" } ?? ""
      return "\(change): \(SupportedDigits.text(scale * difference, decimals: decimals, signed: true))"
        + (isShare ? " pp" : "") + shown
    }
  }

  /// A difference of the objective; rounded up where it is a bound that was found.
  private func bound(_ value: Double, isFound: Bool) -> String {
    let scaled = isShare ? value * 100 : value
    return (isFound ? SupportedDigits.oneDigitUp(scaled) : SupportedDigits.exact(scaled))
      + (isShare ? " pp" : "")
  }

  private func percent(_ share: Double) -> String { "\(SupportedDigits.exact(share * 100))%" }
}
