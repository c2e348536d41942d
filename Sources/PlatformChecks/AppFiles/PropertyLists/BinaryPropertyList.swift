/// Reads a property list in Apple's binary form (`bplist00`), as a built app holds it.
///
/// Objects refer to one another by number, so a small file can stand for an endless or an enormous tree.
/// A text is decoded once however often it is named; depth, values and bytes of text, counted as often as
/// they are met, are limited by the size of the file.
///
/// Read here and not by Foundation's `PropertyListSerialization`, which no limit on the bytes makes safe: of a list
/// of 1,400 bytes in which thirty lists each name the next one ten times it is not through within a minute
/// (Foundation of Swift 6.3 on Linux). It also keeps only one of two equal keys, loses their order, takes bytes that are
/// no characters for others, and calls a circle "not in the correct format".
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableStart: Int
  private var values = 0
  private var textBytes = 0
  /// Texts by the number of their object.
  private var texts: [Int: String] = [:]

  /// How every such file begins.
  static let magic = Array("bplist".utf8)

  /// - Throws: ``ReadingFault`` for what is no property list.
  static func read(_ bytes: [UInt8]) throws(ReadingFault) -> PropertyValue {
    var reader = try BinaryPropertyList(bytes)
    return try reader.object(try reader.number(at: bytes.count - 16, size: 8), depth: 1)
  }

  private init(_ bytes: [UInt8]) throws(ReadingFault) {
    guard bytes.count >= 40, bytes.starts(with: Self.magic) else {
      throw ReadingFault(0, "expected a binary property list, found too few bytes; it may be cut off")
    }
    self.bytes = bytes
    // The last 32 bytes: six unused, two sizes, count, top object, start of the table.
    offsetSize = Int(bytes[bytes.count - 26])
    referenceSize = Int(bytes[bytes.count - 25])
    objectCount = try Self.number(bytes, at: bytes.count - 24, size: 8)
    tableStart = try Self.number(bytes, at: bytes.count - 8, size: 8)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), objectCount > 0,
      objectCount <= bytes.count, tableStart >= 8, tableStart <= bytes.count - 32,
      objectCount * offsetSize <= bytes.count - 32 - tableStart
    else { throw Self.broken }
  }

  private static var broken: ReadingFault {
    ReadingFault(0, "the binary property list is damaged, or cut off: its table of objects does not fit")
  }

  private static var noText: ReadingFault {
    ReadingFault(0, "the binary property list has a text whose bytes are no characters")
  }

  private static func number(_ bytes: [UInt8], at start: Int, size: Int) throws(ReadingFault) -> Int {
    guard start >= 0, size > 0, size <= 16, start <= bytes.count - size else { throw broken }
    var number: UInt64 = 0
    for byte in bytes[start..<start + size] {
      guard number >> 56 == 0 else { throw broken }
      number = number << 8 | UInt64(byte)
    }
    guard let whole = Int(exactly: number) else { throw broken }
    return whole
  }

  private func number(at start: Int, size: Int) throws(ReadingFault) -> Int {
    try Self.number(bytes, at: start, size: size)
  }

  /// A length: in the marker's low half, or in the whole number that follows.
  private func length(_ marker: UInt8, after start: Int) throws(ReadingFault) -> (count: Int, start: Int) {
    let low = Int(marker & 0x0F)
    guard low == 0x0F else { return (low, start) }
    guard start < bytes.count, bytes[start] & 0xF0 == 0x10, bytes[start] & 0x0F <= 3 else {
      throw Self.broken
    }
    let size = 1 << Int(bytes[start] & 0x0F)
    return (try number(at: start + 1, size: size), start + 1 + size)
  }

  private func slice(_ start: Int, _ count: Int) throws(ReadingFault) -> ArraySlice<UInt8> {
    guard start >= 0, count >= 0, count <= bytes.count, start <= bytes.count - count else {
      throw Self.broken
    }
    return bytes[start..<start + count]
  }

  private mutating func object(_ reference: Int, depth: Int) throws(ReadingFault) -> PropertyValue {
    guard depth <= AppFileLimits.depth else {
      throw ReadingFault(
        0, "expected at most \(AppFileLimits.depth) levels of nesting, found more, or a circle")
    }
    values += 1
    guard values <= largestValues else {
      throw ReadingFault(0, "expected at most \(largestValues) values, found more")
    }
    guard reference >= 0, reference < objectCount else { throw Self.broken }
    if let text = texts[reference] { return PropertyValue(content: .text(try counted(text)), line: 0) }
    let offset = try number(at: tableStart + reference * offsetSize, size: offsetSize)
    guard offset >= 8, offset < tableStart else { throw Self.broken }
    let content = try content(bytes[offset], after: offset + 1, depth: depth)
    if case .text(let text) = content { texts[reference] = try counted(text) }
    return PropertyValue(content: content, line: 0)
  }

  /// Values that a file of this size may have: a value of its own takes a byte and a reference to it.
  private var largestValues: Int { min(AppFileLimits.values, 10_000 + bytes.count) }

  /// Bytes of text that a file of this size may have, every text counted as often as it is named.
  private var largestText: Int { max(1 << 20, 8 * bytes.count) }

  private mutating func counted(_ text: String) throws(ReadingFault) -> String {
    textBytes += text.utf8.count
    guard textBytes <= largestText else {
      throw ReadingFault(
        0, "expected at most \(largestText) bytes of text, found more: the list names texts over and over")
    }
    return text
  }

  private mutating func content(_ marker: UInt8, after start: Int, depth: Int) throws(ReadingFault)
    -> PropertyValue.Content
  {
    switch marker >> 4 {
    case 0x0:
      switch marker {
      case 0x08: return .flag(false)
      case 0x09: return .flag(true)
      case _: return .other("null")
      }
    case 0x1:
      let raw = try slice(start, 1 << Int(marker & 0x0F))
      var number: UInt64 = 0
      for byte in raw.suffix(8) { number = number << 8 | UInt64(byte) }
      return .number(raw.count >= 8 ? Double(Int64(bitPattern: number)) : Double(number))
    case 0x2:
      let raw = try slice(start, 1 << Int(marker & 0x0F))
      var pattern: UInt64 = 0
      for byte in raw.suffix(8) { pattern = pattern << 8 | UInt64(byte) }
      return .number(
        raw.count == 4
          ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))) : Double(bitPattern: pattern))
    case 0x3: return .other("date")
    case 0x4:
      let (count, start) = try length(marker, after: start)
      _ = try slice(start, count)
      return .other("data")
    case 0x5:
      let (count, start) = try length(marker, after: start)
      let raw = try slice(start, count)
      guard raw.allSatisfy({ $0 < 0x80 }) else { throw Self.noText }
      return .text(String(decoding: raw, as: UTF8.self))
    case 0x6:
      let (count, start) = try length(marker, after: start)
      guard count <= bytes.count / 2 else { throw Self.broken }
      let raw = Array(try slice(start, count * 2))
      let units = stride(from: 0, to: raw.count, by: 2).map { UInt16(raw[$0]) << 8 | UInt16(raw[$0 + 1]) }
      guard let text = String(validating: units, as: UTF16.self) else { throw Self.noText }
      return .text(text)
    case 0x8: return .other("an identifier")
    case 0xA, 0xC:
      let (count, start) = try length(marker, after: start)
      return .list(
        try references(start, count).mapThrowing { reference throws(ReadingFault) in
          try object(reference, depth: depth + 1)
        })
    case 0xD: return .mapping(try entries(marker, after: start, depth: depth))
    case _: throw Self.broken
    }
  }

  private func references(_ start: Int, _ count: Int) throws(ReadingFault) -> [Int] {
    guard count <= bytes.count / referenceSize else { throw Self.broken }
    var found: [Int] = []
    for index in 0..<count {
      found.append(try number(at: start + index * referenceSize, size: referenceSize))
    }
    return found
  }

  private mutating func entries(_ marker: UInt8, after start: Int, depth: Int) throws(ReadingFault)
    -> [PropertyValue.Entry]
  {
    let (count, start) = try length(marker, after: start)
    let keys = try references(start, count)
    let objects = try references(start + count * referenceSize, count)
    var entries: [PropertyValue.Entry] = []
    for (key, value) in zip(keys, objects) {
      guard let name = try object(key, depth: depth + 1).text else {
        throw ReadingFault(0, "the binary property list has a key that is no text")
      }
      entries.append(.init(key: name, line: 0, value: try object(value, depth: depth + 1)))
    }
    return entries
  }
}

extension Array {
  /// `map` that keeps the type of the error.
  fileprivate func mapThrowing<T>(_ transform: (Element) throws(ReadingFault) -> T) throws(ReadingFault)
    -> [T]
  {
    var result: [T] = []
    for element in self { result.append(try transform(element)) }
    return result
  }
}
