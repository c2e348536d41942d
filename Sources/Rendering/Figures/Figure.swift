/// A drawing with words for those who do not see it.
package struct Figure {
  /// Figures are drawn this wide; a page scales them.
  package static let width = 440.0

  /// Unique within the page.
  package var id: String
  /// What it shows, in a few words.
  package var title: Phrase
  /// What is to be seen in it, with the numbers.
  package var description: Phrase
  /// In units of the figure.
  package var height: Double
  /// In drawing order.
  package var marks: [SVGElement]

  package init(
    id: String, title: Phrase, description: Phrase, height: Double, marks: [SVGElement]
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
        SVGElement(name: "title", attributes: [("id", "\(id)-title")], text: title.plain),
        SVGElement(
          name: "desc", attributes: [("id", "\(id)-description")], text: description.plain),
      ] + marks
    ).markup
  }
}

/// A figure as a page shows it.
package struct Drawing {
  package var figure: Figure
  /// Above it, behind its title: how to read it.
  package var caption: Phrase

  package init(_ figure: Figure, caption: Phrase) {
    self.figure = figure
    self.caption = caption
  }

  /// In words, where no figure can be shown.
  var whole: Phrase { "\(figure.title). \(caption) \(figure.description)" }
}
