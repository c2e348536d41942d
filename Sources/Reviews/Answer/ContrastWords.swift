import ExperimentDesign
import Inference
import Rendering
import Studies

/// The second half of a question: what one thing does, by options that differ in nothing else.
extension ScenarioWords {
  /// What each pre-prompt, usage string, moment and order of consent does.
  var contrasts: [Phrase] {
    var lines: [(subject: Phrase, verdict: Phrase?, pairs: [Phrase])] = []
    for contrast in found.contrasts {
      guard let difference = contrast.difference else { continue }
      let (pair, verdict) = words(contrast, difference)
      let subject = subject(contrast.subject)
      if let same = lines.firstIndex(where: { $0.subject == subject && $0.verdict == verdict }) {
        lines[same].pairs.append(pair)
      } else {
        lines.append((subject, verdict, [pair]))
      }
    }
    return lines.map { "\($0.subject), \($0.pairs.joined(separator: "; ")).\($0.verdict)" }
  }

  private func subject(_ subject: Contrast.Subject) -> Phrase {
    switch subject {
    case .prePrompt: "Pre-prompt"
    case .usageString: "Usage string"
    case .moment: "Moment"
    case .consentOrder: "Consent first"
    }
  }

  /// `b vs a: +1.2 pp (90% range -3.7 to +6.4)`, and what that says.
  private func words(_ contrast: Contrast, _ difference: Estimate) -> (pair: Phrase, verdict: Phrase?) {
    let size = self.difference(difference).withRange(negligible: negligible)
    let pair: Phrase = "\(name(contrast.option)) vs \(name(contrast.reference)): \(size)"
    if contrast.assumesNoEffect {
      return (pair, " Its words are assumed to change no answer (odds ratio 1).")
    }
    guard let range = difference.uncertaintyInterval90 else { return (pair, nil) }
    if max(abs(range.lower), abs(range.upper)) <= margin { return (pair, " No practical difference.") }
    if range.lower <= 0, range.upper >= 0 { return (pair, " Inconclusive.") }
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    let verb: Phrase = sign * difference.overTrials.mean > 0 ? " It helps" : " It hurts"
    // What a string does is the odds ratio that the file gives it, and no finding.
    return (pair, contrast.subject == .usageString ? "\(verb), by the odds ratio in the file." : "\(verb).")
  }
}
