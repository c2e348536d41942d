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
  private var isAtBeginning = true
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

  /// A scanner of the bytes that a source gives.
  package init(_ source: @escaping ByteSource) { self.source = source }

  deinit {
    buffer.deallocate()
    cells.deallocate()
  }

  /// Goes on to the next record that is not a blank line.
  ///
  /// - Returns: whether there is one.
  /// - Throws: ``FileProblem`` of no file, or what the source throws.
  package func next() throws -> Bool {
    if isAtBeginning { try begin() }
    repeat {
      (start, line, count) = (index, currentLine, 0)
      guard try byte() != nil else { return false }
      while try scanCell() {}
    } while isBlank
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
    var (line, column) = (line, 1)
    for index in start..<position {
      if buffer[index] == 0x0A || buffer[index] == 0x0D && !(index + 1 < end && buffer[index + 1] == 0x0A) {
        (line, column) = (line + 1, 1)
      } else if buffer[index] & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }

  private func fault(at position: Int, _ message: String) -> FileProblem {
    let location = location(at: position)
    return FileProblem(file: "", line: location.line, column: location.column, message: message)
  }

  private var isBlank: Bool {
    // A cell in quotes begins behind one.
    count == 1 && cells[0].lowerBound == start
      && cells[0].allSatisfy { buffer[$0] == 0x20 || buffer[$0] == 0x09 }
  }
}

extension RecordScanner {
  /// Looks for a byte-order mark, and settles the delimiter by the first line.
  private func begin() throws {
    isAtBeginning = false
    // A piece can be as short as a byte, and the first line decides.
    repeat {
      try refill()
    } while !isAtEnd && end < Self.capacity && !(0..<end).contains { buffer[$0] == 0x0A }
    if end >= 2, (buffer[0] == 0xFF && buffer[1] == 0xFE) || (buffer[0] == 0xFE && buffer[1] == 0xFF) {
      throw FileProblem(1, "the file is UTF-16; save it as UTF-8")
    }
    if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { start = 3 }
    index = start
    if let zero = (start..<end).first(where: { buffer[$0] == 0 }) {
      throw fault(at: zero, "a byte of value 0: this is no text; save the table as CSV in UTF-8")
    }
    var (commas, semicolons, tabs) = (0, 0, 0)
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
      var position = index
      while position < end {
        let byte = buffer[position]
        if byte == delimiter || byte == 0x0A || byte == 0x0D || byte == 0x22 || byte == 0 { break }
        position += 1
      }
      index = position
      guard position < end else { continue }
      if buffer[position] == 0x22 {
        throw fault(at: position, "a quote inside a cell; quote the whole cell and double the quote: \"\"")
      }
      if buffer[position] == 0 { throw fault(at: position, "a byte of value 0: this is no text") }
      break
    }
    return start + offset..<index
  }

  /// Passes a cell in quotes, of which two stand for one.
  private func scanQuotes() throws -> Range<Int> {
    index += 1
    let offset = index - start
    var doubled = 0
    while let byte = try byte() {
      if byte == 0 { throw fault(at: index, "a byte of value 0: this is no text") }
      index += 1
      switch byte {
      case 0x22:
        guard try self.byte() == 0x22 else { return closeUp(start + offset..<index - 1, doubled) }
        index += 1
        doubled += 1
      case 0x0A: currentLine += 1
      case 0x0D: if try self.byte() != 0x0A { currentLine += 1 }
      case _: break
      }
    }
    throw fault(at: start + offset - 1, "a quote that is never closed; was the file cut off?")
  }

  /// Takes one of two quotes out of a cell and puts it behind, so that columns of the cell's last line, and with it those
  /// of the cells that follow, are counted as before; a quote of an earlier line counts there too.
  private func closeUp(_ cell: Range<Int>, _ doubled: Int) -> Range<Int> {
    guard doubled > 0 else { return cell }
    var (from, to) = (cell.lowerBound, cell.lowerBound)
    while from < cell.upperBound {
      buffer[to] = buffer[from]
      from += buffer[from] == 0x22 ? 2 : 1
      to += 1
    }
    (buffer + to).update(repeating: 0x22, count: doubled)
    return cell.lowerBound..<to
  }
}
