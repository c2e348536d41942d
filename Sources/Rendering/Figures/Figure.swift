/// A drawing, in units of the figure.
package struct Drawing {
  package var height: Double
  /// In drawing order.
  package var marks: [SVGElement]

  package init(height: Double, marks: [SVGElement]) {
    self.height = height
    self.marks = marks
  }
}

/// A drawing with words, also for those who do not see it.
package struct Figure {
  /// Figures are drawn this wide; a page scales them.
  package static let width = 440.0

  /// Unique within the page.
  package var id: String
  /// What it shows, in a few words.
  package var title: Phrase
  /// How to read it.
  package var caption: Phrase
  /// What is to be seen in it, with the numbers.
  package var description: Phrase
  package var drawing: Drawing

  package init(id: String, title: Phrase, caption: Phrase, description: Phrase, drawing: Drawing) {
    self.id = id
    self.title = title
    self.caption = caption
    self.description = description
    self.drawing = drawing
  }

  /// In words, where no drawing can be shown.
  var whole: Phrase { "\(title). \(caption) \(description)" }

  /// The drawing as an SVG element.
  package var svg: String {
    SVGElement(
      name: "svg",
      attributes: [
        ("viewBox", "0 0 \(SVGElement.coordinate(Self.width)) \(SVGElement.coordinate(drawing.height))"),
        ("role", "img"), ("aria-labelledby", "\(id)-title \(id)-description"),
      ],
      children: [
        SVGElement(name: "title", attributes: [("id", "\(id)-title")], text: title.plain),
        SVGElement(name: "desc", attributes: [("id", "\(id)-description")], text: description.plain),
      ] + drawing.marks
    ).markup
  }
}
