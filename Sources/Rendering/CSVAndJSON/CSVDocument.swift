/// A table as comma-separated values: RFC 4180, UTF-8, lines ended by CR LF.
///
/// Text from a file can end in a spreadsheet, where a cell that begins with `=`,
/// `+`, `-`, `@`, a tab or a line break would be run as a formula; such text gets
/// an apostrophe before it, and so does what follows a semicolon, which begins a cell where lists are
/// separated by it. Other control characters, which could steer a terminal,
/// are written as escapes such as `\u{1B}`. Numbers are written as they are.
public struct CSVDocument: Equatable, Sendable {
  /// Names of the columns.
  public var header: [String]
  /// Rows of as many cells as there are columns; what is missing or nested is an empty cell.
  public var rows: [[JSONValue]]

  /// The whole document.
  public var text: String { Self.text(header) + Self.text(rows) }

  /// The line of a header, for documents that are written piece by piece.
  public static func text(_ header: [String]) -> String {
    header.map(quoted).joined(separator: ",") + "\r\n"
  }

  /// The lines of rows, for documents that are written piece by piece.
  public static func text(_ rows: [[JSONValue]]) -> String {
    rows.map { $0.map(written).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func written(_ cell: JSONValue) -> String {
    switch cell {
    case .text(let text): quoted(harmless(text.withoutControlCharacters(except: ["\n", "\t"])))
    case .number(let number): number.isFinite ? "\(number)" : ""
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .flag(let flag): flag ? "true" : "false"
    case .null, .list, .object: ""
    }
  }

  private static func harmless(_ text: String) -> String {
    var safe = String.UnicodeScalarView()
    // Where lists are separated by semicolons, a spreadsheet begins a cell after each, quotation marks or not.
    var beginsCell = true
    for scalar in text.unicodeScalars {
      if beginsCell, beginsFormula(scalar) { safe.append("'") }
      safe.append(scalar)
      beginsCell = scalar == ";"
    }
    return String(safe)
  }

  private static func beginsFormula(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "\t", "\n", "＝", "＋", "－", "＠": true
    case _: false
    }
  }

  private static func quoted(_ text: String) -> String {
    let special: Set<Unicode.Scalar> = [",", ";", "\"", "\r", "\n"]
    guard text.unicodeScalars.contains(where: special.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension CSVDocument {
  /// Rows of values under names, which are the same in every row.
  ///
  /// A table without rows has no header either, as nothing says what its columns are.
  package init(_ rows: [[(key: String, value: JSONValue)]]) {
    self.init(header: rows.first?.map(\.key) ?? [], rows: rows.map { $0.map(\.value) })
  }
}
