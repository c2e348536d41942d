import Rendering

/// The answer in pieces, from which terminal, Markdown and report are put together.
extension Answer.Part {
  /// All of it, best first.
  ///
  /// - Parameter hasBars: whether the options are drawn as bars beside their table.
  func sections(hasBars: Bool = true) -> [[ReviewDocument.Block]] {
    let note = [hasBars ? barNote : "", errorNote].filter { !$0.isEmpty }.joined(separator: " ")
    let heading: [ReviewDocument.Block] = title.map { [.heading("Scenario \($0)", .part)] } ?? []
    return [
      heading + [.decision(Answer.facts(headline))],
      (options.map { [.table($0)] } ?? []) + indented([note].filter { !$0.isEmpty }, .faint)
        + indented(month.isEmpty ? [] : [month.joined(separator: " ")]),
      indented(contrasts + sweeps), goals.map { [.table($0)] } ?? [],
      titled("What would change the answer", changesInText),
    ]
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
