/// A drawing with words for those who do not see it.
package struct Figure {
  /// Figures are drawn this wide; a page scales them.
  package static let width = 440.0

  /// Unique within the page.
  package var id: String
  /// What it shows, in a few words.
  package var title: String
  /// What is to be seen in it, with the numbers.
  package var description: String
  /// In units of the figure.
  package var height: Double
  /// In drawing order.
  package var marks: [SVGElement]

  package init(
    id: String, title: String, description: String, height: Double, marks: [SVGElement]
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.height = height
    self.marks = marks
  }

  /// The figure as an SVG element.
  package var svg: String {
    SVGElement(
      name: "svg",
      attributes: [
        ("viewBox", "0 0 \(SVGElement.coordinate(Self.width)) \(SVGElement.coordinate(height))"),
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
  /// Above it: what it shows, and how to read it.
  package var caption: String

  package init(_ figure: Figure, caption: String) {
    self.figure = figure
    self.caption = caption
  }
}
