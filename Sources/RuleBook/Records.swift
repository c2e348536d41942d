import EmbeddedFiles

/// A record of one of the book's files: a line of fields with bars between them, and the lines below it.
struct Record {
  /// Without the blanks around the bars.
  let fields: [String]
  /// Those of a line that goes on over the next one joined.
  let lines: [String]

  /// The records of a file, which empty lines keep apart; a line that begins with `#` says something of the file itself.
  static func all(of name: String) -> [Record] {
    String(cString: embeddedFile("rules/\(name).txt")).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { !$0.hasPrefix("#") }.split(whereSeparator: \.isEmpty).map { Record(Array($0)) }
  }

  private init(_ written: [Substring]) {
    fields = Record.parts(written[0], at: "|")
    var lines: [String] = []
    for line in written.dropFirst() {
      if line.hasPrefix("  "), let last = lines.popLast() {
        lines.append(last + line.dropFirst())
      } else {
        lines.append(String(line))
      }
    }
    self.lines = lines
  }

  /// What stands behind a key; `nil` where no line begins with it.
  subscript(key: String) -> String? {
    lines.first { $0.hasPrefix("\(key): ") }.map { String($0.dropFirst(key.count + 2)) }
  }

  func list(at field: Int) -> [String] { Record.parts(fields[field], at: ",") }

  /// The parts of a text without the blanks around them.
  static func parts(_ text: some StringProtocol, at separator: Character) -> [String] {
    text.split(separator: separator).map { part in
      var part = part.drop { $0 == " " }
      while part.last == " " { part = part.dropLast() }
      return String(part)
    }
  }
}
