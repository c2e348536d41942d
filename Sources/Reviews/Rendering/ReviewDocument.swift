/// What a review shows a person: sections of headings, tables, sentences, lists and notes.
///
/// A review builds one, and decides nothing about the output; a renderer decides nothing about the content.
public struct ReviewDocument {
  /// One piece of a section.
  enum Block {
    /// Above what it names, on one line however long.
    case title(String)
    /// Above what it names, broken to the width.
    case heading(String)
    case table(TextTable)
    /// What a layout of its own has made of rows for a style, as a table that a terminal breaks in its own way.
    case layout((ReviewStyle) -> [String])
    case text(String)
    /// What explains the rest, less prominent.
    case note(String)
    case item(String)
    /// An item that asks for attention.
    case warning(String)
    /// Words and what is said of them, these beside one another.
    case definitions([(word: String, text: String)])
  }

  /// Each stands apart from the one before it.
  var sections: [[Block]]

  init(_ sections: [[Block]]) { self.sections = sections.filter { !$0.isEmpty } }

  /// For a terminal, or whatever else shows plain text; a line break at its end.
  public func text(_ style: ReviewStyle) -> String {
    sections.map { $0.flatMap { lines($0, style) } }.joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  private func lines(_ block: Block, _ style: ReviewStyle) -> [String] {
    switch block {
    case .title(let text): [style.bold(TerminalText.safe(text))]
    case .heading(let text): wrapped(text, style).map(style.bold)
    case .table(let table): table.lines(style)
    case .layout(let layout): layout(style)
    case .text(let text): wrapped(text, style)
    case .note(let text): wrapped(text, style).map(style.dim)
    case .item(let text): item(text, style)
    case .warning(let text): item(text, style).map(style.warning)
    case .definitions(let definitions): Self.lines(definitions, style)
    }
  }

  private func wrapped(_ text: String, _ style: ReviewStyle) -> [String] {
    TerminalText.wrapped(TerminalText.safe(text), width: style.textWidth)
  }

  private func item(_ text: String, _ style: ReviewStyle) -> [String] {
    TerminalText.wrapped("- " + TerminalText.safe(text), width: style.textWidth, indent: "  ")
  }

  private static func lines(_ definitions: [(word: String, text: String)], _ style: ReviewStyle) -> [String] {
    let width = (definitions.map(\.word.count).max() ?? 0) + 2
    return definitions.flatMap { word, text in
      TerminalText.wrapped(
        word + String(repeating: " ", count: width - word.count) + text, width: style.textWidth,
        indent: String(repeating: " ", count: width))
    }
  }
}
