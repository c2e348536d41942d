extension TemplatePage.Block {
  /// The block; columns within columns one after the other.
  static func blocks(_ block: ReviewDocument.Block) -> [TemplatePage.Block] {
    if case .columns(let columns) = block { return columns.joined().flatMap(blocks) }
    return [TemplatePage.Block(block)].compactMap { $0 }
  }

  /// `nil` of what stands for several.
  private init?(_ block: ReviewDocument.Block) {
    switch block {
    case .columns: return nil
    case .heading(let text, _): self = .paragraph(.init(role: "strong", words: Phrase(text)))
    case .line(let text, let emphasis), .paragraph(let text, let emphasis, _):
      self = .paragraph(.init(role: emphasis.role, words: Phrase(text)))
    case .labelled(let label, let text, let emphasis):
      let words = label.trimmed.isEmpty ? text : "\(label.trimmed): \(text)"
      self = .paragraph(.init(role: emphasis.role, words: Phrase(words)))
    case .list(let items, _): self = .bullets(.init(items: items.map { .init(itemWords: Phrase($0)) }))
    case .decision(let facts):
      self = .facts(
        .init(
          factsStyle: "decision",
          lines: facts.map { .init(label: $0.label, lineRole: $0.role.name, lineWords: Phrase($0.text)) }))
    case .definitions(let definitions):
      self = .facts(
        .init(
          factsStyle: "definitions",
          lines: definitions.map { .init(label: $0.word, lineRole: nil, lineWords: Phrase($0.text)) }))
    case .steps(let steps):
      self = .bullets(
        .init(
          items: steps.map {
            .init(itemWords: Phrase("\($0.title): \($0.text)"), itemCommand: TerminalText.safe($0.command))
          }))
    case .table(let table): self = .table(.init(table))
    case .foldingTable(let table): self = .table(.init(table.whole))
    case .timeline(let timeline):
      // Columns of time are set with the letters of a typewriter here too.
      self = .listing(
        .init(
          listingTitle: timeline.names.map(TerminalText.safe).joined(separator: ", "),
          source: timeline.lines(.plain).joined(separator: "\n")))
    case .figures(let drawings, let leads):
      self = .gallery(
        .init(
          galleryStyle: leads ? "led" : nil,
          drawings: drawings.map {
            .init(caption: Phrase($0.caption), svg: $0.figure.svg, wideSVG: $0.wide?.svg)
          }))
    case .listing(let title, let source):
      self = .listing(.init(listingTitle: title, source: MarkupText.lines(source)))
    }
  }
}

extension TemplatePage.Table {
  init(_ table: TextTable) {
    let columns = [table.first] + table.columns
    let caption = table.caption?.text ?? ""
    self.init(
      tableCaption: Phrase(caption), spoken: Phrase(caption).text,
      head: columns.enumerated().map { number, column in
        // Names of rows begin where their heading does, be they numbers or not.
        .init(headingWords: TerminalText.safe(column.name), kind: number == 0 ? "words" : column.style)
      },
      rows: table.first.cells.indices.map { row in
        .init(
          nameParts: Self.nameParts(TerminalText.safe(table.first.cells[row]).trimmed),
          rowStyle: table.marked.contains(row) ? "marked" : nil,
          cells: table.columns.map {
            .init(
              cellWords: Phrase($0.cells[row].trimmed), cellStyle: $0.style,
              cellLabel: TerminalText.safe($0.name))
          })
      })
  }

  /// A name cut after the signs that join its words.
  private static func nameParts(_ name: String) -> [String] {
    var parts = [""]
    for character in name {
      parts[parts.count - 1].append(character)
      if "_/.,".contains(character) { parts.append("") }
    }
    return parts.filter { !$0.isEmpty }
  }
}

extension TextTable.Column {
  fileprivate var style: String { isNumeric ? "number" : "words" }
}

extension ReviewDocument.Emphasis {
  fileprivate var role: String? {
    switch self {
    case .plain: nil
    case .strong: "strong"
    case .warning: "warning"
    case .faint: "note"
    }
  }
}

extension ReviewDocument.Fact.Role {
  fileprivate var name: String? {
    switch self {
    case .advice: "advice"
    case .blocker: "blocker"
    case .plain, .caution: nil
    }
  }
}
