import TextFormats

/// Reads counts from bytes.
enum CountReader {
  /// The largest count taken: as far as the statistics are tested.
  static let largest = 1_000_000_000

  enum Reading: Equatable {
    case number(Int)
    case negative
    case tooLarge
    case notANumber
  }

  /// `412`, and `412.0` as data frames with gaps write it.
  ///
  /// Not `412.000`: with three digits behind it the point separates thousands in much of Europe.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading {
    var index = 0
    let isNegative = bytes.first == 0x2D
    if isNegative || bytes.first == 0x2B { index += 1 }
    let first = index
    var value = 0
    var isTooLarge = false
    while index < bytes.count, bytes[index] &- 0x30 < 10 {
      if value > largest { isTooLarge = true } else { value = value * 10 + Int(bytes[index] &- 0x30) }
      index += 1
    }
    guard index > first else { return .notANumber }
    if index < bytes.count {
      guard bytes[index] == 0x2E else { return .notANumber }
      index += 1
      let zeros = index
      while index < bytes.count, bytes[index] == 0x30 { index += 1 }
      guard index == bytes.count, index - zeros != 3 else { return .notANumber }
    }
    if isTooLarge || value > largest { return .tooLarge }
    return isNegative && value > 0 ? .negative : .number(value)
  }
}

/// A cell as a message quotes it: short, and on one line.
func quoted(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
  var text = ""
  for scalar in String(decoding: bytes.prefix(160), as: UTF8.self).unicodeScalars.prefix(40) {
    text += scalar.isControl ? scalar.escaped(asASCII: true) : String(scalar)
  }
  return "'\(text)\(bytes.count > 160 || text.unicodeScalars.count >= 40 ? "…" : "")'"
}
