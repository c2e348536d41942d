/// What a review shows a person: sections of headings, tables, sentences, lists and notes.
///
/// A review builds one, and decides nothing about the output; a renderer decides nothing about the content.
public struct ReviewDocument {
  /// How much a reader is to notice something.
  package enum Emphasis {
    case plain
    case strong
    /// Asks for attention.
    case warning
    /// Explains the rest.
    case faint
  }

  /// One piece of a section.
  package enum Block {
    /// Whole, however long, for editors that jump to it.
    case line(String, Emphasis)
    /// Broken to the width, its further lines indented.
    case paragraph(String, Emphasis, indent: String)
    /// Broken to the width beside a label.
    case labelled(String, String, Emphasis)
    case table(TextTable)
    /// A table whose columns fold into lines below each row where the terminal has no room.
    case foldingTable(FoldingTable)
    /// Courses of events beside one another.
    case timeline(Timeline)
    /// Words and what is said of them, these beside one another.
    case definitions([(word: String, text: String)])
  }

  /// Each stands apart from the one before it.
  package var sections: [[Block]]

  package init(_ sections: [[Block]]) { self.sections = sections.filter { !$0.isEmpty } }

  /// For a terminal, or whatever else shows plain text; a line break at its end.
  public func text(_ style: ReviewStyle) -> String {
    sections.map { $0.flatMap { lines($0, style) } }.joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  private func lines(_ block: Block, _ style: ReviewStyle) -> [String] {
    switch block {
    case .line(let text, let emphasis): [style.emphasised(TerminalText.safe(text), emphasis)]
    case .paragraph(let text, let emphasis, let indent):
      TerminalText.wrapped(TerminalText.safe(text), width: style.textWidth, indent: indent)
        .map { style.emphasised($0, emphasis) }
    case .labelled(let label, let text, let emphasis):
      TerminalText.labelled(label, TerminalText.safe(text), width: style.textWidth)
        .map { style.emphasised($0, emphasis) }
    case .table(let table): table.lines(style)
    case .foldingTable(let table): table.lines(style)
    case .timeline(let timeline): timeline.lines(style)
    case .definitions(let definitions): Self.lines(definitions, style)
    }
  }

  private static func lines(_ definitions: [(word: String, text: String)], _ style: ReviewStyle) -> [String] {
    let width = (definitions.map(\.word.count).max() ?? 0) + 2
    return definitions.flatMap { word, text in
      TerminalText.wrapped(
        word + String(repeating: " ", count: width - word.count) + TerminalText.safe(text),
        width: style.textWidth,
        indent: String(repeating: " ", count: width))
    }
  }
}

extension ReviewDocument.Block {
  /// Above what it names, on one line.
  package static func title(_ text: String) -> Self { .line(text, .strong) }
  /// Above what it names, broken to the width.
  package static func heading(_ text: String) -> Self { .paragraph(text, .strong, indent: "") }
  package static func text(_ text: String) -> Self { .paragraph(text, .plain, indent: "") }
  /// What explains the rest.
  package static func note(_ text: String) -> Self { .paragraph(text, .faint, indent: "") }
  /// One of a list.
  package static func item(_ text: String, _ emphasis: ReviewDocument.Emphasis = .plain) -> Self {
    .paragraph("- " + text, emphasis, indent: "  ")
  }
}

extension ReviewStyle {
  fileprivate func emphasised(_ text: String, _ emphasis: ReviewDocument.Emphasis) -> String {
    switch emphasis {
    case .plain: text
    case .strong: bold(text)
    case .warning: warning(text)
    case .faint: dim(text)
    }
  }
}
