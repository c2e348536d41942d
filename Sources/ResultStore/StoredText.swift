import Foundation
import GRDB

/// How values that SQLite has no type for are spelled in its columns.
enum StoredText {
  /// `2026-11-21T08:30:00.000Z`: UTC to the millisecond, so that text order is time order.
  ///
  /// By the C library: Foundation's style makes a calendar, and that loads the time zones of the world.
  static func time(_ date: Date) -> String {
    let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded())
    var seconds = milliseconds / 1000
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let second = String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(second).\(String(1000 + milliseconds % 1000).dropFirst())Z"
  }

  /// The moment written by ``time(_:)``; `nil` when the text is another.
  static func date(_ text: String) -> Date? {
    let numbers = text.split { !$0.isNumber }.map { Int32($0) ?? 0 }
    guard numbers.count == 7 else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] &- 1900, numbers[1] &- 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    let date = Date(timeIntervalSince1970: Double(timegm(&parts)) + Double(numbers[6]) / 1000)
    return time(date) == text ? date : nil
  }

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
    var text = [UInt8(ascii: "[")]
    for count in counts {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      // Most of them; a string of its own takes ten times as long.
      if 0..<10 ~= count { text.append(UInt8(ascii: "0") + UInt8(count)) } else { text += String(count).utf8 }
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
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
