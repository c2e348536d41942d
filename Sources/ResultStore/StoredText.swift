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
    // A sign and 19 digits at most, and what stands between.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 + 21 * counts.count) { text in
      text[0] = UInt8(ascii: "[")
      var end = 1
      for (position, count) in counts.enumerated() {
        if position > 0 {
          text[end] = UInt8(ascii: ",")
          end += 1
        }
        if count < 0 {
          text[end] = UInt8(ascii: "-")
          end += 1
        }
        let first = end
        var left = count.magnitude
        repeat {
          let (tens, digit) = left.quotientAndRemainder(dividingBy: 10)
          text[end] = UInt8(ascii: "0") + UInt8(digit)
          left = tens
          end += 1
        } while left > 0
        text[first..<end].reverse()
      }
      text[end] = UInt8(ascii: "]")
      return String(decoding: text[...end], as: UTF8.self)
    }
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
