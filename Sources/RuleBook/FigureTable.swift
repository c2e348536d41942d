/// The rows of a table in comma-separated form, quoted as RFC 4180 says.
///
/// For the project's own files, which a test reads; what is malformed is read as far as it goes.
struct FigureTable {
  /// The fields of each row, the header first.
  private(set) var rows: [[String]] = []

  init(_ text: String) {
    var row: [String] = []
    var field = ""
    var isQuoted = false
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch (scalar, isQuoted) {
      case ("\"", true):
        if rest.first == "\"" { field.unicodeScalars.append(rest.removeFirst()) } else { isQuoted = false }
      case ("\"", false): isQuoted = true
      case (",", false):
        row.append(field)
        field = ""
      case ("\n", false):
        rows.append(row + [field])
        row = []
        field = ""
      case ("\r", false): break
      case (_, _): field.unicodeScalars.append(scalar)
      }
    }
    if !row.isEmpty || !field.isEmpty { rows.append(row + [field]) }
  }
}
