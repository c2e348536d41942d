import Rendering

/// A drawing, in units of the figure.
struct Drawing {
  var height: Double
  /// In drawing order.
  var marks: [SVGElement]
}

extension Figure {
  /// Figures are drawn this wide; a page scales them.
  static let width = 440.0

  /// - Parameter id: unique within the page.
  init(id: String, title: Phrase, caption: Phrase, description: Phrase, drawing: Drawing) {
    let svg = SVGElement(
      name: "svg",
      attributes: [
        ("viewBox", "0 0 \(SVGElement.coordinate(Self.width)) \(SVGElement.coordinate(drawing.height))"),
        ("role", "img"), ("aria-labelledby", "\(id)-title \(id)-description"),
      ],
      children: [
        SVGElement(name: "title", attributes: [("id", "\(id)-title")], text: title.plain),
        SVGElement(name: "desc", attributes: [("id", "\(id)-description")], text: description.plain),
      ] + drawing.marks)
    self.init(title: title, caption: caption, description: description, svg: svg.markup)
  }
}
