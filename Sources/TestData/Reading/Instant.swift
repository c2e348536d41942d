import Foundation

/// A moment, in whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since the beginning of 1970, UTC.
  public var seconds: Int64

  /// A moment by its number of seconds.
  public init(seconds: Int64) { self.seconds = seconds }

  /// The earlier moment is the smaller.
  public static func < (first: Instant, second: Instant) -> Bool { first.seconds < second.seconds }
}

/// How a moment was written, which decides what may be read out of it.
enum TimeForm {
  /// A date and a time, read as UTC where it names no zone.
  case moment
  /// A date alone, read as the day in UTC.
  case dateOnly
  /// A number of seconds or milliseconds since 1970.
  case number
}

/// Reads moments from bytes: ISO 8601, or seconds or milliseconds since 1970.
///
/// ISO: `2026-03-01`, `20260301`, `2026-03-01T10:00`, `2026-03-01 10:00:30.25`, each with or without
/// `Z`, `+02`, `+0200` or `+02:00`. Fractions of a second are cut off. A number below 10¹¹ counts
/// seconds (10¹¹ s is the year 5138), a larger one milliseconds (10¹¹ ms is 1973).
enum MomentReading {
  /// The first second of 1970, and 2101-01-01.
  ///
  /// The beginning of 1970 itself is what exports write for no time.
  static let written: ClosedRange<Int64> = 1...4_133_980_800
  /// The same of numbers, from 10⁸ seconds or 10¹¹ milliseconds on, which are 1973-03-03: below, the unit is wrong.
  static let numbered: ClosedRange<Int64> = 100_000_000...4_133_980_800

  /// Whether a moment that was read can be meant.
  @inline(__always)
  static func isPlausible(_ read: (seconds: Int64, form: TimeForm)) -> Bool {
    (read.form == .number ? numbered : written).contains(read.seconds)
  }

  /// Why a cell is no moment that can be meant, behind the name of its column.
  ///
  /// - Parameter expected: what a cell has to be that is no moment at all.
  static func refusal(_ cell: UnsafeBufferPointer<UInt8>, expected: String) -> String {
    guard let read = moment(cell) else { return "expected \(expected), found \(quoted(cell))" }
    return read.form == .number
      ? "\(quoted(cell)) lies before March 1973 or after 2100; is it the right unit?"
      : "\(quoted(cell)) is not after the beginning of 1970 and before 2101"
  }

  /// The moment and how it was written; `nil` where the bytes are neither.
  @inline(__always)
  static func moment(_ bytes: UnsafeBufferPointer<UInt8>) -> (seconds: Int64, form: TimeForm)? {
    let count = bytes.count
    if count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D { return iso(bytes) }
    if count == 8, let day = compactDate(bytes) { return (day * 86_400, .dateOnly) }
    return epoch(bytes)
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> Int64? {
    let value = byte &- 0x30
    return value < 10 ? Int64(value) : nil
  }

  @inline(__always)
  private static func two(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int64? {
    guard at + 1 < bytes.count else { return nil }
    let tens = bytes[at] &- 0x30
    let ones = bytes[at + 1] &- 0x30
    return tens < 10 && ones < 10 ? Int64(tens) * 10 + Int64(ones) : nil
  }

  private static func compactDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let century = two(bytes, 0), let year = two(bytes, 2), let month = two(bytes, 4),
      let day = two(bytes, 6)
    else { return nil }
    return days(year: century * 100 + year, month: month, day: day)
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar; `nil` where there is no such date.
  @inline(__always)
  static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
    guard (1...12).contains(month), day >= 1, day <= lengthOfMonth(year: year, month: month) else {
      return nil
    }
    // Years begin in March here, so that the leap day is their last.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func lengthOfMonth(year: Int64, month: Int64) -> Int64 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    case _: 31
    }
  }

