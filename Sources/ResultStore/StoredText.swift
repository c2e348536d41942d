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

  /// The counts as `[1,2,3]`; a tally has three of these, so they bypass the general encoder.
  static func list(_ counts: [Int64]) -> String {
    var text = "["
    for (position, count) in counts.enumerated() {
      if position > 0 { text += "," }
      text += String(count)
    }
    return text + "]"
  }

  /// The counts written by ``list(_:)``; `nil` when the text is another.
  static func counts(_ text: String) -> [Int64]? {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    var counts: [Int64] = []
    for part in text.utf8.dropFirst().dropLast().split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    {
      guard let count = Int64(Substring(part)) else { return text == "[]" ? [] : nil }
      counts.append(count)
    }
    return counts
  }
}
