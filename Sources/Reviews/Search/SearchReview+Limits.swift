import Rendering
import Studies

/// What limits exclude, and what they cost.
extension SearchReview {
  /// A sentence or two for each limit, and what would be named without them.
  var limits: [String] {
    guard !report.limits.isEmpty else { return [] }
    let each = report.limits.map(findings)
    let none = report.nearestSentence.map { [$0] } ?? []
    let without = result.bestWithoutLimits.flatMap { best in
      best == result.winner ? nil : "Without limits \(name(best)) would be named."
    }
    return none + each + [without].compactMap { $0 }
  }

  private func findings(_ limit: SearchReport.Limit) -> String {
    let text = "'\(TerminalText.safe(limit.text))'"
    let count = SupportedDigits.grouped(limit.count)
    guard !limit.judged.isEmpty else {
      // A search of an earlier version judged by its own trials alone.
      let own = limit.winnerShare.flatMap { share in
        result.winner.map { "; \(name($0)) meets it in \(SearchReport.percent(share)) of their draws" }
      }
      return "In the trials of the search \(limit.count - limit.metBy) of \(count) fail \(text)\(own ?? "")."
    }
    var sentences: [String] = []
    if let winner = result.winner, let found = limit.judgement(of: winner), let share = found.share,
      let atLeast = found.atLeast
    {
      sentences.append(
        "\(name(winner)) meets \(text) in \(SearchReport.percent(share)) of draws of the uncertain inputs, at least "
          + "\(SearchReport.percent(atLeast)) allowing for Monte Carlo error.")
    }
    if limit.metBy < limit.count {
      sentences.append(
        "\(SupportedDigits.grouped(limit.count - limit.metBy)) of \(count) strategies fail "
          + "\(sentences.isEmpty ? text : "it") in the trials of the search.")
    }
    let failing = result.notShown.compactMap { arm in limit.judgement(of: arm) }.filter { !$0.isShown }
    if !failing.isEmpty {
      let names = failing.prefix(3).map { found in
        name(found.arm) + (found.share.map { " (\(SearchReport.percent($0)) of draws)" } ?? "")
      }
      let more = failing.count > 3 ? " and \(failing.count - 3) more" : ""
      sentences.append(
        "Not shown to meet \(sentences.isEmpty ? text : "it"): \(names.joined(separator: ", "))\(more).")
    }
    return sentences.joined(separator: " ")
  }

  /// The limits that a strategy one step away is not shown to meet, behind its difference.
  func broken(_ step: SearchReport.Step) -> String {
    step.broken.map { broken in
      let limit = report.limits.count == 1 ? "the limit" : "'\(TerminalText.safe(broken.text))'"
      let share = broken.share.map { " (met in \(SearchReport.percent($0)) of draws)" } ?? ""
      return "; not shown to meet \(limit)\(share)"
    }.joined()
  }
}

extension SearchReport {
  /// A share rounded down, so that what misses by little never reads as what is required: `89.9%`.
  static func percent(_ share: Double) -> String {
    SupportedDigits.text((share * 1_000 + 1e-9).rounded(.down) / 10, decimals: 1) + "%"
  }

  /// Which strategy comes nearest where none is shown to meet the limits; `nil` where one is chosen, or none was judged.
  public var nearestSentence: String? {
    guard result.winner == nil, let nearest = result.nearest else { return nil }
    let each = limits.compactMap { limit -> String? in
      guard let found = limit.judgement(of: nearest), !found.isShown, let share = found.share else {
        return nil
      }
      let atLeast =
        found.atLeast.map { ", at least \(Self.percent($0)) allowing for Monte Carlo error" } ?? ""
      return "'\(TerminalText.safe(limit.text))' in \(Self.percent(share)) of draws\(atLeast)"
    }
    let nearestName = TerminalText.safe(name(nearest))
    return "No strategy is shown to meet the limits. The nearest is \(nearestName)"
      + (each.isEmpty ? "." : ", which meets \(each.joined(separator: ", and ")).")
  }
}
