import ExperimentDesign
import Inference
import Rendering
import Studies

/// The second half of a question: what one thing does, by options that differ in nothing else.
extension ScenarioWords {
  /// What each pre-prompt, usage string, moment and order of consent does.
  var contrasts: [String] {
    var lines: [(subject: String, verdict: String?, pairs: [String])] = []
    for contrast in found.contrasts {
      let (pair, verdict) = words(contrast)
      let subject = subject(contrast.contrast.subject)
      if let same = lines.firstIndex(where: { $0.subject == subject && $0.verdict == verdict }) {
        lines[same].pairs.append(pair)
      } else {
        lines.append((subject, verdict, [pair]))
      }
    }
    return lines.map {
      "\($0.subject), \($0.pairs.joined(separator: "; ")).\($0.verdict.map { " " + $0 } ?? "")"
    }
  }

  /// What each swept key does, and its best value.
  var sweeps: [String] { found.sweeps.map(words) }

  private func subject(_ subject: Contrast.Subject) -> String {
    switch subject {
    case .prePrompt: "Pre-prompt"
    case .usageString: "Usage string"
    case .moment: "Moment"
    case .consentOrder: "Consent first"
    }
  }

  /// `b vs a: +1.2 pp (90% range -3.7 to +6.4)`, and what that says.
  private func words(_ summary: ContrastSummary) -> (pair: String, verdict: String?) {
    let contrast = summary.contrast
    let pair = "\(name(contrast.arm)) vs \(name(contrast.reference)): \(number(summary.difference))"
    if contrast.assumesNoEffect { return (pair, "Its words are assumed to change no answer (odds ratio 1).") }
    guard let range = summary.difference.uncertaintyInterval90 else { return (pair, nil) }
    if max(abs(range.lower), abs(range.upper)) <= numbers.margin { return (pair, "No practical difference.") }
    if range.lower <= 0, range.upper >= 0 { return (pair, "Inconclusive.") }
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    // What a string does is the odds ratio that the file gives it, and no finding.
    let source = contrast.subject == .usageString ? ", by the odds ratio in the file." : "."
    return (pair, (sign * summary.difference.overTrials.mean > 0 ? "It helps" : "It hurts") + source)
  }

  /// `+1.2 pp (90% range -3.7 to +6.4)`.
  private func number(_ difference: Estimate) -> String {
    let text = numbers.difference(difference, signed: true)
    return numbers.range(difference).map { "\(text) (90% range \(numbers.bare($0)))" } ?? text
  }

  /// A swept key as a curve: every value with the objective it leads to, and the best one.
  private func words(_ summary: SweepSummary) -> String {
    let points = summary.sweep.points
    func value(_ point: Sweep.Point) -> String {
      point.value == "null" ? "none" : TerminalText.safe(point.value)
    }
    let levels = numbers.levels(points.map { found.arms[$0.arm].objective })
    let curve = zip(points, levels).map { "\(value($0)): \($1)" }.joined(separator: ", ")
    let held = summary.sweep.held.map { "\($0.path)=\($0.value == "null" ? "none" : $0.value)" }
    let title =
      "\(summary.sweep.name) \(summary.sweep.path)\(held.isEmpty ? "" : " (\(held.joined(separator: ", ")))")"
    let best = points.first { $0.arm == summary.best }.map(value) ?? ""
    let leads = summary.leads.map { lead in
      "\(number(lead.difference)) vs \(points.first { $0.arm == lead.arm }.map(value) ?? "")"
    }
    return
      "Sweep of \(TerminalText.safe(title)): \(curve). Best: \(best)\(leads.isEmpty ? "" : ", \(leads.joined(separator: "; "))")."
  }
}
