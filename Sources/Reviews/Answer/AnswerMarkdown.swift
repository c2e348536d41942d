import TextFormats

/// The short answer as Markdown, for an issue, a pull request or a chat.
struct AnswerMarkdown {
  var answer: Answer
  var warnings: [String]

  var text: String {
    var blocks = ["### \(Self.escaped(answer.question))"]
    for part in answer.parts {
      if let title = part.title { blocks.append("#### Scenario \(Self.escaped(title))") }
      blocks.append(
        part.headline.map { "**\($0.label)** \(Self.escaped($0.text))" }.joined(separator: "  \n"))
      if let table = part.table { blocks += [self.table(table), Self.escaped(table.note)] }
      blocks += part.contrasts.map(Self.escaped)
      if !part.goals.isEmpty {
        blocks.append(
          Self.table(
            ["goal", "best option", ""], part.goals.map { [$0.goal, $0.best, $0.note] }, numeric: []))
      }
      if !part.month.isEmpty {
        blocks.append("**What that is in a month**")
        blocks.append(part.month.map { "- " + Self.escaped($0) }.joined(separator: "\n"))
      }
      if !part.changes.isEmpty {
        blocks.append("**What would change the answer**")
        blocks.append(part.changes.map { "- " + Self.escaped($0) }.joined(separator: "\n"))
      }
    }
    if !warnings.isEmpty { blocks.append(warnings.map { "- " + Self.escaped($0) }.joined(separator: "\n")) }
    if !answer.steps.isEmpty {
      blocks.append("**Next steps**")
      blocks.append(
        answer.steps.enumerated().map { number, step in
          "\(number + 1). \(Self.escaped(step.title)): \(Self.escaped(step.text)) `\(step.command)`"
        }.joined(separator: "\n"))
    }
    blocks.append(Self.escaped(answer.stored))
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func table(_ table: AnswerTable) -> String {
    let hasDifferences = !table.plotTitle.isEmpty
    let headings =
      ["option"] + table.headings.map { $0.joined(separator: " ") }
      + (hasDifferences ? [table.plotTitle] : [])
    let rows = table.rows.map { [$0.name] + $0.cells + (hasDifferences ? [$0.difference] : []) }
    return Self.table(headings, rows, numeric: Set(1..<headings.count))
  }

  private static func table(_ headings: [String], _ rows: [[String]], numeric: Set<Int>) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.map(escaped).joined(separator: " | ") + " |" }
    let rule = "|" + headings.indices.map { numeric.contains($0) ? " ---: |" : " --- |" }.joined()
    return ([line(headings), rule] + rows.map(line)).joined(separator: "\n")
  }

  /// The text with what Markdown would take for its own made plain.
  static func escaped(_ text: String) -> String {
    var plain = ""
    for character in text {
      if "\\`*_|<>#[]".contains(character) { plain.append("\\") }
      plain.append(character)
    }
    return plain
  }
}
