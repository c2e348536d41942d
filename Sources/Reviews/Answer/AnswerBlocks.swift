import Rendering

/// The answer in pieces, from which terminal, Markdown and report are put together.
extension Answer.Part {
  /// All of it, best first.
  ///
  /// - Parameters:
  ///   - hasBars: whether the options are drawn as bars beside their table.
  ///   - isVerbose: whether everything to watch out for is said.
  func sections(hasBars: Bool = true, isVerbose: Bool = false) -> [[ReviewDocument.Block]] {
    let note = [hasBars ? barNote : "", errorNote].filter { !$0.isEmpty }.joined(separator: " ")
    let heading: [ReviewDocument.Block] = title.map { [.heading("Scenario \($0)", .part)] } ?? []
    return [
      heading + [.decision(Answer.facts(facts(isWhole: isVerbose)))],
      (options.map { [.table($0)] } ?? []) + indented([note].filter { !$0.isEmpty }, .faint)
        + indented(month.isEmpty ? [] : [month.joined(separator: " ")]),
      indented(contrasts + sweeps), goals.map { [.table($0)] } ?? [],
      titled("What would change the answer", changesInText),
    ]
  }

  /// The headline, with what to watch out for below it: all of it, or what a few lines have room for.
  func facts(isWhole: Bool) -> [(label: String, text: String)] {
    let text = isWhole ? (cautions + [aside].compactMap { $0 }).joined(separator: " ") : shortCautions
    return text.isEmpty ? headline : headline + [("Watch out", text)]
  }

  /// Lines that cautions take at most, and the columns of a line behind its label.
  private static let roomOfCautions = (lines: 5, columns: 82)

  /// The weightiest cautions that a few lines have room for, and how many more there are.
  private var shortCautions: String {
    func text(_ shown: [String]) -> String {
      let rest = cautions.count - shown.count
      return shown.joined(separator: " ") + (rest > 0 ? " \(rest) more: see --verbose." : "")
    }
    var shown = Array(cautions.prefix(1))
    for caution in cautions.dropFirst() {
      let more = TerminalText.safe(text(shown + [caution]))
      if Self.lines(more) <= Self.roomOfCautions.lines { shown.append(caution) }
    }
    guard let aside else { return text(shown) }
    let more = "\(text(shown)) \(aside)"
    return !shown.isEmpty && Self.lines(more) == Self.lines(text(shown)) ? more : text(shown)
  }

  /// The lines that a text takes behind its label.
  private static func lines(_ text: String) -> Int {
    TerminalText.wrapped(text, width: roomOfCautions.columns).count
  }

  /// What would change the answer, with the option of a command that lists the alternative models.
  private var changesInText: [String] {
    guard countsModels, let last = changes.last else { return changes }
    return Array(changes.dropLast()) + ["\(last.dropLast()) (see --verbose)."]
  }

  private func indented(
    _ texts: [String], _ emphasis: ReviewDocument.Emphasis = .plain
  ) -> [ReviewDocument.Block] {
    texts.map { .labelled("  ", $0, emphasis) }
  }

  private func titled(_ title: String, _ items: [String]) -> [ReviewDocument.Block] {
    items.isEmpty ? [] : [.title(title), .list(items, marker: "  ")]
  }
}

extension Answer {
  var conditionLines: [ReviewDocument.Block] {
    conditions.isEmpty ? [] : [.decision(Answer.facts(conditions))]
  }

  var nextSteps: [ReviewDocument.Block] { steps.isEmpty ? [] : [.title("Next steps"), .steps(steps)] }

  /// The lines of a headline, each with its weight.
  static func facts(_ headline: [(label: String, text: String)]) -> [ReviewDocument.Fact] {
    headline.map { label, text in
      let role: ReviewDocument.Fact.Role =
        switch label {
        case "Recommendation": .advice
        case "Blocker", "Guardrail": .blocker
        case "Watch out", "What if", "Scenarios": .caution
        case _: .plain
        }
      return ReviewDocument.Fact(label: label, text: text, role: role)
    }
  }
}
