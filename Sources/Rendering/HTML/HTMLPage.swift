import EmbeddedFiles

/// Sections of a document as one HTML file that needs nothing else: no script, no network, no font.
package enum HTMLPage {
  package struct Section {
    package var id: String
    /// Its heading; none where that is empty.
    package var title: String
    /// Whether it is closed until a reader opens it.
    package var isFolded = false
    package var blocks: [ReviewDocument.Block]

    package init(_ id: String, _ title: String, _ blocks: [ReviewDocument.Block]) {
      self.id = id
      self.title = title
      self.blocks = blocks
    }
  }

  /// The whole file.
  ///
  /// - Parameters:
  ///   - title: above the page and in the window's bar, unchanged.
  ///   - kicker: below the title: what it is of; nothing where that is empty.
  package static func html(title: String, kicker: String, sections: [Section], footer: String) -> String {
    let kickerLine =
      kicker.isEmpty
      ? "" : "<p class=\"kicker\"><bdi>\(escaped(TerminalText.safe(kicker)))</bdi></p>\n"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="att-lab">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(escaped(TerminalText.safe(title)))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header class="top">
      <h1 dir="auto">\(escaped(TerminalText.safe(title)))</h1>
      \(kickerLine)</header>
      <main>
      \(sections.map(\.html).joined())</main>
      <footer>
      <p>\(escaped(footer))</p>
      </footer>
      </body>
      </html>

      """
  }

  /// The style sheet of every page.
  package static var style: String { String(cString: embeddedFile("report/page.css")) }
}

extension HTMLPage.Section {
  /// The section alone, for a page that is somebody else's.
  package var html: String {
    let heading = title.isEmpty ? "" : "<h2>\(escaped(title))</h2>"
    let body = blocks.map(\.html).joined()
    guard isFolded else { return "<section id=\"\(escaped(id))\">\n\(heading)\n\(body)</section>\n" }
    return
      "<section>\n<details><summary>\(heading)</summary>\n<div id=\"\(escaped(id))\">\n\(body)</div></details>\n</section>\n"
  }
}

extension ReviewDocument.Block {
  fileprivate var html: String {
    switch self {
    case .columns(let columns):
      let stacks = columns.map { "<div>\n\($0.map(\.html).joined())</div>\n" }
      return "<div class=\"columns\">\n\(stacks.joined())</div>\n"
    case .folded(let title, let blocks):
      return
        "<details class=\"folded\"><summary>\(phrase(title))</summary>\n\(blocks.map(\.html).joined())</details>\n"
    case .heading(let text), .title(let text): return paragraph(text, "strong")
    case .line(let text, let emphasis), .paragraph(let text, let emphasis, _):
      return paragraph(text, emphasis.style)
    case .labelled(let label, let text, let emphasis):
      return paragraph(label.trimmed.isEmpty ? text : "\(label.trimmed): \(text)", emphasis.style)
    case .list(let items): return list(items.map(phrase))
    case .decision(let facts):
      return lines("decision", facts.map { ($0.label, $0.text, $0.role.style) })
    case .definitions(let definitions):
      return lines("definitions", definitions.map { ("\($0.word)", $0.text, nil) })
    case .steps(let steps):
      return list(
        steps.map {
          "\(phrase("\($0.title): \($0.text)")) <code>\(escaped(TerminalText.safe($0.command)))</code>"
        })
    case .commands(let label, let commands):
      return paragraph("\(label.trimmed)", "strong")
        + list(commands.map { "<code>\(escaped(TerminalText.safe($0)))</code>" })
    case .table(let table): return table.html
    case .timeline(let timeline):
      // Columns of time are set with the letters of a typewriter here too.
      return listing(
        timeline.names.map(TerminalText.safe).joined(separator: ", "),
        timeline.lines(.plain).joined(separator: "\n"))
    case .figure(let figure):
      let words = "<bdi class=\"name\">\(phrase(figure.title))</bdi>. \(phrase(figure.caption))"
      return
        "<div class=\"gallery\">\n<figure><figcaption>\(words)</figcaption>\(figure.svg)</figure>\n</div>\n"
    case .listing(let title, let source): return listing(title, MarkupText.lines(source))
    }
  }

  private func paragraph(_ words: Phrase, _ style: String?) -> String {
    "<p\(attribute(style))>\(phrase(words))</p>\n"
  }

  private func list(_ items: [String]) -> String {
    "<ul>\n\(items.map { "<li>\($0)</li>\n" }.joined())</ul>\n"
  }

  /// Words, each with what is said of it.
  private func lines(_ style: String, _ lines: [(label: Phrase, words: Phrase, style: String?)]) -> String {
    let items = lines.map {
      "<div\(attribute($0.style))><dt>\(phrase($0.label))</dt><dd>\(phrase($0.words))</dd></div>\n"
    }
    return "<dl class=\"\(style)\">\n\(items.joined())</dl>\n"
  }

  private func listing(_ title: String, _ source: String) -> String {
    "<figure class=\"listing\"><figcaption>\(escaped(title))</figcaption><pre tabindex=\"0\">\(escaped(source))</pre></figure>\n"
  }
}

extension TextTable {
  fileprivate var html: String {
    let caption = caption ?? Phrase()
    // Names of rows begin where their heading does, be they numbers or not.
    let head = ([(first, "words")] + columns.map { ($0, $0.style) }).map { column, style in
      "<th scope=\"col\" class=\"\(style)\">\(escaped(TerminalText.safe(column.name)))</th>"
    }
    let rows = first.cells.indices.map { row in
      let cells = columns.map {
        "<td class=\"\($0.style)\" data-label=\"\(escaped(TerminalText.safe($0.name)))\"><span>"
          + "\(phrase($0.cells[row]))</span></td>"
      }
      return "<tr\(attribute(marked.contains(row) ? "marked" : nil))><th scope=\"row\"><bdi>"
        + "\(Self.name(first.cells[row].plain.trimmed))</bdi></th>\(cells.joined())</tr>\n"
    }
    return """
      <div class="scroll" role="group" aria-label="\(escaped(caption.plain))" tabindex="0">
      <table>
      <caption><span>\(phrase(caption))</span></caption>
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>
      </div>

      """
  }

  /// A name that may be broken after the signs that join its words.
  private static func name(_ name: String) -> String {
    name.reduce(into: "") { shown, character in
      shown += escaped(String(character))
      if "_/.,".contains(character) { shown += "<wbr>" }
    }
  }
}

extension TextTable.Column {
  fileprivate var style: String { isNumeric ? "number" : "words" }
}

extension ReviewDocument.Emphasis {
  fileprivate var style: String? {
    switch self {
    case .plain: nil
    case .strong: "strong"
    case .warning: "warning"
    case .faint: "note"
    }
  }
}

extension ReviewDocument.Fact.Role {
  fileprivate var style: String? {
    switch self {
    case .advice: "advice"
    case .blocker: "blocker"
    case .plain, .caution: nil
    }
  }
}

/// Text within markup; nothing else is put into a page.
private func escaped(_ words: String) -> String { MarkupText.escaped(words) }

/// Names are set apart and keep their own direction of writing; numbers have the sign that print has, and hold together.
private func phrase(_ words: Phrase) -> String {
  words.pieces.map { piece in
    switch piece {
    case .words(let text): escaped(text)
    case .name(let name): "<bdi class=\"name\">\(escaped(name))</bdi>"
    case .number(let number): escaped(number.withMinusSigns.unbroken)
    }
  }.joined()
}

private func attribute(_ style: String?) -> String { style.map { " class=\"\($0)\"" } ?? "" }
