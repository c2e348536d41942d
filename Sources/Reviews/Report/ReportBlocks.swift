import Rendering

/// What the templates are given: text and numbers in the shape of the page, and nothing to decide.
///
/// The templates look names up from the innermost value outwards, so that no two of these that nest
/// share a name.
struct ReportPage {
  var title: String
  var style: String
  var kicker: String
  var heading: Phrase
  var contents: [Link]
  var parts: [Part]
  var footer: String

  struct Link {
    var target: String
    var words: String
  }

  /// A run, or what several have to do with one another.
  struct Part {
    var partID: String
    /// `nil` where the page's heading is the part's own.
    var partHeading: Phrase?
    var isFirst: Bool
    var sections: [Section]
  }

  struct Section {
    var sectionID: String
    var sectionTitle: String
    /// 2 or 3.
    var level: Int
    var isAppendixStart = false
    /// Whether it is closed until a reader opens it.
    var isFolded = false
    var blocks: [Block]
  }

  /// One of these is there.
  struct Block {
    var paragraph: Paragraph?
    var table: Table?
    var gallery: Gallery?
    var bullets: Bullets?
    var listing: Listing?
    var decision: Decision?
  }

  /// What is read first: labelled lines in a box.
  struct Decision { var lines: [Line] }

  struct Line {
    var label: String
    var lineRole: String?
    var lineWords: Phrase
  }

  struct Paragraph {
    var role: String?
    var words: Phrase
  }

  struct Bullets { var items: [Item] }

  struct Item { var itemWords: Phrase }

  struct Gallery {
    var galleryStyle: String?
    var drawings: [Drawing]
  }

  struct Drawing {
    var caption: Phrase
    var svg: String
  }

  struct Listing {
    var listingTitle: String
    var source: String
  }

  struct Table {
    var tableCaption: Phrase
    var spoken: String
    var head: [Heading]
    var rows: [Row]
  }

  struct Heading {
    var headingWords: String
    var kind: String
  }

  struct Row {
    /// The name, cut where a line may be broken.
    var nameParts: [String]
    var rowStyle: String?
    var cells: [Cell]
  }

  struct Cell {
    var cellWords: Phrase
    var cellStyle: String
  }
}

extension ReportPage.Block {
  static func text(_ words: String, _ role: String? = nil) -> ReportPage.Block {
    ReportPage.Block(paragraph: .init(role: role, words: Phrase(words)))
  }

  static func decision(_ lines: [(label: String, text: String)]) -> ReportPage.Block {
    ReportPage.Block(
      decision: .init(
        lines: lines.map { label, text in
          let role = label == "Recommendation" ? "advice" : label == "Blocker" ? "blocker" : nil
          return .init(label: label, lineRole: role, lineWords: Phrase(text))
        }))
  }

  static func note(_ words: String) -> ReportPage.Block { text(words, "note") }

  static func list(_ items: [String]) -> ReportPage.Block {
    ReportPage.Block(bullets: .init(items: items.map { .init(itemWords: Phrase($0)) }))
  }

  /// - Parameter leads: whether the first stands alone in its row, its words beside it.
  static func figures(
    _ drawings: [(figure: Figure, caption: String)], leads: Bool = false
  ) -> ReportPage.Block {
    ReportPage.Block(
      gallery: .init(
        galleryStyle: leads ? "led" : nil,
        drawings: drawings.map { .init(caption: Phrase($0.caption), svg: $0.figure.svg) }))
  }

  static func listing(_ title: String, _ source: String) -> ReportPage.Block {
    ReportPage.Block(listing: .init(listingTitle: title, source: MarkupText.lines(source)))
  }

  /// A table as the terminal has it.
  ///
  /// - Parameters:
  ///   - blank: in order, what the columns without a heading are called.
  ///   - marked: rows that stand out.
  static func table(
    _ caption: String, _ table: TextTable, blank: [String] = [], marked: Set<Int> = []
  ) -> ReportPage.Block {
    var blank = blank[...]
    let head = ([table.first] + table.columns).map { column in
      let words = column.heading.joined(separator: " ").trimmed
      return ReportPage.Heading(
        headingWords: words.isEmpty ? blank.popFirst() ?? "" : words,
        kind: column.isNumeric ? "number" : "words")
    }
    let rows = table.first.cells.indices.map { row in
      ReportPage.Row(
        nameParts: nameParts(table.first.cells[row].trimmed), rowStyle: marked.contains(row) ? "marked" : nil,
        cells: table.columns.map {
          .init(cellWords: Phrase($0.cells[row].trimmed), cellStyle: $0.isNumeric ? "number" : "words")
        })
    }
    return ReportPage.Block(
      table: .init(
        tableCaption: Phrase(caption), spoken: caption.replacing("`", with: ""), head: head, rows: rows))
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

  /// A table of so many columns that it is cut into several, each with the first column.
  static func tables(
    _ caption: String, _ table: TextTable, columns limit: Int
  ) -> [ReportPage.Block] {
    guard table.columns.count > limit else { return [.table(caption, table)] }
    return stride(from: 0, to: table.columns.count, by: limit).map { start in
      let end = min(start + limit, table.columns.count)
      return .table(
        "\(caption), columns \(start + 1) to \(end)",
        TextTable(first: table.first, columns: Array(table.columns[start..<end])))
    }
  }
}

extension String {
  /// Without spaces at its ends.
  fileprivate var trimmed: String {
    var words = self[...].drop { $0 == " " }
    while words.last == " " { words = words.dropLast() }
    return String(words)
  }
}
