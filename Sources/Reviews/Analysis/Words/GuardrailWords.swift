import Inference
import Rendering
import Studies
import TestAnalysis
import TestData

/// A guardrail in the words and digits of a person.
struct GuardrailWords {
  var guardrail: Guardrail

  private var isShare: Bool { guardrail.column != .value }
  private var scale: Double { isShare ? 100 : 1 }

  /// `day-7 retention`.
  var name: String {
    switch guardrail.column {
    case .retainedD1: "day-1 retention"
    case .retainedD7: "day-7 retention"
    case .value: "value per install"
    }
  }

  /// `0.5 pp`, `5%`, `0.02`.
  var margin: String {
    let margin = guardrail.margin
    return margin.isRelative
      ? "\(Self.plain(margin.amount * 100))%" : Self.plain(margin.amount * scale) + unit
  }

  private var unit: String { isShare ? " pp" : "" }

  /// A number as short as it can be written with six digits.
  static func plain(_ value: Double) -> String {
    var text = SupportedDigits.text(value, decimals: 6)
    while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private func decimals(_ interval: ConfidenceInterval?) -> Int {
    guard let interval else { return isShare ? 1 : 3 }
    let half = (interval.upper - interval.lower) / 2 * scale
    return max(isShare ? 1 : 0, SupportedDigits.decimals(error: half / 2, plain: isShare ? 1 : 3))
  }

  /// `12.3%`, or the mean of the value.
  func level(_ arm: Int) -> String {
    guard let mean = guardrail.arms[arm].mean else { return "–" }
    let interval =
      guardrail.comparisons.first { $0.arm == arm }?.interval ?? guardrail.comparisons.first?.interval
    return SupportedDigits.text(mean * scale, decimals: decimals(interval)) + (isShare ? "%" : "")
  }

  /// `-0.3`, in points or in units of the value.
  func difference(_ comparison: Guardrail.Comparison) -> String {
    guard let difference = comparison.difference else { return "–" }
    return SupportedDigits.text(difference * scale, decimals: decimals(comparison.interval), signed: true)
  }

  /// `-1.4 to +0.8`.
  func interval(_ interval: ConfidenceInterval?) -> String {
    guard let interval else { return "–" }
    let decimals = decimals(interval)
    let ends = [interval.lower, interval.upper].map {
      SupportedDigits.text($0 * scale, decimals: decimals, signed: true)
    }
    return "\(ends[0]) to \(ends[1])"
  }

  /// `day-7 retention -0.3 pp (-1.4 to +0.8), margin 0.5 pp`.
  func facts(_ comparison: Guardrail.Comparison) -> String {
    var text = "\(name) \(difference(comparison))\(unit)"
    if comparison.interval != nil { text += " (\(interval(comparison.interval)))" }
    return text + ", margin \(margin)"
  }
}

/// What guardrails and the question of non-inferiority add to a verdict, a sentence or two per comparison.
struct GuardrailSentences {
  var analysis: AnalysedTest

  /// The sentences of a comparison of the main panel; empty where neither was asked.
  func sentences(_ index: Int, _ panel: AnalysisPanel) -> [String] {
    let arm = panel.statistics.comparisons[index].arm
    var sentences: [String] = []
    if let found = analysis.decisions[index].nonInferiority {
      sentences.append(sentence(found, arm, panel))
    }
    let made = analysis.guardrails.compactMap { guardrail in
      guardrail.comparisons.first { $0.arm == arm }.map {
        (words: GuardrailWords(guardrail: guardrail), found: $0)
      }
    }
    for (words, found) in made where found.finding != .notWorse {
      switch found.finding {
      case .worse: sentences.append("\(quoted(arm)) breaks a guardrail: \(words.facts(found)).")
      case .mayBeWorse:
        sentences.append(
          "For \(quoted(arm)) \(words.name) may be worse by more than the margin: \(words.facts(found)).")
      case .notWorse, nil:
        sentences.append(
          "For \(quoted(arm)) \(words.name) is not judged: \(found.reason?.words ?? "there is no interval").")
      }
    }
    return sentences + [conclusion(index, panel)].compactMap { $0 }
  }

  private func sentence(_ found: NonInferiority, _ arm: Int, _ panel: AnalysisPanel) -> String {
    let margin = GuardrailWords.plain(found.margin * 100)
    let pair = "\(quoted(arm)) is not worse than \(quoted(analysis.baseline)) by \(margin) pp or more"
    guard let interval = found.interval else {
      return "It is not shown that \(pair): there is no interval yet."
    }
    let lower = SupportedDigits.text(
      interval.lower * 100, decimals: AnalysisNumbers.decimals(interval), signed: true)
    let p = found.test.map { ", one-sided p = \(AnalysisNumbers.p($0.p))" } ?? ""
    return found.isShown
      ? "Shown: \(pair) (at worst \(lower) pp\(p))."
      : "Not shown that \(pair) (it could be \(lower) pp\(p)). More installs narrow this."
  }

  private func conclusion(_ index: Int, _ panel: AnalysisPanel) -> String? {
    guard let decision = analysis.decisions[index].ship else { return nil }
    let arm = quoted(panel.statistics.comparisons[index].arm)
    let verdict = panel.judgements[index].verdict
    let isNotWorse = analysis.decisions[index].nonInferiority?.isShown ?? false
    let gain = verdict == .better ? "better" : isNotWorse ? "not worse" : nil
    switch decision {
    case .ship: return "Ship \(arm): it is \(gain ?? "better")\(kept)."
    case .doNotShip:
      return "Do not ship \(arm)\(gain.map { ": it is \($0), but breaks a guardrail" } ?? "")."
    case .undecided:
      return gain == nil
        ? "Do not ship \(arm) yet: it is not shown to be better."
        : "Do not ship \(arm) yet: it is \(gain ?? ""), but not every guardrail is shown to hold. Collect more installs."
    }
  }

  /// `, and day-7 retention is not worse by more than 0.5 pp`.
  private var kept: String {
    let all = analysis.guardrails.map { guardrail in
      let words = GuardrailWords(guardrail: guardrail)
      return "\(words.name) is not worse by more than \(words.margin)"
    }
    guard let last = all.last else { return "" }
    return all.count == 1 ? ", and \(last)" : ", " + all.dropLast().joined(separator: ", ") + ", and " + last
  }

  private func quoted(_ arm: Int) -> String { TerminalText.inSentence(analysis.arms[arm]) }
}
