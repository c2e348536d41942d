import TextFormats

/// Where each column of a table stands, whatever the case of its name.
struct TableHeader {
  /// As they are written.
  let names: [String]
  /// What a reader should know: the columns that nothing is read from.
  private(set) var remarks: [String] = []
  private let locations: [(line: Int, column: Int)]
  private var positions: [String: Int] = [:]
  /// Names that are read as others.
  private var renamed: Set<String> = []

  init(_ record: RecordScanner) {
    names = (0..<record.count).map(record.text)
    locations = names.indices.map(record.location)
    for (index, name) in names.enumerated() where positions[name.lowercased()] == nil {
      positions[name.lowercased()] = index
    }
  }

  /// Where a column stands; `nil` where the table has none of that name.
  subscript(column: String) -> Int? { positions[column] }

  /// A column's name in the file.
  func written(_ column: String) -> String { positions[column].map { names[$0] } ?? column }

  /// All names in small letters, in their order.
  var lowercased: [String] { names.map { $0.lowercased() } }

  /// Reads a column under another name than the file's, where the file has none of that name.
  mutating func call(_ column: String, _ name: String) {
    guard positions[name] == nil, let position = positions[column] else { return }
    positions[name] = position
    renamed.insert(column)
  }

  /// Reports a problem with a column, or with the header as a whole.
  func report(_ column: String? = nil, _ message: String, _ log: inout ProblemLog) {
    let own = column.flatMap { positions[$0] }.map { locations[$0] }
    let location = own ?? (line: locations.first?.line ?? 1, column: 1)
    log.add(line: location.line, column: location.column, message)
  }

  /// Settles which columns are read: reports those that are double or missing, and notes the others as not used.
  ///
  /// - Parameters:
  ///   - known: the names that can be read.
  ///   - required: those that the table is of no use without.
  mutating func settle(_ known: [String], required: [String], _ log: inout ProblemLog) {
    let lower = lowercased
    for name in known {
      let found = lower.indices.filter { lower[$0] == name }
      if let second = found.dropFirst().first {
        log.add(
          line: locations[second].line, column: locations[second].column,
          "a second column '\(name)'; expected each once")
      }
    }
    for name in required where positions[name] == nil {
      report(
        nil,
        "no column '\(name)'; the file has \(list). Is it called otherwise? Give it that name in the file",
        &log)
    }
    let ignored = names.indices.filter { !known.contains(lower[$0]) && !renamed.contains(lower[$0]) }
      .map { names[$0] }
    remarks += ignoredColumns(ignored, open: known.filter { positions[$0] == nil })
  }

  private var list: String {
    let shown = names.prefix(12).map { name in
      var copy = Array(name.utf8)
      return copy.withUnsafeMutableBufferPointer { quoted(UnsafeBufferPointer($0)) }
    }
    return shown.joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }
}

/// Says which columns were of no use, and which of those that can be read they may stand for.
///
/// - Parameter open: names that can be read and that no column of the file has.
private func ignoredColumns(_ names: [String], open: [String]) -> [String] {
  guard !names.isEmpty else { return [] }
  let shown = names.prefix(6).map { name in
    "'\(name)'" + (nearestWord(to: name, among: open).map { " (did you mean '\($0)'?)" } ?? "")
  }
  return ["Columns not used: \(shown.joined(separator: ", "))\(names.count > 6 ? ", …" : "")."]
}
