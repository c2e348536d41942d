import Inference
import Rendering
import Studies
import TestAnalysis
import TestData

/// The verdict of an analysis in words: one sentence per comparison, with the margin stated.
struct AnalysisVerdict {
  var analysis: AnalysedTest

  /// The sentences; last the margin, where it decided or was set.
  var sentences: [String] {
    guard let panel = analysis.mainPanel else {
      return ["No verdict: the data have no denominator that every option has."]
    }
    let comparisons = panel.statistics.comparisons
    guard !comparisons.isEmpty else {
      return ["No verdict: there is one option and nothing to compare it with."]
    }
    if let unanswered = unanswered(panel) { return unanswered }
    return drifts(panel)
      + comparisons.indices.flatMap { index in
        [sentence(index, panel)] + GuardrailSentences(analysis: analysis).sentences(index, panel)
      } + margin(panel)
  }

  /// What a split that differs between parts of the test means for what follows.
  private func drifts(_ panel: AnalysisPanel) -> [String] {
    let used = panel.judgements.compactMap(\.within)
    let known = analysis.strata.filter(\.splitDrifts).map { strata in
      used.contains { $0.isWithin(strata.kind) }
        ? "The split differs between \(strata.kind.plural), so options are compared within \(strata.kind.plural)."
        : "The split differs between \(strata.kind.plural), so the comparison below may reflect the split, not the options:"
    }
    let compared = zip(panel.statistics.comparisons, panel.judgements).filter { $1.within != nil }.map(
      \.0.arm)
    return analysis.sharedClusters.filter { compared.contains($0.arm) }.map(shared) + known
  }

  /// What the verdict rests on where only some releases (languages) carry both arms.
  private func shared(_ shared: SharedClusters) -> String {
    let kinds = "\(shared.kind.rawValue)s"
    return
      "\(shared.clusters.count) of \(shared.count) \(kinds) \(shared.clusters.count == 1 ? "carries" : "carry") both "
      + "\(name(shared.arm)) and \(name(analysis.baseline)): they are compared within \(shared.within.words). "
      + "This excludes \(AnalysisNumbers.share(shared.leftOut)) of their installs."
  }

  /// What equivalent means, where an option is, or where somebody who set a margin reads that none is.
  private func margin(_ panel: AnalysisPanel) -> [String] {
    let isSet = analysis.options.statistics.margin != CountsAnalysis.Options().margin
    let isAsked = panel.judgements.contains { judgement in
      switch judgement.verdict {
      case .equivalent: true
      case .unknown: isSet
      case .better, .worse, nil: false
      }
    }
    guard isAsked else { return [] }
    let delta = SupportedDigits.text(analysis.options.statistics.margin * 100, decimals: 3)
    return ["Equivalent means: shown to differ by less than \(trimmed(delta)) pp in either direction."]
  }

