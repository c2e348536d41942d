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
  ///
  /// - Parameter text: in UTF-8.
  static func counts(_ text: UnsafeBufferPointer<UInt8>) -> [Int64]? {
    let last = text.count - 1
    guard last > 0, text[0] == UInt8(ascii: "["), text[last] == UInt8(ascii: "]") else { return nil }
    var counts: [Int64] = []
    guard last > 1 else { return counts }
    // A digit and a comma each, as most are.
    counts.reserveCapacity(text.count / 2)
    var index = 1
    while true {
      guard let count = count(in: text, at: &index) else { return nil }
      counts.append(count)
      if index == last { return counts }
      guard text[index] == UInt8(ascii: ",") else { return nil }
      index += 1
    }
  }

  /// The whole number that begins at a position; `nil` where none does, or one that does not fit.
  ///
  /// - Parameter index: moved behind it. Behind every number something must stand.
  @inline(__always)
  private static func count(in text: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Int64? {
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = index
    var magnitude: UInt64 = 0
    while true {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      // Eighteen digits fit whatever they are.
      if index - first < 18 {
        magnitude = magnitude &* 10 &+ UInt64(digit)
      } else {
        let (tens, overflow) = magnitude.multipliedReportingOverflow(by: 10)
        let (sum, carry) = tens.addingReportingOverflow(UInt64(digit))
        if overflow || carry { return nil }
        magnitude = sum
      }
      index += 1
    }
    guard index > first else { return nil }
    if isNegative { return magnitude > Int64.min.magnitude ? nil : Int64(truncatingIfNeeded: 0 &- magnitude) }
    return Int64(exactly: magnitude)
  }
}
