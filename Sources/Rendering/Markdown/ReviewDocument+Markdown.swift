extension ReviewDocument {
  /// For an issue, a pull request or a chat; a line break at its end.
  public var markdown: String {
    sections.joined().map(Self.markdown).filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func markdown(_ block: Block) -> String {
    switch block {
    case .heading(let text): return "### \(escaped(text))"
    case .title(let text): return "**\(escaped(text))**"
    case .line(let text, _), .paragraph(let text, _, _): return escaped(text)
    case .labelled(let label, let text, _):
      return label.trimmed.isEmpty ? escaped(text) : "**\(escaped(label.trimmed))** \(escaped(text))"
    case .list(let items): return items.map { "- " + escaped($0) }.joined(separator: "\n")
    case .decision(let facts):
      return facts.map { fact in
        let label = fact.label.text.trimmed
        return label.isEmpty ? escaped(fact.text) : "**\(escaped(label))** \(escaped(fact.text))"
      }.joined(separator: "  \n")
    case .steps(let steps):
      return steps.enumerated().map { number, step in
        "\(number + 1). \(escaped(step.title)): \(escaped(step.text)) \(span(step.command))"
      }.joined(separator: "\n")
    case .commands(let label, let commands):
      return "**\(escaped(label.trimmed))**\n\n"
        + code(commands.map(TerminalText.safe).joined(separator: "\n"))
    case .table(let table): return markdown(table)
    case .timeline(let timeline): return code(timeline.lines(.plain).joined(separator: "\n"))
    case .definitions(let definitions):
      return definitions.map { "- **\(escaped($0.word))** \(escaped($0.text))" }.joined(separator: "\n")
    case .figure(let figure): return escaped(figure.whole)
    case .folded(_, let blocks): return blocks.map(markdown).joined(separator: "\n\n")
    case .columns(let columns):
      return columns.joined().map(markdown).filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .listing(let title, let source): return "**\(escaped(title))**\n\n" + code(MarkupText.lines(source))
    }
  }

  private static func markdown(_ table: TextTable) -> String {
    func line(_ cells: [String]) -> String {
      "| " + cells.map { escaped($0.trimmed) }.joined(separator: " | ") + " |"
    }
    let columns = [table.first] + table.columns
    let rule = "|" + columns.map { $0.isNumeric ? " ---: |" : " --- |" }.joined()
    let rows = table.first.cells.indices.map { row in line(columns.map { $0.cells[row].text }) }
    let caption = table.caption.map { "**\(escaped($0))**\n\n" } ?? ""
    return caption + ([line(columns.map(\.name)), rule] + rows).joined(separator: "\n")
  }

  /// The text between fences longer than any in it.
  private static func code(_ text: String) -> String {
    let fence = fence(of: text, atLeast: 3)
    return "\(fence)text\n\(text)\n\(fence)"
  }

  /// The text as code within a line.
  private static func span(_ text: String) -> String {
    let text = TerminalText.safe(text)
    let fence = fence(of: text, atLeast: 1)
    // A blank keeps a backtick at an end of the text apart from the fence, and is not shown.
    let blank = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + blank + text + blank + fence
  }

  /// More backticks than stand together in the text.
  private static func fence(of text: String, atLeast fewest: Int) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    return String(repeating: "`", count: max(fewest, longest + 1))
  }

  private static func escaped(_ phrase: Phrase) -> String { escaped(phrase.text) }

  /// The text with what Markdown would take for its own made plain.
  private static func escaped(_ text: String) -> String {
    var plain = ""
    for character in TerminalText.safe(text) {
      if "\\`*_|<>#[]~$&".contains(character) { plain.append("\\") }
      plain.append(character)
    }
    return plain
  }
}
