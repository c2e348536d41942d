/// What the templates are given: text and numbers in the shape of the page, and nothing to decide.
///
/// The templates look names up from the innermost value outwards, so that no two of these that nest
/// share a name.
struct TemplatePage {
  var title: String
  var style: String
  var kicker: String
  var heading: Phrase
  var contents: Contents?
  var parts: [Part]
  var footer: String

  struct Contents { var links: [HTMLPage.Link] }

  struct Part {
    var partID: String
    var partHeading: Phrase?
    var isFirst: Bool
    var sections: [Section]
  }

  struct Section {
    var sectionID: String
    var sectionTitle: String
    var level: Int
    var isAppendixStart: Bool
    var isFolded: Bool
    var bands: [Band]
  }

  /// Blocks across the page, or columns of them beside one another.
  struct Band {
    var isSplit: Bool
    var stacks: [Stack]
  }

  struct Stack { var blocks: [Block] }

  /// The name of a case is what the template calls it.
  enum Block {
    case paragraph(Paragraph)
    case table(Table)
    case gallery(Gallery)
    case bullets(Bullets)
    case listing(Listing)
    case facts(Facts)
  }

  struct Paragraph {
    var role: String?
    var words: Phrase
  }

  /// Labelled lines.
  struct Facts {
    var factsStyle: String
    var lines: [Line]
  }

  struct Line {
    var label: String
    var lineRole: String?
    var lineWords: Phrase
  }

  struct Bullets { var items: [Item] }

  struct Item {
    var itemWords: Phrase
    /// What is to be typed, on a line of its own; `nil` for nothing.
    var itemCommand: String?
  }

  struct Gallery {
    var galleryStyle: String?
    var drawings: [Drawing]
  }

  struct Drawing {
    var caption: Phrase
    var svg: String
    var wideSVG: String?
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
    /// The name of its column, for where a row is a card.
    var cellLabel: String
  }
}

extension TemplatePage {
  init(_ page: HTMLPage) {
    self.init(
      title: TerminalText.safe(page.title), style: PageTemplates.style,
      kicker: TerminalText.safe(page.kicker), heading: Phrase(verbatim: page.title),
      contents: page.contents.isEmpty ? nil : Contents(links: page.contents),
      parts: page.parts.map(Part.init), footer: page.footer)
  }
}

extension TemplatePage.Part {
  init(_ part: HTMLPage.Part) {
    self.init(
      partID: part.id, partHeading: part.heading.map { Phrase($0) }, isFirst: part.isFirst,
      sections: part.sections.map(TemplatePage.Section.init))
  }
}

extension TemplatePage.Section {
  init(_ section: HTMLPage.Section) {
    self.init(
      sectionID: section.id, sectionTitle: section.title, level: section.level,
      isAppendixStart: section.isAppendixStart, isFolded: section.isFolded,
      bands: section.blocks.map(TemplatePage.Band.init))
  }
}

extension TemplatePage.Band {
  init(_ block: ReviewDocument.Block) {
    guard case .columns(let columns) = block else {
      self.init(isSplit: false, stacks: [.init(blocks: TemplatePage.Block.blocks(block))])
      return
    }
    self.init(
      isSplit: true,
      stacks: columns.map { .init(blocks: $0.flatMap(TemplatePage.Block.blocks)) })
  }
}
