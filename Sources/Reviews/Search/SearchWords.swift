import ExperimentDesign
import Rendering
import Studies

/// What a search says of itself, a sentence each.
struct SearchWords {
  let report: SearchReport
  private var unit: Unit { report.objective.unit.difference }

  /// What may be lost by the choice.
  var promise: Phrase {
    guard let winner = report.winner, let reached = report.guaranteedMargin, let margin = report.margin else {
      return "No strategy may be chosen."
    }
    guard report.ranked.count > 1 else { return "\(winner) is the only one that may be chosen." }
    let all: Phrase = report.ranked.count == 2 ? "both" : "all \(grouped: report.ranked.count)"
    let most = bound(max(margin, reached), isFound: reached > margin)
    let early: Phrase? =
      report.isSettled ? nil : " The trials ended before \(bound(margin, isFound: false)) was reached."
    return
      "\(winner) is within \(most) of the best of \(all), with \(Quantity.given(report.guarantee, .share)) probability over Monte Carlo error.\(early)"
  }

  /// How many strategies there were, and why some may not be chosen.
  var searched: Phrase {
    let all: Phrase = "\(report.strategies.count, "strategy", "strategies")"
    let parts = [
      part(.notAllowed, "forbidden by Apple's rules"), part(.blocked, "blocked by the platform checks"),
      part(.beyondGuardrail, "beyond a guardrail"), part(.withoutValue, "without a value of the objective"),
      part(.alike, "the same as another"),
    ].compactMap { $0 }
    return parts.isEmpty ? "\(all)." : "\(all): \(parts.joined(separator: ", "))."
  }

  private func part(_ standing: SearchReport.Standing, _ words: Phrase) -> Phrase? {
    let count = report.count(standing)
    return count == 0 ? nil : "\(grouped: count) \(words)"
  }

  /// How the best was found.
  var details: [Phrase] {
    [blocked, dropped, alike].compactMap { $0 } + twins
  }

  /// Why the first of the blocked strategies is.
  private var blocked: Phrase? {
    report.strategies.first { $0.standing == .blocked }.flatMap { row in
      row.reason.map { "\(row.strategy): \($0)." }
    }
  }

  private var dropped: Phrase? {
    let left = Dictionary(grouping: report.strategies.compactMap(\.leftAfterTrials)) { $0 }.sorted {
      $0.key < $1.key
    }
    let counts = left.map { "\(grouped: $0.value.count) after \($0.key, "trial")" as Phrase }
    return counts.isEmpty ? nil : "Dropped: \(counts.joined(separator: ", "))."
  }

  private var alike: Phrase? {
    let others = report.strategies.filter { $0.alike != nil && $0.alike == report.winner }.map(\.strategy)
    guard let winner = report.winner, !others.isEmpty else { return nil }
    return "The same as \(winner): \(list(others))."
  }

  private var twins: [Phrase] {
    guard let margin = report.margin else { return [] }
    let near = Dictionary(grouping: report.ranked.map { report.strategies[$0] }) { $0.near }
    return report.strategies.compactMap { row in near[row.strategy].map { (row.strategy, $0.map(\.strategy)) }
    }
    .prefix(3).map { "Within \(bound(margin / 10, isFound: false)) of \($0): \(list($1))." }
  }

  private func list(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ")
      + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  /// A difference of the objective; rounded up where it is a bound that was found.
  private func bound(_ value: Double, isFound: Bool) -> Phrase {
    isFound ? Quantity.atMost(value, unit) : Quantity.given(value, unit)
  }
}
