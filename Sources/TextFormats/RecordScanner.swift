/// Cuts a stream of bytes into the records and cells of comma-separated values (RFC 4180): the one reader of
/// such tables.
///
/// It holds one piece of the file at a time and allocates nothing per record or cell, so that memory
/// does not grow with the file. Beyond the standard it takes LF and CR for CR LF, a byte-order mark,
/// `;` or a tab as the delimiter where the header has them, blank lines, and a last record without
/// a line break. What it cannot read is reported once and ends the reading, as nothing after an
/// open quote can be trusted.
///
/// A class, because it owns memory that the cells of the current record point into.
@usableFromInline
package final class RecordScanner {
  /// The longest record; one that is longer is most likely an open quote.
  package static let capacity = 1 << 20
  /// The most cells in a record.
  package static let mostCells = 1000

  /// Why the bytes are no table, `offset` bytes into the current record.
  package struct Fault: Error {
    /// The line, 1-based.
    package var line: Int
    /// The column in Unicode scalars, 1-based.
    package var column: Int
    /// What was expected and what was found.
    package var message: String
  }

  /// One cell of the current record, as offsets into the buffer, without its quotes.
  @usableFromInline
  struct Cell {
    @usableFromInline var start: Int32
    @usableFromInline var end: Int32
    /// Whether two quotes in it stand for one.
    @usableFromInline var hasEscapes: Bool
  }

  @usableFromInline let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: RecordScanner.capacity)
  @usableFromInline let cells = UnsafeMutablePointer<Cell>.allocate(capacity: RecordScanner.mostCells)
  /// Text of cells with doubled quotes, as it reads.
  private let unescaped = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * RecordScanner.capacity)
  private var unescapedEnd = 0
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  private var isAtBeginning = true
  private var recordStart = 0
  private let source: ByteSource
  /// Separates cells; settled by the header.
  package private(set) var delimiter = UInt8(ascii: ",")
  /// Lines before the current record's first.
  private var linesBefore = 0
  private var linesInRecord = 0

  /// How many cells the current record has.
  package private(set) var count = 0
  /// Whether the current record ended with the file and not with a line break.
  package private(set) var endsWithoutBreak = false

  /// The line on which the current record starts, 1-based.
  package var line: Int { linesBefore + 1 }

  /// A scanner of the bytes that a source gives.
  package init(_ source: @escaping ByteSource) { self.source = source }

  /// All cells of a table that is in memory, record by record, its header first.
  ///
  /// - Throws: ``Fault`` for what is no table.
  package static func records(of table: [UInt8]) throws -> [[String]] {
    let scanner = RecordScanner(bytes(table))
    var records: [[String]] = []
    while try scanner.next() { records.append((0..<scanner.count).map(scanner.text)) }
    return records
  }

  deinit {
    buffer.deallocate()
    cells.deallocate()
    unescaped.deallocate()
  }

  /// Goes on to the next record that is not a blank line.
  ///
  /// - Returns: whether there is one.
  /// - Throws: ``Fault``, or what the source throws.
  package func next() throws -> Bool {
    if isAtBeginning { try begin() }
    while true {
      linesBefore += linesInRecord
      linesInRecord = 0
      unescapedEnd = 0
      while true {
        switch try scan() {
        case .record: break
        case .nothing: return false
        case .incomplete:
          try refill()
          continue
        }
        break
      }
      if !isBlank { return true }
    }
  }

  /// The bytes of a cell, without spaces around them; valid until ``next()``.
  @inlinable
  @inline(__always)
  package func cell(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let cell = cells[index]
    if cell.hasEscapes { return unescape(cell) }
    var start = Int(cell.start)
    var end = Int(cell.end)
    while start < end, buffer[start] == 0x20 { start += 1 }
    while end > start, buffer[end - 1] == 0x20 { end -= 1 }
    return UnsafeBufferPointer(start: buffer + start, count: end - start)
  }

  /// The text of a cell.
  package func text(_ index: Int) -> String { String(decoding: cell(index), as: UTF8.self) }

  /// Where a cell starts: line and column, both 1-based, the column in Unicode scalars.
  package func location(_ index: Int) -> (line: Int, column: Int) {
    location(at: index < count ? Int(cells[index].start) : start)
  }

  private func location(at position: Int) -> (line: Int, column: Int) {
    var line = line
    var column = 1
    var index = recordStart
    while index < position {
      let byte = buffer[index]
      if byte == 0x0A || (byte == 0x0D && !(index + 1 < end && buffer[index + 1] == 0x0A)) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
    return (line, column)
  }

  private func fault(at position: Int, _ message: String) -> Fault {
    let location = location(at: position)
    return Fault(line: location.line, column: location.column, message: message)
  }

  private var isBlank: Bool {
    guard count == 1 else { return false }
    return (Int(cells[0].start)..<Int(cells[0].end)).allSatisfy { buffer[$0] == 0x20 || buffer[$0] == 0x09 }
      && (cells[0].start == Int32(recordStart))
  }

  @usableFromInline
  func unescape(_ cell: Cell) -> UnsafeBufferPointer<UInt8> {
    let first = unescapedEnd
    var index = Int(cell.start)
    while index < Int(cell.end) {
      unescaped[unescapedEnd] = buffer[index]
      unescapedEnd += 1
      index += buffer[index] == 0x22 ? 2 : 1
    }
    // Asked for the same cell again and again, the room would run out.
    defer { if unescapedEnd > RecordScanner.capacity { unescapedEnd = 0 } }
    return UnsafeBufferPointer(start: unescaped + first, count: unescapedEnd - first)
  }
}

