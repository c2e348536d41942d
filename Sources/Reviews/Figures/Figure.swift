import Rendering

/// A drawing with words for those who do not see it.
struct Figure {
  /// All figures are drawn this wide; a page scales them.
  static let width = 440.0

  /// Unique within the page.
  var id: String
  /// What it shows, in a few words.
  var title: String
  /// What is to be seen in it, with the numbers.
  var description: String
  /// In units of the figure.
  var height: Double
  /// In drawing order.
  var marks: [SVGElement]

  /// The figure as an SVG element.
  var svg: String {
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
