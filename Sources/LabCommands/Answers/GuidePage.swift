import EmbeddedFiles
import Foundation
import Rendering
import TextFormats

/// Reads the Markdown that the guide is written in: headings, paragraphs, lists, tables and code.
private struct GuideReader {
  /// What a page is, block by block.
  static func document(_ markdown: String) -> ReviewDocument {
    var reader = GuideReader()
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      reader.read(String(line))
    }
    reader.endBlock()
    return ReviewDocument(reader.sections.filter { !$0.isEmpty })
  }

  /// Blocks with a blank line between them.
  private(set) var sections: [[ReviewDocument.Block]] = []
  /// Lines of the block that is open.
  private var lines: [String] = []
  private var isCode = false

  mutating func read(_ line: String) {
    if line.hasPrefix("```") {
      if isCode { sections.append(lines.map { .line("  \($0)", .plain) }) } else { endBlock() }
      (lines, isCode) = ([], !isCode)
    } else if isCode {
      lines.append(line)
    } else if line.isEmpty {
      endBlock()
    } else if line.hasPrefix("#") {
      endBlock()
      sections.append([.line("\(plain(String(line.drop { $0 == "#" || $0 == " " })))", .strong)])
    } else if marker(of: line) != nil || lines.isEmpty || line.hasPrefix("|") {
      if line.hasPrefix("|") != (lines.last?.hasPrefix("|") ?? line.hasPrefix("|")) { endBlock() }
      lines.append(line)
    } else {
      // A line goes on where the one before it ends.
      lines[lines.count - 1] += " " + line.drop { $0 == " " }
    }
  }

  mutating func endBlock() {
    defer { lines = [] }
    guard let first = lines.first else { return }
    if first.hasPrefix("|") {
      sections.append(table(lines.map(cells)))
    } else {
      sections.append(
        lines.map { line in
          let marker = marker(of: line) ?? ""
          return .labelled(marker, "\(plain(String(line.dropFirst(marker.count))))", .plain)
        })
    }
  }

  /// What stands before the item of a list: `- ` or `1. `.
  private func marker(of line: String) -> String? {
    line.prefixMatch(of: #/(-|[0-9]+\.) /#).map { String($0.output.0) }
  }

  private func cells(_ line: String) -> [String] {
    line.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false)
      .dropFirst().dropLast()
      .map { cell in
        let words = cell.split(separator: " ").joined(separator: " ")
        return plain(words.replacing("\u{0}", with: "|"))
      }
  }

  /// A row is its first cell and what it says of it; further cells follow under their heading.
  private func table(_ rows: [[String]]) -> [ReviewDocument.Block] {
    guard let heading = rows.first, rows.count > 2 else { return [] }
    let body = rows.dropFirst(2).filter { !$0.isEmpty }
    let width = body.map { TerminalText.width($0[0]) }.max() ?? 0
    return body.map { row in
      var text = row.count > 1 ? row[1] : ""
      for (name, cell) in zip(heading, row).dropFirst(2) where !cell.isEmpty {
        text +=
          (text.isEmpty || text.hasSuffix(".") || text.hasSuffix("?") ? "" : ".")
          + " \(capitalized(name)): \(cell)."
      }
      let label = "  \(row[0])"
      // A long first cell would leave the others no room.
      guard width <= 28 else { return .labelled("  ", "\(row[0]): \(text)", .plain) }
      return .labelled(
        label + String(repeating: " ", count: width + 4 - TerminalText.width(label)), "\(text)", .plain)
    }
  }

  private func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// The text without its marks of emphasis and code.
  private func plain(_ text: String) -> String {
    text.replacing("**", with: "").replacing(/(^|[ (])\*([^* ][^*]*)\*/) { "\($0.output.1)\($0.output.2)" }
      .replacing(/`([^`]+)`/) { String($0.output.1) }
  }
}

/// The pages of the guide, in the order in which somebody new reads them.
enum GuidePage: String, CaseIterable {
  case readAnAnswer = "read-an-answer"
  case workedExample = "worked-example"
  case tryAssumptions = "try-assumptions"
  case experimentFile = "experiment-file"
  case checkAnApp = "check-an-app"
  case traceAnInstall = "trace-an-install"
  case sizeATest = "size-a-test"
  case analyseATest = "analyse-a-test"
  case learnFromData = "learn-from-data"
  case exportAndSQL = "export-and-sql"
  case fromANotebook = "from-a-notebook"
  case continuousIntegration = "ci"
  case reproducibility

  /// As it is in the repository, in Markdown.
  var text: String {
    guard self != .experimentFile else { return KeyPage.text }
    // Comments are for those who change the page.
    return String(cString: embeddedFile("guide/\(rawValue).md")).replacing(/<!--.*?-->\n/, with: "")
  }

  /// What it is about: its first line.
  var title: String {
    String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
  }
}

extension GuidePage: Presentable {
  var name: String { title }

  func document(_ detail: Detail) -> ReviewDocument { GuideReader.document(text) }

  func json() -> JSONValue {
    .object([
      ("schema", .text("att-lab/page/1")), ("page", .text(rawValue)), ("title", .text(title)),
      ("markdown", .text(text)),
    ])
  }

  func csv() -> CSVDocument {
    CSVDocument(header: ["page", "title", "markdown"], rows: [[.text(rawValue), .text(title), .text(text)]])
  }
}
