/// A drawing with words, also for those who do not see it.
package struct Figure {
  /// What it shows, in a few words.
  package var title: Phrase
  /// How to read it.
  package var caption: Phrase
  /// What is to be seen in it, with the numbers.
  package var description: Phrase
  /// The drawing as an SVG element, its texts escaped.
  package var svg: String

  package init(title: Phrase, caption: Phrase, description: Phrase, svg: String) {
    self.title = title
    self.caption = caption
    self.description = description
    self.svg = svg
  }

  /// In words, where no drawing can be shown.
  var whole: Phrase { "\(title). \(caption) \(description)" }
}
