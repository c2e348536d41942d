import ExperimentDesign
import Inference
import Rendering
import Studies

/// The second half of a question: what one thing does, by options that differ in nothing else.
extension AnswerScenario {
  /// What each pre-prompt and each usage string does, and each moment where the pre-prompts are compared at several.
  var contrasts: [String] {
    guard recommendation.kind != .identical else { return [] }
    let words = scenario.contrasts.filter { $0.contrast.subject == .usageString }
    let prePrompts = scenario.contrasts.filter { $0.contrast.subject == .prePrompt }
    let orders = scenario.contrasts.filter { $0.contrast.subject == .consentOrder }
    let moments = moments
    return (moments.isEmpty ? prePrompts.map { line($0, "Pre-prompt") } : together(prePrompts, "Pre-prompt"))
      + moments + words.map { line($0, "Usage string") } + together(orders, "Consent first")
      + [consentLayer].compactMap { $0 }
  }

  /// How a difference is shown: its number, the ends of its 90% range, and what that says.
  private struct Shown {
    var difference: String
    /// `90% range -3.7 to +6.4`; `nil` without one.
    var range: String?
    var verdict: String?

    /// The number, with its range in brackets.
    var text: String { difference + (range.map { " (\($0))" } ?? "") }
  }

  private func shown(_ found: ContrastSummary) -> Shown {
    let difference = found.difference
    let text = numbers.difference(difference, signed: true)
    let assumed =
      found.contrast.assumesNoEffect ? "Its words are assumed to change no answer (odds ratio 1)." : nil
    guard let range = difference.uncertaintyInterval90, let shown = numbers.range(difference) else {
      return Shown(difference: text, verdict: assumed)
    }
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    // What a string does is the odds ratio that the file gives it, and no finding.
    let source = found.contrast.subject == .usageString ? ", by the odds ratio in the file." : "."
    let isNear = max(abs(range.lower), abs(range.upper)) <= numbers.margin
    let verdict =
      isNear
      ? "No practical difference."
      : range.lower <= 0 && range.upper >= 0
        ? "Inconclusive." : (sign * difference.overTrials.mean > 0 ? "It helps" : "It hurts") + source
    let ends = shown.hasSuffix(numbers.suffix) ? String(shown.dropLast(numbers.suffix.count)) : shown
    return Shown(difference: text, range: "90% range \(ends)", verdict: assumed ?? verdict)
  }

  private func line(_ found: ContrastSummary, _ subject: String) -> String {
    sentence(subject, [pair(found)], verdict: shown(found).verdict)
  }

  /// `b vs a: +1.2 pp (90% range -3.7 to +6.4)`.
  private func pair(_ found: ContrastSummary) -> String {
    "\(name(found.contrast.arm)) vs \(name(found.contrast.reference)): \(shown(found).text)"
  }

  private func sentence(_ subject: String, _ parts: [String], verdict: String?) -> String {
    "\(subject), \(parts.joined(separator: "; ")).\(verdict.map { " " + $0 } ?? "")"
  }

  /// Those of one verdict in one sentence, to leave room for the moments.
  private func together(_ found: [ContrastSummary], _ subject: String) -> [String] {
    var verdicts: [String?] = []
    for verdict in found.map({ shown($0).verdict }) where !verdicts.contains(verdict) {
      verdicts.append(verdict)
    }
    return verdicts.map { verdict in
      sentence(
        subject, found.filter { shown($0).verdict == verdict }.map(pair), verdict: verdict)
    }
  }

  /// Pairs of moments that are compared, at most.
  private static let mostMoments = 2

  /// Each moment against the first, with each pre-prompt that both have and without one.
  private var moments: [String] {
    let found = scenario.contrasts.filter { $0.contrast.subject == .moment }
    var pairs: [[AskMoment]] = []
    func moments(_ contrast: Contrast) -> [AskMoment] {
      [contrast.arm, contrast.reference].map { outline.arms[$0].ask }
    }
    for pair in found.map({ moments($0.contrast) }) where !pairs.contains(pair) { pairs.append(pair) }
    return pairs.prefix(Self.mostMoments).map { pair in
      let own = found.filter { moments($0.contrast) == pair }
      let parts = own.map { found in
        let shown = shown(found)
        let screen =
          outline.arms[found.contrast.arm].prePrompt.map { "with \(TerminalText.inSentence($0))" }
          ?? "without a pre-prompt"
        return "\(shown.difference) \(screen)\(shown.range.map { " (\($0))" } ?? "")"
      }
      let verdicts = Set(own.map { shown($0).verdict })
      let words = pair.map { TerminalText.safe(askWords($0)) }
      return sentence(
        "Moment", ["\(words[0]) vs \(words[1]): \(parts.joined(separator: ", "))"],
        verdict: verdicts.count == 1 ? own.first.flatMap { shown($0).verdict } : nil)
    }
  }
}
