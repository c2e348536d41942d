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

  @usableFromInline let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: RecordScanner.capacity)
  /// The cells of the current record, without their quotes.
  @usableFromInline let cells = UnsafeMutablePointer<Range<Int>>.allocate(capacity: RecordScanner.mostCells)
  /// Where the current record begins in the buffer, the next byte to be looked at, and what has been read.
  private var start = 0
  private var index = 0
  private var end = 0
  private var isAtEnd = false
  private let source: ByteSource
  /// Separates cells; settled by the header.
  private var delimiter = UInt8(ascii: ",")
  /// The line of the byte at the index.
  private var currentLine = 1

  /// The line on which the current record starts, 1-based.
  package private(set) var line = 1
  /// How many cells the current record has.
  package private(set) var count = 0
  /// Whether the current record ended with the file and not with a line break.
  package private(set) var endsWithoutBreak = false

  /// A scanner of the bytes that a source gives, past their byte-order mark; the first line settles the delimiter.
  ///
  /// - Throws: ``FileProblem`` of no file for what is no table, or what the source throws.
  package init(_ source: @escaping ByteSource) throws {
    self.source = source
    // A piece can be as short as a byte, and the first line decides.
    repeat {
      try refill()
    } while !isAtEnd && end < Self.capacity && !(0..<end).contains { buffer[$0] == 0x0A }
    if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { start = 3 }
    index = start
    if let zero = (start..<end).first(where: { buffer[$0] == 0 }) {
      throw fault(at: zero, "a byte of value 0: this is UTF-16 or no text; save the table as CSV in UTF-8")
    }
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in UnsafeBufferPointer(start: buffer + start, count: end - start) {
      if byte == 0x22 { isQuoted.toggle() }
      if !isQuoted, byte == 0x0A || byte == 0x0D { break }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    // Of as many, the first of these.
    for sign in ",;\t".utf8 where counts[sign, default: 0] > counts[delimiter, default: 0] {
      delimiter = sign
    }
  }

  deinit {
    buffer.deallocate()
    cells.deallocate()
  }

  /// Goes on to the next record that is not a blank line.
  ///
  /// - Returns: whether there is one.
  /// - Throws: ``FileProblem`` of no file, or what the source throws.
  package func next() throws -> Bool {
    repeat {
      (start, line, count) = (index, currentLine, 0)
      guard try byte() != nil else { return false }
      while try scanCell() {}
      // A blank line; a cell in quotes begins behind one.
    } while count == 1 && cells[0].lowerBound == start && cell(0).allSatisfy { $0 == 0x09 }
    return true
  }

  /// The bytes of a cell, without spaces around them; valid until ``next()``.
  @inlinable
  @inline(__always)
  package func cell(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    var first = cells[index].lowerBound
    var last = cells[index].upperBound
    while first < last, buffer[first] == 0x20 { first += 1 }
    while last > first, buffer[last - 1] == 0x20 { last -= 1 }
    return UnsafeBufferPointer(start: buffer + first, count: last - first)
  }

  /// The text of a cell.
  package func text(_ index: Int) -> String { String(decoding: cell(index), as: UTF8.self) }

  /// Where a cell starts: line and column, both 1-based, the column in Unicode scalars.
  package func location(_ index: Int) -> (line: Int, column: Int) {
    location(at: index < count ? cells[index].lowerBound : start)
  }

  private func location(at position: Int) -> (line: Int, column: Int) {
    let before = String(
      decoding: UnsafeBufferPointer(start: buffer + start, count: position - start), as: UTF8.self)
    let lines = before.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
    return (line + lines.count - 1, 1 + (lines.last?.unicodeScalars.count ?? 0))
  }

  private func fault(at position: Int, _ message: String) -> FileProblem {
    let location = location(at: position)
    return FileProblem(file: "", line: location.line, column: location.column, message: message)
  }
}

extension RecordScanner {
  /// Moves the current record to the front and reads more behind it.
  private func refill() throws {
    buffer.update(from: buffer + start, count: end - start)
    for cell in 0..<count { cells[cell] = cells[cell].lowerBound - start..<cells[cell].upperBound - start }
    (start, index, end) = (0, index - start, end - start)
    guard end < Self.capacity else {
      throw fault(at: 0, "a row of more than \(Self.capacity) bytes; is a quote left open in it?")
    }
    let read = try source(UnsafeMutableRawBufferPointer(start: buffer + end, count: Self.capacity - end))
    isAtEnd = read == 0
    end += read
  }

  /// The next byte; `nil` at the end of the file.
  @inline(__always)
  private func byte() throws -> UInt8? {
    if index == end {
      if !isAtEnd { try refill() }
      if isAtEnd { return nil }
    }
    return buffer[index]
  }

  /// Finds the next cell of the current record, and passes what ends it.
  ///
  /// - Returns: whether another follows.
  private func scanCell() throws -> Bool {
    guard count < Self.mostCells else {
      throw fault(at: index, "a row of more than \(Self.mostCells) cells")
    }
    cells[count] = try byte() == 0x22 ? scanQuotes() : scanPlain()
    count += 1
    let ending = try byte()
    endsWithoutBreak = ending == nil
    switch ending {
    case delimiter?:
      index += 1
      return true
    case 0x0A?: index += 1
    case 0x0D?:
      index += 1
      if try byte() == 0x0A { index += 1 }
    case nil: break
    case 0x22?:
      throw fault(at: index, "a quote inside a cell; quote the whole cell and double the quote: \"\"")
    case 0?: throw fault(at: index, "a byte of value 0: this is no text")
    case _?:
      throw fault(at: index, "text after a closing quote; expected a delimiter or the end of the row")
    }
    currentLine += 1
    return false
  }

  /// Passes a cell without quotes.
  private func scanPlain() throws -> Range<Int> {
    let offset = index - start
    let delimiter = delimiter
    while try byte() != nil {
      let rest = UnsafeBufferPointer(start: buffer + index, count: end - index)
      let stop = rest.firstIndex { $0 == delimiter || $0 == 0x0A || $0 == 0x0D || $0 == 0x22 || $0 == 0 }
      index += stop ?? rest.count
      if stop != nil { break }
    }
    return start + offset..<index
  }

  /// Passes a cell in quotes, of which two stand for one.
  private func scanQuotes() throws -> Range<Int> {
    index += 1
    let offset = index - start
    var length = 0
    while let byte = try byte() {
      if byte == 0 { throw fault(at: index, "a byte of value 0: this is no text") }
      index += 1
      if byte == 0x22 {
        guard try self.byte() == 0x22 else {
          let first = start + offset
          // What pairs of quotes leave free counts as columns all the same.
          (buffer + first + length).update(repeating: 0x22, count: index - 1 - first - length)
          return first..<first + length
        }
        index += 1
      } else if try byte == 0x0A || byte == 0x0D && self.byte() != 0x0A {
        currentLine += 1
      }
      buffer[start + offset + length] = byte
      length += 1
    }
    throw fault(at: start + offset - 1, "a quote that is never closed; was the file cut off?")
  }
}
