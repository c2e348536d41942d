import TextFormats

/// Reads a table row by row, with a header of its own.
///
/// - Parameters:
///   - expected: what an empty file lacks.
///   - settle: settles which columns are read.
///   - take: takes a row in that has as many cells as the header.
/// - Returns: the header, and a doubt about the last row, where nothing shows that it is whole.
/// - Throws: ``FileProblems``, or what the source throws.
func readTable(
  _ source: @escaping ByteSource, file: String, expected: String,
  settle: (inout TableHeader) throws -> Void, take: (TableRow) -> Void
) throws -> (header: TableHeader, doubts: [FileProblem]) {
  let log = ProblemLog(file: file)
  var doubts: [FileProblem] = []
  var found: TableHeader?
  do {
    let scanner = try RecordScanner(source)
    if try scanner.next() {
      var header = TableHeader(scanner, log)
      try settle(&header)
      if log.isEmpty { doubts = try readRows(scanner, header.names.count, log, take) }
      found = header
    } else {
      log.add(line: 1, column: 1, "the file is empty; expected \(expected)")
    }
  } catch let fault as FileProblem {
    log.add(line: fault.line, column: fault.column, fault.message)
  }
  try log.throwIfAny()
  guard let found else { throw FileProblems([]) }
  return (found, doubts)
}

/// Hands on each row that has as many cells as the header.
///
/// - Returns: a doubt about the last row, where nothing shows that it is whole: a file cut off inside its last cell
///   would look just like it.
@inline(__always)
private func readRows(
  _ scanner: RecordScanner, _ width: Int, _ log: ProblemLog, _ take: (TableRow) -> Void
) throws -> [FileProblem] {
  let row = TableRow(record: scanner, log: log)
  var count = 0
  var doubts: [FileProblem] = []
  while try scanner.next() {
    count += 1
    if scanner.count == width {
      take(row)
      guard scanner.endsWithoutBreak else { continue }
      let location = scanner.location(width - 1)
      doubts = [
        FileProblem(
          file: log.file, line: location.line, column: location.column,
          message: "the last line has no line end, so the file may have been cut off. "
            + "\(quoted(scanner.cell(width - 1))) may be only the beginning of its last cell; it was read unchanged"
        )
      ]
    } else {
      let found =
        "\(scanner.count) \(scanner.count == 1 ? "cell" : "cells") where the header has \(width)"
      let isCutOff = scanner.endsWithoutBreak && scanner.count < width
      log.add(line: scanner.line, column: 1, isCutOff ? found + "; was the file cut off here?" : found)
    }
  }
  if count == 0 {
    log.add(line: scanner.line, column: 1, "a header and no rows; expected at least one row below it")
  }
  return doubts
}
