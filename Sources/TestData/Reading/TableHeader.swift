import TextFormats

/// A column that a table may have.
struct Column: Sendable {
  /// As the file writes it; as it is expected where the file has none.
  let name: String
  /// Where it stands; `nil` where the file has none.
  let index: Int?
}

/// Where each column of a table stands, whatever the case of its name.
struct TableHeader {
  /// As they are written.
  let names: [String]
  /// What a reader should know: the columns that nothing is read from.
  private(set) var remarks: [String] = []
  let log: ProblemLog
  private let locations: [(line: Int, column: Int)]
  private var positions: [String: Int] = [:]
  /// Names that are read as others.
  private var renamed: Set<String> = []

  init(_ record: RecordScanner, _ log: ProblemLog) {
    self.log = log
    names = (0..<record.count).map(record.text)
    locations = names.indices.map(record.location)
    for (index, name) in names.enumerated() where positions[name.lowercased()] == nil {
      positions[name.lowercased()] = index
    }
  }

  /// The column of a name in small letters.
  subscript(name: String) -> Column {
    Column(name: positions[name].map { names[$0] } ?? name, index: positions[name])
  }

  func has(_ name: String) -> Bool { positions[name] != nil }

  /// All names in small letters, in their order.
  var lowercased: [String] { names.map { $0.lowercased() } }

  /// Reads a column under another name than the file's, where the file has none of that name.
  mutating func call(_ column: String, _ name: String) {
    guard positions[name] == nil, let position = positions[column] else { return }
    positions[name] = position
    renamed.insert(column)
  }

  /// Reports a problem with a column, or with the header as a whole.
  func report(_ column: String? = nil, _ message: String) {
    let own = column.flatMap { positions[$0] }.map { locations[$0] }
    let location = own ?? (line: locations.first?.line ?? 1, column: 1)
    log.add(line: location.line, column: location.column, message)
  }

  /// Settles which columns are read: reports those that are double or missing, and notes the others as not used.
  ///
  /// - Parameters:
  ///   - known: the names that can be read.
  ///   - required: those that the table is of no use without.
  mutating func settle(_ known: [String], required: [String]) {
    let lower = lowercased
    for name in known {
      let found = lower.indices.filter { lower[$0] == name }
      if let second = found.dropFirst().first {
        log.add(
          line: locations[second].line, column: locations[second].column,
          "a second column '\(name)'; expected each once")
      }
    }
    let list =
      names.prefix(12).map { quoted($0.utf8) }.joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    for name in required where positions[name] == nil {
      report(
        nil,
        "no column '\(name)'; the file has \(list). Is it called otherwise? Give it that name in the file")
    }
    let ignored = names.indices.filter { !known.contains(lower[$0]) && !renamed.contains(lower[$0]) }
    guard !ignored.isEmpty else { return }
    // Which of the columns that can be read, and that the file lacks, they may stand for.
    let open = known.filter { positions[$0] == nil }
    let shown = ignored.prefix(6).map { index in
      "'\(names[index])'"
        + (nearestWord(to: names[index], among: open).map { " (did you mean '\($0)'?)" } ?? "")
    }
    remarks.append("Columns not used: \(shown.joined(separator: ", "))\(ignored.count > 6 ? ", …" : "").")
  }
}