  @inline(__always)
  private static func iso(_ bytes: UnsafeBufferPointer<UInt8>) -> (seconds: Int64, form: TimeForm)? {
    guard let century = two(bytes, 0), let year = two(bytes, 2), let month = two(bytes, 5),
      let day = two(bytes, 8), let days = days(year: century * 100 + year, month: month, day: day)
    else { return nil }
    let count = bytes.count
    if count == 10 { return (days * 86_400, .dateOnly) }
    guard bytes[10] == 0x54 || bytes[10] == 0x74 || bytes[10] == 0x20, let hour = two(bytes, 11), count >= 16,
      bytes[13] == 0x3A, let minute = two(bytes, 14), hour <= 24, minute <= 59
    else { return nil }
    var second: Int64 = 0
    var index = 16
    if index < count, bytes[index] == 0x3A {
      guard let value = two(bytes, 17), value <= 60 else { return nil }
      second = value
      index = 19
      if index < count, bytes[index] == 0x2E || bytes[index] == 0x2C {
        index += 1
        let first = index
        while index < count, digit(bytes[index]) != nil { index += 1 }
        if index == first { return nil }
      }
    }
    // 24:00 is the end of a day and nothing later.
    if hour == 24, minute != 0 || second != 0 { return nil }
    let local = days * 86_400 + hour * 3600 + minute * 60 + second
    if index == count { return (local, .moment) }
    return zone(bytes, index).map { (local - $0, .moment) }
  }

  /// The offset from UTC in seconds that stands from `first` to the end: `Z`, ` UTC` as database exports write it, `+02`,
  /// `+0200` or `+02:00`.
  @inline(__always)
  private static func zone(_ bytes: UnsafeBufferPointer<UInt8>, _ first: Int) -> Int64? {
    let index = bytes[first] == 0x20 ? first + 1 : first
    guard index < bytes.count else { return nil }
    let (rest, sign) = (bytes.count - index, bytes[index])
    if sign == 0x5A || sign == 0x7A { return rest == 1 ? 0 : nil }
    if rest == 3, sign == 0x55, bytes[index + 1] == 0x54, bytes[index + 2] == 0x43 { return 0 }
    let hasColon = rest == 6 && bytes[index + 3] == 0x3A
    guard sign == 0x2B || sign == 0x2D, let hours = two(bytes, index + 1), hours <= 15,
      rest == 3 || rest == 5 || hasColon,
      let minutes = rest == 3 ? 0 : two(bytes, index + (hasColon ? 4 : 3)), minutes <= 59
    else { return nil }
    return (hours * 60 + minutes) * (sign == 0x2D ? -60 : 60)
  }

  @inline(__always)
  private static func epoch(_ bytes: UnsafeBufferPointer<UInt8>) -> (seconds: Int64, form: TimeForm)? {
    var value: Int64 = 0
    var index = 0
    while index < bytes.count, let digit = digit(bytes[index]) {
      guard index < 17 else { return nil }
      value = value * 10 + digit
      index += 1
    }
    guard index > 0 else { return nil }
    if index < bytes.count {
      guard bytes[index] == 0x2E else { return nil }
      index += 1
      while index < bytes.count, digit(bytes[index]) != nil { index += 1 }
      guard index == bytes.count else { return nil }
    }
    return (value < 100_000_000_000 ? value : value / 1000, .number)
  }
}

extension Instant: CustomStringConvertible {
  /// `2026-03-31T12:00:00Z`.
  public var description: String { Date(timeIntervalSince1970: Double(seconds)).ISO8601Format() }
}

/// The moment up to which event rows are complete.
public struct AsOf: Hashable, Sendable, CustomStringConvertible {
  /// The last moment that the data cover.
  public var moment: Instant
  /// Whether it was given as a date alone, which means the end of that day in UTC.
  public var isDateOnly: Bool

  /// Reads a date, or a date and time, as event rows write them.
  ///
  /// - Returns: `nil` where the text is neither, or lies before 1970 or after 2100.
  public init?(_ text: String) {
    var copy = Array(text.utf8)
    let read = copy.withUnsafeMutableBufferPointer { MomentReading.moment(UnsafeBufferPointer($0)) }
    guard let read, MomentReading.isPlausible(read) else { return nil }
    isDateOnly = read.form == .dateOnly
    moment = Instant(seconds: read.seconds + (isDateOnly ? 86_400 : 0))
  }

  /// The date, or the moment.
  public var description: String {
    isDateOnly
      ? "the end of \(Instant(seconds: moment.seconds - 86_400).description.prefix(10))"
      : moment.description
  }
}

extension AsOf: Encodable {
  /// The moment, as `2026-03-31T12:00:00Z`.
  public func encode(to encoder: any Encoder) throws { try moment.description.encode(to: encoder) }
}