  private func trimmed(_ number: String) -> String {
    var text = number
    while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private func sentence(_ index: Int, _ panel: AnalysisPanel) -> String {
    let judgement = panel.judgements[index]
    let arm = name(panel.statistics.comparisons[index].arm)
    let baseline = name(analysis.baseline)
    let found = byDay + facts(index, panel)
    switch judgement.verdict {
    case nil where judgement.reason == .emptyArm:
      let compared = [panel.statistics.comparisons[index].arm, analysis.baseline]
      let reason =
        analysis.reasonEmpty(compared, in: panel).map { ": \(AnalysisNotices(analysis).reason($0))" } ?? ""
      return "\(arm) cannot be compared with \(baseline)\(TerminalText.safe(reason))."
    case nil where judgement.reason == .nobodyAnswered:
      return unanswered(panel.statistics.comparisons[index].arm)
    case nil:
      let reason = judgement.reason?.description ?? ""
      return judgement.difference == nil
        ? "\(arm) cannot be compared with \(baseline): \(reason)."
        : "No verdict on \(arm) vs \(baseline): \(reason). Measured: \(found)."
    case .better: return "\(arm) is better than \(baseline): \(found)."
    case .worse: return "\(arm) is worse than \(baseline): \(found)."
    case .equivalent:
      return "\(arm) is equivalent to \(baseline): \(found).\(twoTests(judgement, panel))"
    case .unknown: return "Inconclusive: \(arm) vs \(baseline), \(found)."
    }
  }

  /// Why options are equivalent although the interval reaches beyond the margin; empty where it does not.
  private func twoTests(_ judgement: Judgement, _ panel: AnalysisPanel) -> String {
    let margin = analysis.options.statistics.margin
    guard let interval = judgement.interval, max(-interval.lower, interval.upper) > margin else { return "" }
    let level = analysis.options.statistics.level
    let narrower =
      isTogether(panel)
      ? "a narrower interval" : "the \(AnalysisNumbers.level(level.ofTwoOneSidedTests)) interval"
    return
      " This interval reaches beyond the margin, but equivalence is judged by \(narrower): two one-sided tests."
  }

  /// `by day 7 after the install, `; empty for counts, which have no days.
  private var byDay: String {
    switch analysis.material {
    case .counts: ""
    case .events(_, let day, _): "by day \(day) after the install, "
    }
  }

  private func facts(_ index: Int, _ panel: AnalysisPanel) -> String {
    let judgement = panel.judgements[index]
    let counts = panel.statistics.comparisons[index].counts
    switch judgement.basis {
    case .mantelHaenszel:
      let kinds = judgement.within?.words ?? ""
      let pooled = panel.statistics.comparisons[index].interval
      return "within \(kinds) \(size(judgement.difference, judgement.interval))"
        + qualification(index, panel)
        + "; pooled over \(kinds), \(rates(counts.arm.rate, counts.baseline.rate, pooled, panel)), "
        + "\(size(counts.difference, pooled)) (\(AnalysisNumbers.interval(pooled, signed: true))), which includes "
        + "differences between \(kinds)"
    case .miettinenNurminen, .confidenceSequence, .repeated, .clusterRobust:
      return rates(counts.arm.rate, counts.baseline.rate, judgement.interval, panel) + ", "
        + size(judgement.difference, judgement.interval) + qualification(index, panel)
    }
  }

  /// `20.6% of installs allowed against 24.8%`.
  private func rates(
    _ arm: Double?, _ baseline: Double?, _ interval: ConfidenceInterval?, _ panel: AnalysisPanel
  ) -> String {
    let decimals = AnalysisNumbers.decimals(interval)
    func per(_ rate: Double?) -> String {
      rate.map { SupportedDigits.text($0 * 100, decimals: decimals) + "%" } ?? "–"
    }
    return "\(per(arm)) \(panel.denominator.ofWhom) allowed against \(per(baseline))"
  }

  /// `4.2 pp more`.
  private func size(_ difference: Double?, _ interval: ConfidenceInterval?) -> String {
    let direction = (difference ?? 0) < 0 ? "less" : "more"
    return "\(AnalysisNumbers.points(difference.map(abs), interval, signed: false)) pp \(direction)"
  }

  /// The interval with what it holds for, in brackets, and what decides where that is not the interval.
  private func qualification(_ index: Int, _ panel: AnalysisPanel) -> String {
    let judgement = panel.judgements[index]
    guard let interval = judgement.interval else {
      return judgement.verdict == nil
        ? "" : " (\(whyNoInterval(panel.statistics.comparisons[index].arm)))"
    }
    let bounds = AnalysisNumbers.interval(interval, signed: true)
    return " (\(bounds) \(confidence(index, panel)))" + decision(judgement, panel)
  }

  /// `with 95% confidence together with the other comparisons, at every look`.
  private func confidence(_ index: Int, _ panel: AnalysisPanel) -> String {
    let judgement = panel.judgements[index]
    var text = "with \(AnalysisNumbers.level(analysis.options.statistics.level)) confidence"
    if isTogether(panel) { text += ", simultaneous over all comparisons" }
    switch judgement.basis {
    case .miettinenNurminen: break
    case .mantelHaenszel: text += ", Mantel–Haenszel; p = \(AnalysisNumbers.p(judgement.adjusted))"
    case .clusterRobust:
      let kinds = kinds(of: panel.statistics.comparisons[index].arm)
      text += ", over \(kinds), if \(kinds) were randomised"
    case .confidenceSequence, .repeated:
      text += ", at every look"
      if let looks = analysis.looks, let decisive = looks.readings[index].decidingIndex,
        decisive < looks.moments.count - 1
      {
        text += ", by the look at \(looks.moments[decisive])"
      }
    }
    return text
  }

  /// Why the verdict is not the one that the interval would give.
  private func decision(_ judgement: Judgement, _ panel: AnalysisPanel) -> String {
    guard judgement.intervalDisagrees, let adjusted = judgement.adjusted else { return "" }
    let p = "p = \(AnalysisNumbers.p(adjusted))"
    return isTogether(panel)
      ? "; \(p) (holm) decides: it is adjusted stepwise, while the interval is simultaneous "
        + "over all comparisons"
      : "; \(p) decides, and comes from a different formula than the interval"
  }

  private func isTogether(_ panel: AnalysisPanel) -> Bool {
    panel.statistics.comparisons.count > 1
      && panel.statistics.comparisonLevel != analysis.options.statistics.level
  }

  private func kinds(of arm: Int) -> String {
    let kind =
      analysis.clustered.first { $0.arm == arm }?.kind
      ?? analysis.sharedClusters.first { $0.arm == arm }?.kind
    return (kind?.rawValue ?? "cluster") + "s"
  }

  private func whyNoInterval(_ arm: Int) -> String {
    analysis.clustered.contains { $0.arm == arm }
      ? "without an interval over \(kinds(of: arm))" : "too few yet for an interval that holds at every look"
  }

  private func name(_ arm: Int) -> String { TerminalText.inSentence(analysis.arms[arm]) }
}
