import Foundation

/// A moment as a table writes it, in whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// ISO 8601, or seconds or milliseconds since 1970: `2026-03-01`, `20260301`, `2026-03-01T10:00`,
/// `2026-03-01 10:00:30.25`, each with or without `Z`, `+02`, `+0200` or `+02:00`. Fractions of a second are cut off. A
/// number below 10¹¹ counts seconds (10¹¹ s is the year 5138), a larger one milliseconds (10¹¹ ms is 1973).
struct Moment {
  /// How it was written, which decides what may be read out of it.
  enum Form {
    /// A date and a time, read as UTC where it names no zone.
    case moment
    /// A date alone, read as the day in UTC.
    case dateOnly
    /// A number of seconds or milliseconds since 1970.
    case number
  }

  var seconds: Int
  var form: Form

  /// The first second of 1970, and 2101-01-01.
  ///
  /// The beginning of 1970 itself is what exports write for no time.
  private static let written = 1...4_133_980_800
  /// The same of numbers, from 10⁸ seconds or 10¹¹ milliseconds on, which are 1973-03-03: below, the unit is wrong.
  private static let numbered = 100_000_000...4_133_980_800

  /// Whether it can be meant.
  var isPlausible: Bool { (form == .number ? Self.numbered : Self.written).contains(seconds) }

  /// Reads it; `nil` for bytes that are none.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let found: Int?
    if bytes.count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D {
      form = bytes.count == 10 ? .dateOnly : .moment
      found = Self.iso(bytes)
    } else if let day = Self.compactDate(bytes) {
      form = .dateOnly
      found = day * 86_400
    } else {
      form = .number
      found = Self.epoch(bytes)
    }
    guard let found else { return nil }
    seconds = found
  }

  /// Reads a text; `nil` for one that is none.
  init?(_ text: String) {
    var text = text
    guard let read = text.withUTF8({ Moment($0) }) else { return nil }
    self = read
  }

  /// The number whose digits stand in a range; `nil` where other bytes do, or none.
  @inline(__always)
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    guard range.upperBound <= bytes.count else { return nil }
    var number = 0
    for index in range {
      guard isDigit(bytes[index]) else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
    }
    return number
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func compactDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count == 8, let year = number(bytes, 0..<4), let month = number(bytes, 4..<6),
      let day = number(bytes, 6..<8)
    else { return nil }
    return days(year: year, month: month, day: day)
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar; `nil` where there is no such date.
  @inline(__always)
  private static func days(year: Int, month: Int, day: Int) -> Int? {
    func number(_ month: Int, _ day: Int) -> Int {
      // Years begin in March here, so that the leap day is their last.
      let shifted = month <= 2 ? year - 1 : year
      let era = shifted / 400
      let yearOfEra = shifted - era * 400
      let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
      return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let found = number(month, day)
    // Past the end of its month it would be a day of the next.
    return day <= 28 || month == 12 || found < number(month + 1, 1) ? found : nil
  }

  @inline(__always)
  private static func iso(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let year = number(bytes, 0..<4), let month = number(bytes, 5..<7),
      let day = number(bytes, 8..<10), let days = days(year: year, month: month, day: day)
    else { return nil }
    let count = bytes.count
    if count == 10 { return days * 86_400 }
    guard bytes[10] == 0x54 || bytes[10] == 0x74 || bytes[10] == 0x20, let hour = number(bytes, 11..<13),
      count >= 16, bytes[13] == 0x3A, let minute = number(bytes, 14..<16), hour <= 24, minute <= 59
    else { return nil }
    var second = 0
    var index = 16
    if index < count, bytes[index] == 0x3A {
      guard let value = number(bytes, 17..<19), value <= 60 else { return nil }
      second = value
      index = 19
      if index < count, bytes[index] == 0x2E || bytes[index] == 0x2C {
        index += 1
        let first = index
        while index < count, isDigit(bytes[index]) { index += 1 }
        if index == first { return nil }
      }
    }
    // 24:00 is the end of a day and nothing later.
    if hour == 24, minute != 0 || second != 0 { return nil }
    let local = days * 86_400 + hour * 3600 + minute * 60 + second
    return index == count ? local : zone(bytes, index).map { local - $0 }
  }

  /// The offset from UTC in seconds that stands from `first` to the end: `Z`, ` UTC` as database exports write it, `+02`,
  /// `+0200` or `+02:00`.
  @inline(__always)
  private static func zone(_ bytes: UnsafeBufferPointer<UInt8>, _ first: Int) -> Int? {
    let index = bytes[first] == 0x20 ? first + 1 : first
    guard index < bytes.count else { return nil }
    let (rest, sign) = (bytes.count - index, bytes[index])
    if sign == 0x5A || sign == 0x7A { return rest == 1 ? 0 : nil }
    if rest == 3, sign == 0x55, bytes[index + 1] == 0x54, bytes[index + 2] == 0x43 { return 0 }
    let hasColon = rest == 6 && bytes[index + 3] == 0x3A
    guard sign == 0x2B || sign == 0x2D, let hours = number(bytes, index + 1..<index + 3), hours <= 15,
      rest == 3 || rest == 5 || hasColon,
      let minutes = rest == 3 ? 0 : number(bytes, bytes.count - 2..<bytes.count), minutes <= 59
    else { return nil }
    return (hours * 60 + minutes) * (sign == 0x2D ? -60 : 60)
  }

  @inline(__always)
  private static func epoch(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let end = bytes.firstIndex { !isDigit($0) } ?? bytes.count
    let isWhole = end == bytes.count || bytes[end] == 0x2E && bytes[(end + 1)...].allSatisfy(isDigit)
    guard (1...17).contains(end), isWhole, let value = number(bytes, 0..<end) else { return nil }
    return value < 100_000_000_000 ? value : value / 1000
  }
}

/// `2026-03-31T12:00:00Z`, of seconds since the beginning of 1970.
func timestamp(_ seconds: Int) -> String { Date(timeIntervalSince1970: Double(seconds)).ISO8601Format() }

/// The moment up to which event rows are complete.
public struct AsOf: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The last moment that the data cover, in seconds since the beginning of 1970, UTC.
  public var seconds: Int
  /// Whether it was given as a date alone, which means the end of that day in UTC.
  public var isDateOnly: Bool

  /// Reads a date, or a date and time, as event rows write them.
  ///
  /// - Returns: `nil` where the text is neither, or lies before 1970 or after 2100.
  public init?(_ text: String) {
    guard let read = Moment(text), read.isPlausible else { return nil }
    isDateOnly = read.form == .dateOnly
    seconds = read.seconds + (isDateOnly ? 86_400 : 0)
  }

  /// The earlier is the smaller.
  public static func < (first: AsOf, second: AsOf) -> Bool { first.seconds < second.seconds }

  /// `2026-03-31T12:00:00Z`.
  public var moment: String { timestamp(seconds) }

  /// The date, or the moment.
  public var description: String {
    isDateOnly ? "the end of \(timestamp(seconds - 86_400).prefix(10))" : moment
  }
}

extension AsOf: Encodable {
  /// The moment, as `2026-03-31T12:00:00Z`.
  public func encode(to encoder: any Encoder) throws { try moment.encode(to: encoder) }
}
