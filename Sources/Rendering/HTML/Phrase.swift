/// Words with names in them, which are set apart and keep their own direction of writing.
package struct Phrase {
  package struct Piece {
    package var text: String
    package var isName: Bool
  }

  package var pieces: [Piece]

  /// The words alone.
  package var text: String { pieces.map(\.text).joined() }

  /// Names stand between marks (``name(_:)``).
  package init(_ text: String) {
    pieces = text.split(separator: TerminalText.nameMark, omittingEmptySubsequences: false).enumerated()
      .map { offset, piece in
        let shown = TerminalText.safe(String(piece))
        return offset % 2 == 1
          ? Piece(text: shown, isName: true) : Piece(text: Self.typeset(shown), isName: false)
      }
      .filter { !$0.text.isEmpty }
  }

  /// A name in a sentence, between marks that no name can have: a terminal has quotes round those of several words.
  package static func name(_ text: String) -> String {
    "\(TerminalText.nameMark)\(TerminalText.safe(text))\(TerminalText.nameMark)"
  }

  /// With the sign of a negative number as print has it, and numbers kept with their error and unit.
  package static func typeset(_ text: String) -> String {
    text.replacing(/(^|[ (\[])-(\d)/) { "\($0.output.1)−\($0.output.2)" }
      .replacing(" ± ", with: "\u{A0}±\u{A0}")
  }
}
