/// A finding that can be shown in every format.
///
/// JSON is the finding, CSV its rows; text, Markdown and HTML are one document made from it.
package protocol Presentable {
  /// What a page is called in a window's bar.
  var name: String { get }

  /// What a person reads.
  func document(_ detail: Detail) -> ReviewDocument

  /// All of it, for programs.
  func json() throws -> JSONValue

  /// Its rows.
  func csv() throws -> CSVDocument

  /// What must be known before the numbers are used, a sentence each; a table has no place for it.
  var warnings: [String] { get }

  /// The document as one HTML file that needs nothing else.
  ///
  /// - Parameter maker: what made it, in words.
  func page(_ detail: Detail, maker: String) -> String
}

extension Presentable {
  package var warnings: [String] { [] }

  package func page(_ detail: Detail, maker: String) -> String {
    HTMLPage.html(
      title: name, kicker: "",
      sections: [.init("finding", "", Array(document(detail).sections.joined()))],
      footer: "Made by \(maker).")
  }
}

extension Presentable where Self: Encodable {
  package func json() throws -> JSONValue { try JSONValue(encoding: self) }
}
