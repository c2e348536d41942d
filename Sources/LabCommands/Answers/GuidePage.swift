import EmbeddedFiles
import ExperimentFiles
import Foundation
import Rendering

/// Reads the Markdown that the guide is written in: headings, paragraphs, lists, tables and code, with a blank line
/// between any two.
private enum GuideReader {
  /// What a page is, block by block.
  static func document(_ markdown: String) -> ReviewDocument {
    // Every second part is code, behind the name of its language.
    let sections = markdown.components(separatedBy: "```").enumerated().flatMap { index, part in
      index.isMultiple(of: 2)
        ? part.components(separatedBy: "\n\n").map(block)
        : [part.components(separatedBy: "\n").dropFirst().dropLast().map { .line("  \($0)", .plain) }]
    }
    return ReviewDocument(sections.filter { !$0.isEmpty })
  }

  private static func block(_ text: String) -> [ReviewDocument.Block] {
    let lines = text.split(separator: "\n").map(String.init)
    guard let first = lines.first else { return [] }
    if first.hasPrefix("#") {
      return [.line("\(plain(String(first.drop { $0 == "#" || $0 == " " })))", .strong)]
    }
    if first.hasPrefix("|") { return table(lines.map(cells)) }
    var items: [String] = []
    for line in lines {
      // A line goes on where the one before it ends.
      if items.isEmpty || marker(of: line) != nil {
        items.append(line)
      } else {
        items[items.count - 1] += " " + line.drop { $0 == " " }
      }
    }
    return items.map { item in
      let marker = marker(of: item) ?? ""
      return .labelled(marker, "\(plain(String(item.dropFirst(marker.count))))", .plain)
    }
  }

  /// What stands before the item of a list: `- ` or `1. `.
  private static func marker(of line: String) -> String? {
    line.prefixMatch(of: #/(-|[0-9]+\.) /#).map { String($0.output.0) }
  }

  private static func cells(_ line: String) -> [String] {
    line.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false)
      .dropFirst().dropLast()
      .map { cell in
        let words = cell.split(separator: " ").joined(separator: " ")
        return plain(words.replacing("\u{0}", with: "|"))
      }
  }

  /// A row is its first cell and what it says of it; further cells follow under their heading.
  private static func table(_ rows: [[String]]) -> [ReviewDocument.Block] {
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

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// The text without its marks of emphasis and code.
  private static func plain(_ text: String) -> String {
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

  /// As it is in the repository, in Markdown, but for what is written from tables.
  var text: String {
    // Comments are for those who change the page.
    let written = String(cString: embeddedFile("guide/\(rawValue).md")).replacing(/<!--.*?-->\n/, with: "")
    return self == .experimentFile ? written + "\n" + Self.keys : written
  }

  /// Every key of an experiment file, from the tables that the loader checks by.
  private static var keys: String {
    var text = ""
    var section: String?
    for key in ExperimentKey.all {
      let parts = key.path.split(separator: ".")
      let own = parts.dropLast().joined(separator: ".")
      if own != section {
        text += """

          ## \(own.isEmpty ? "The file" : "`\(own)`")

          | key | what it is | values | default | example |
          | --- | --- | --- | --- | --- |

          """
        section = own
      }
      let standard = key.isRequired ? "required" : key.defaultText.map { "`\($0)`" } ?? ""
      let cells = [
        "`\(parts.last ?? "")`", key.summary, key.expects, standard, key.example.map { "`\($0)`" } ?? "",
      ]
      text += "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
    return text
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
    ["schema": "att-lab/page/1", "page": .text(rawValue), "title": .text(title), "markdown": .text(text)]
  }

  func csv() -> CSVDocument {
    CSVDocument([[("page", .text(rawValue)), ("title", .text(title)), ("markdown", .text(text))]])
  }
}
