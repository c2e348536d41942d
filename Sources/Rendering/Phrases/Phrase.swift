/// Words with names and numbers in them: a sentence, a caption, a cell.
///
/// Who writes one says what each part is. Only a renderer decides what becomes of it: quotes round a name of
/// several words, escapes, the sign of a negative number, where a line may be broken.
///
///     "\(Name(best)) leads by \(lead): \(size, "install") per option."
package struct Phrase: Equatable, Sendable {
  /// One part.
  package enum Piece: Equatable, Sendable {
    case words(String)
    /// What somebody called an option, a scenario or a run.
    case name(String)
    /// With its error and its unit; no line is broken in it.
    case number(String)
  }

  package private(set) var pieces: [Piece] = []

  /// Nothing.
  package init() {}

  package init(_ name: Name) { append(.name(TerminalText.safe(name.text))) }

  /// A number that is written already.
  package init(number: String) { append(.number(number)) }

  /// Somebody else's words, with nothing in them that steers a terminal.
  package init(verbatim text: String) { append(.words(TerminalText.safe(text))) }

  /// Words that follow one another are one part, so that equal phrases are equal however they were put together.
  private mutating func append(_ piece: Piece) {
    switch (piece, pieces.last) {
    case (.words(""), _): break
    case (.words(let words), .words(let before)?): pieces[pieces.count - 1] = .words(before + words)
    case (_, _): pieces.append(piece)
    }
  }

  package static func += (phrase: inout Phrase, other: Phrase) { other.pieces.forEach { phrase.append($0) } }

  package static func + (first: Phrase, second: Phrase) -> Phrase {
    var whole = first
    whole += second
    return whole
  }

  package var isEmpty: Bool { pieces.isEmpty }

  /// As plain text has it.
  package var text: String { pieces.map(\.text).joined() }

  /// The words alone, names without quotes.
  package var plain: String {
    pieces.map { if case .name(let name) = $0 { name } else { $0.text } }.joined()
  }

  /// As print has it: the words alone, numbers with their sign and held together.
  package var printed: String {
    pieces.map { piece in
      switch piece {
      case .words(let text), .name(let text): text
      case .number(let number): number.withMinusSigns.unbroken
      }
    }.joined()
  }

  /// The same with blanks that hold a number together (``Swift/String/withPlainBlanks``).
  var unbroken: String {
    pieces.map { if case .number(let number) = $0 { number.unbroken } else { $0.text } }.joined()
  }
}

extension Phrase.Piece {
  /// As plain text has it: a name of several words in quotes.
  package var text: String {
    switch self {
    case .words(let text), .number(let text): text
    case .name(let name): name.inQuotes
    }
  }
}

/// What somebody called an option, a scenario, a segment or a run.
package struct Name: Equatable, Sendable {
  package var text: String

  package init(_ text: String) { self.text = text }
}

extension Phrase: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { append(.words(text)) }
  package init(stringInterpolation parts: Parts) { self = parts.phrase }

  package typealias StringInterpolation = Parts

  /// What may stand in a phrase.
  package struct Parts: StringInterpolationProtocol {
    fileprivate var phrase = Phrase()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ words: String) { phrase.append(.words(words)) }

    package mutating func appendInterpolation(_ part: Phrase) { phrase += part }
    /// Nothing where it is missing.
    package mutating func appendInterpolation(_ part: Phrase?) { if let part { phrase += part } }
    package mutating func appendInterpolation(_ name: Name) { phrase += Phrase(name) }
    /// Somebody else's words.
    package mutating func appendInterpolation(_ text: String) { phrase += Phrase(verbatim: text) }
    package mutating func appendInterpolation(_ text: Substring) { phrase += Phrase(verbatim: String(text)) }
    /// A number that is written already.
    package mutating func appendInterpolation(number: String) { phrase.append(.number(number)) }
    /// `12`: a place, a day, a seed.
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      phrase.append(.number("\(number)"))
    }
    /// `2,400`: how many.
    package mutating func appendInterpolation(grouped count: Int) {
      phrase.append(.number(SupportedDigits.grouped(count)))
    }
    /// `2,400 installs`, `1 strategy`.
    ///
    /// - Parameter several: the word where it is not one; that for one with an s where it is not given.
    package mutating func appendInterpolation(_ count: Int, _ one: String, _ several: String? = nil) {
      appendInterpolation(grouped: count)
      phrase.append(.words(" " + (count == 1 ? one : several ?? one + "s")))
    }
  }
}

extension DefaultStringInterpolation {
  /// Its ``Phrase/text`` says which form is meant; a literal that holds one is a phrase itself.
  @available(*, unavailable, message: "make the literal a Phrase, or interpolate its text")
  package mutating func appendInterpolation(_ phrase: Phrase) {}

  @available(*, unavailable, message: "make the literal a Phrase")
  package mutating func appendInterpolation(_ phrase: Phrase?) {}

  @available(*, unavailable, message: "make the literal a Phrase")
  package mutating func appendInterpolation(_ name: Name) {}
}

extension [Phrase] {
  package func joined(separator: Phrase = Phrase()) -> Phrase {
    var whole = Phrase()
    for (place, phrase) in enumerated() { whole += place == 0 ? phrase : separator + phrase }
    return whole
  }

  /// In a sentence: `a`, `a and b`, `a, b and c`; nothing of none.
  package var inProse: Phrase {
    guard let last, count > 1 else { return first ?? Phrase() }
    return dropLast().map { $0 }.joined(separator: ", ") + " and " + last
  }
}

extension [String] {
  /// The words in a sentence: `a`, `a and b`, `a, b and c`; nothing of none.
  package var inProse: String { map { Phrase(verbatim: $0) }.inProse.text }
}

extension String {
  /// A name of several words in quotes.
  fileprivate var inQuotes: String {
    guard contains(" ") else { return self }
    return contains("\"") ? "'\(self)'" : "\"\(self)\""
  }

  /// A number with the sign that print has; that of a power of ten stays.
  var withMinusSigns: String {
    reduce(into: "") { shown, character in
      shown.append(character == "-" && shown.last != "e" ? "−" : character)
    }
  }

  /// With blanks that no line is broken at.
  var unbroken: String { replacing(" ", with: "\u{A0}") }

  /// With blanks as every terminal has them.
  var withPlainBlanks: String { replacing("\u{A0}", with: " ") }
}