extension RecordScanner {
  private enum Step {
    case record
    case incomplete
    case nothing
  }

  /// Fills the buffer once, looks for a byte-order mark, and settles the delimiter by the first line.
  private func begin() throws {
    isAtBeginning = false
    try refill()
    // A piece can be as short as a byte, and the first line decides.
    while !isAtEnd, end < RecordScanner.capacity, !(start..<end).contains(where: { buffer[$0] == 0x0A }) {
      try refill()
    }
    if end >= 2, (buffer[0] == 0xFF && buffer[1] == 0xFE) || (buffer[0] == 0xFE && buffer[1] == 0xFF) {
      throw Fault(line: 1, column: 1, message: "the file is UTF-16; save it as UTF-8")
    }
    if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { start = 3 }
    if let zero = (start..<end).first(where: { buffer[$0] == 0 }) {
      recordStart = start
      throw fault(at: zero, "a byte of value 0: this is no text; save the table as CSV in UTF-8")
    }
    var commas = 0
    var semicolons = 0
    var tabs = 0
    var isQuoted = false
    for index in start..<end {
      let byte = buffer[index]
      if byte == 0x22 { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if byte == 0x2C { commas += 1 }
      if byte == 0x3B { semicolons += 1 }
      if byte == 0x09 { tabs += 1 }
    }
    if semicolons > commas && semicolons >= tabs {
      delimiter = 0x3B
    } else if tabs > commas {
      delimiter = 0x09
    }
  }

  /// Moves what is left to the front and reads more behind it.
  private func refill() throws {
    if start > 0 {
      buffer.update(from: buffer + start, count: end - start)
      end -= start
      start = 0
    }
    recordStart = 0
    guard end < RecordScanner.capacity else {
      throw fault(
        at: 0, "a row of more than \(RecordScanner.capacity) bytes; is a quote left open in it?")
    }
    let read = try source(
      UnsafeMutableRawBufferPointer(start: buffer + end, count: RecordScanner.capacity - end))
    if read == 0 { isAtEnd = true }
    end += read
  }

  /// Finds the cells of the record that begins at `start`.
  private func scan() throws -> Step {
    recordStart = start
    count = 0
    linesInRecord = 0
    endsWithoutBreak = false
    guard start < end else { return isAtEnd ? .nothing : .incomplete }
    let delimiter = delimiter
    var index = start
    while true {
      guard count < RecordScanner.mostCells else {
        throw fault(at: index, "a row of more than \(RecordScanner.mostCells) cells")
      }
      var hasEscapes = false
      let cellStart: Int
      let cellEnd: Int
      if index < end, buffer[index] == 0x22 {
        cellStart = index + 1
        guard let close = try closingQuote(after: index, &hasEscapes) else { return .incomplete }
        cellEnd = close
        index = close + 1
        if index >= end && !isAtEnd { return .incomplete }
      } else {
        cellStart = index
        while index < end {
          let byte = buffer[index]
          if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
          if byte == 0x22 {
            throw fault(at: index, "a quote inside a cell; quote the whole cell and double the quote: \"\"")
          }
          if byte == 0 { throw fault(at: index, "a byte of value 0: this is no text") }
          index += 1
        }
        if index >= end && !isAtEnd { return .incomplete }
        cellEnd = index
      }
      cells[count] = Cell(start: Int32(cellStart), end: Int32(cellEnd), hasEscapes: hasEscapes)
      count += 1
      if index >= end {
        endsWithoutBreak = true
        start = end
        linesInRecord += 1
        return .record
      }
      switch buffer[index] {
      case delimiter: index += 1
      case 0x0A:
        start = index + 1
        linesInRecord += 1
        return .record
      case 0x0D:
        if index + 1 >= end && !isAtEnd { return .incomplete }
        start = index + (index + 1 < end && buffer[index + 1] == 0x0A ? 2 : 1)
        linesInRecord += 1
        return .record
      case _:
        throw fault(at: index, "text after a closing quote; expected a delimiter or the end of the row")
      }
    }
  }

  /// The position of the quote that closes the cell, or `nil` where the bytes end before it is sure.
  private func closingQuote(after open: Int, _ hasEscapes: inout Bool) throws -> Int? {
    var index = open + 1
    while index < end {
      switch buffer[index] {
      case 0x22:
        if index + 1 >= end { return isAtEnd ? index : nil }
        if buffer[index + 1] != 0x22 { return index }
        hasEscapes = true
        index += 2
      case 0x0A:
        linesInRecord += 1
        index += 1
      case 0x0D:
        if index + 1 < end, buffer[index + 1] != 0x0A { linesInRecord += 1 }
        index += 1
      case 0: throw fault(at: index, "a byte of value 0: this is no text")
      case _: index += 1
      }
    }
    if isAtEnd { throw fault(at: open, "a quote that is never closed; was the file cut off?") }
    return nil
  }
}
