/// A drawing with words for those who do not see it.
package struct Figure {
  /// Figures are drawn this wide, unless for the width of a page; a page scales them.
  package static let width = 440.0
  /// What is drawn for the width of a page.
  package static let pageWidth = 1040.0

  /// Unique within the page.
  package var id: String
  /// What it shows, in a few words.
  package var title: String
  /// What is to be seen in it, with the numbers.
  package var description: String
  /// In units of the figure.
  package var width: Double
  package var height: Double
  /// In drawing order.
  package var marks: [SVGElement]

  package init(
    id: String, title: String, description: String, width: Double = Figure.width, height: Double,
    marks: [SVGElement]
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.width = width
    self.height = height
    self.marks = marks
  }

  /// The figure as an SVG element.
  package var svg: String {
    SVGElement(
      name: "svg",
      attributes: [
        ("viewBox", "0 0 \(SVGElement.coordinate(width)) \(SVGElement.coordinate(height))"),
        ("role", "img"), ("aria-labelledby", "\(id)-title \(id)-description"),
      ],
      children: [
        SVGElement(name: "title", attributes: [("id", "\(id)-title")], text: TerminalText.safe(title)),
        SVGElement(
          name: "desc", attributes: [("id", "\(id)-description")], text: TerminalText.safe(description)),
      ] + marks
    ).markup
  }
}

/// A figure as a page shows it.
package struct Drawing {
  package var figure: Figure
  /// The same for the width of a page; `nil` where it is drawn one way alone.
  package var wide: Figure?
  /// Above it: what it shows, and how to read it.
  package var caption: String

  package init(_ figure: Figure, wide: Figure? = nil, caption: String) {
    self.figure = figure
    self.wide = wide
    self.caption = caption
  }
}
