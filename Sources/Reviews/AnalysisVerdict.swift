import Inference
import Studies
import TestData

/// The verdict of an analysis in words: one sentence per comparison, with the margin stated.
struct AnalysisVerdict {
  var analysis: TestAnalysis

  /// The sentences, the margin first.
  var sentences: [String] {
    guard let panel = analysis.mainPanel else {
      return ["No verdict: the data have no denominator that every arm has."]
    }
    let comparisons = panel.statistics.comparisons
    guard !comparisons.isEmpty else {
      return ["No verdict: there is one arm and nothing to compare it with."]
    }
    var sentences: [String] = []
    for strata in analysis.strata where strata.splitDrifts {
      sentences.append(
        "The split differs between \(strata.kind.plural), so that what follows may be an artefact of it:")
    }
    for index in comparisons.indices {
      sentences.append(sentence(index, panel))
      sentences += GuardrailSentences(analysis: analysis).sentences(index, panel)
    }
    sentences.append(margin)
    return sentences
  }

  private var margin: String {
    let delta = SupportedDigits.text(analysis.options.statistics.margin * 100, decimals: 3)
    return "Equivalent means: shown to differ by less than δ = \(trimmed(delta)) points either way."
  }

  private func trimmed(_ number: String) -> String {
    var text = number
    while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private func sentence(_ index: Int, _ panel: AnalysisPanel) -> String {
    let comparison = panel.statistics.comparisons[index]
    let arm = name(comparison.arm)
    let baseline = name(analysis.baseline)
    switch analysis.verdict(of: index, in: panel) {
    case .none(let reason):
      return analysis.withheld == nil
        ? "\(arm) cannot be compared with \(baseline): \(reason)."
        : "No verdict on \(arm) vs \(baseline): \(reason). Measured\(byDay.isEmpty ? "" : " \(byDay.dropLast(2))"): \(facts(index, panel))."
    case .value(let verdict):
      let found = byDay + facts(index, panel)
      switch verdict {
      case .better: return "\(arm) is better than \(baseline): \(found)."
      case .worse: return "\(arm) is worse than \(baseline): \(found)."
      case .equivalent: return "\(arm) is equivalent to \(baseline): \(found)."
      case .unknown:
        return "Unknown whether \(arm) is better or worse than \(baseline): \(found)."
      }
    }
  }

  /// `by day 7 after the install, `; empty for counts, which have no days.
  private var byDay: String {
    switch analysis.material {
    case .counts: ""
    case .events(_, let day, _): "by day \(day) after the install, "
    }
  }

  private func facts(_ index: Int, _ panel: AnalysisPanel) -> String {
    let comparison = panel.statistics.comparisons[index]
    let interval = analysis.interval(of: index, in: panel)
    let decimals = AnalysisNumbers.decimals(interval)
    func per(_ count: ObservedCount) -> String {
      count.rate.map { SupportedDigits.text($0 * 100, decimals: decimals) + " %" } ?? "–"
    }
    let difference = comparison.counts.difference.value
    let direction = (difference ?? 0) < 0 ? "less" : "more"
    let size = AnalysisNumbers.points(difference.map(abs), interval, signed: false)
    let rates =
      "\(per(comparison.counts.arm)) \(panel.denominator.ofWhom) allowed against "
      + "\(per(comparison.counts.baseline)), \(size) points \(direction)"
    guard interval != nil else { return rates + " (\(whyNoInterval(comparison.arm)))" }
    let level = AnalysisNumbers.level(analysis.options.statistics.level)
    var confidence = "with \(level) confidence"
    if panel.statistics.comparisons.count > 1,
      panel.statistics.comparisonLevel.value != analysis.options.statistics.level.value
    {
      confidence += " together with the other comparisons"
    }
    if let kind = analysis.clustered.first(where: { $0.arm == comparison.arm })?.kind {
      return rates
        + " (\(AnalysisNumbers.interval(interval, signed: true)) \(confidence), over \(kind.rawValue)s)"
    }
    if analysis.options.isRunning || analysis.looks != nil { confidence += ", at every look" }
    if let looks = analysis.looks, let decisive = looks.readings[index].decidingIndex,
      decisive < looks.moments.count - 1
    {
      confidence += ", by the look at \(looks.moments[decisive])"
    }
    return rates + " (\(AnalysisNumbers.interval(interval, signed: true)) \(confidence))"
  }

  private func whyNoInterval(_ arm: Int) -> String {
    if analysis.isConfounded(arm) { return "confounded, so without an interval" }
    if analysis.clustered.contains(where: { $0.arm == arm }) { return "without an interval over clusters" }
    return "too few yet for an interval that holds at every look"
  }

  private func name(_ arm: Int) -> String { "`\(TerminalText.safe(analysis.arms[arm]))`" }
}
