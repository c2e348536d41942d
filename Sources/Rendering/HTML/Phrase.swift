/// Words with names in them, which are set apart and keep their own direction of writing.
package struct Phrase {
  package struct Piece {
    package var text: String
    package var isName: Bool
  }

  package var pieces: [Piece]

  /// The words alone.
  package var text: String { pieces.map(\.text).joined() }

  /// Names stand between backticks.
  package init(_ text: String) {
    pieces = TerminalText.safe(text).split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { offset, piece in
        offset % 2 == 1
          ? Piece(text: String(piece), isName: true)
          : Piece(text: Self.typeset(String(piece)), isName: false)
      }
      .filter { !$0.text.isEmpty }
  }

  /// With the sign of a negative number as print has it, and numbers kept with their error and unit.
  package static func typeset(_ text: String) -> String {
    text.replacing(/(^|[ (\[])-(\d)/) { "\($0.output.1)−\($0.output.2)" }
      .replacing(" ± ", with: "\u{A0}±\u{A0}")
  }

  /// Words of somebody else's, as they stand.
  package init(verbatim text: String) { pieces = [Piece(text: TerminalText.safe(text), isName: false)] }
}
