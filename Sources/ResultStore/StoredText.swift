import Foundation
import GRDB

/// How values that SQLite has no type for are spelled in its columns.
enum StoredText {
  /// `2026-11-21T08:30:00.000Z`: UTC to the millisecond, so that text order is time order.
  static func time(_ date: Date) -> String { date.formatted(timeStyle) }

  /// The moment written by ``time(_:)``; `nil` when the text is another.
  static func date(_ text: String) -> Date? { try? timeStyle.parse(text) }

  private static let timeStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type, json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// The counts as `[1,2,3]`.
  ///
  /// A tally has two of these, so they bypass the general encoder.
  static func list(_ counts: [Int64]) -> String {
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (position, count) in counts.enumerated() {
      if position > 0 { text.append(UInt8(ascii: ",")) }
      // Most days of most arms have none, and none has one digit.
      if 0...9 ~= count {
        text.append(UInt8(ascii: "0") + UInt8(count))
      } else {
        text.append(contentsOf: String(count).utf8)
      }
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }

  /// The counts written by ``list(_:)``; `nil` when the text is another.
  static func counts(_ list: String) -> [Int64]? {
    var list = list
    return list.withUTF8 { bytes in
      var counts: [Int64] = []
      // A digit and a comma each, as most are.
      counts.reserveCapacity(bytes.count / 2)
      guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return nil }
      guard bytes.count > 2 else { return bytes.count == 2 ? counts : nil }
      var number: Int64?
      var isNegative = false
      var isEnded = false
      for byte in bytes.dropFirst() {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9") where !isEnded:
          let (tens, overflow) = (number ?? 0).multipliedReportingOverflow(by: 10)
          let digit = Int64(byte - UInt8(ascii: "0"))
          let (sum, carry) =
            isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
          if overflow || carry { return nil }
          number = sum
        case UInt8(ascii: "-") where number == nil && !isNegative: isNegative = true
        case UInt8(ascii: ","), UInt8(ascii: "]"):
          guard !isEnded, let found = number else { return nil }
          isEnded = byte == UInt8(ascii: "]")
          counts.append(found)
          number = nil
          isNegative = false
        default: return nil
        }
      }
      return counts
    }
  }
}
