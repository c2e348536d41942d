import ArgumentParser
import ExperimentFiles
import Rendering
import TextFormats

/// Whole numbers on the command line, written as in an experiment file: `400`, `20_000`, `1e4`.
enum WholeNumber {
  /// Reads a number that counts something.
  ///
  /// Whether it is in range is the command's to say.
  static func count(_ text: String) throws -> Int {
    guard let number = readInteger(text) else {
      throw ValidationError("expected a whole number, such as 400 or 1e4, found \(text.cited).")
    }
    return number
  }

  /// What reads a number of a range.
  static func within(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
      guard let number = readInteger(text), range.contains(number) else {
        let ends = [range.lowerBound, range.upperBound].map(SupportedDigits.grouped)
        throw ValidationError("expected a whole number from \(ends[0]) to \(ends[1]), found \(text.cited).")
      }
      return number
    }
  }

  /// Says that a number lies outside of its range, both with separators.
  static func outside(_ option: String, _ range: ClosedRange<Int>, _ value: String) -> ValidationError {
    let ends = [range.lowerBound, range.upperBound].map(SupportedDigits.grouped)
    return ValidationError("'\(option)' must be from \(ends[0]) to \(ends[1]), not \(value).")
  }

  /// The same of a count.
  static func outside(_ option: String, _ range: ClosedRange<Int>, _ value: Int) -> ValidationError {
    outside(option, range, SupportedDigits.grouped(value))
  }

  /// Reads how many installs there are in a time, which may be a fraction.
  static func pace(_ text: String) throws -> Double {
    if let number = Double(text), number.isFinite { return number }
    throw ValidationError("expected a number of installs, such as 40000 or 4e4, found \(text.cited).")
  }

  /// Reads a seed.
  static func seed(_ text: String) throws -> UInt64 {
    guard let number = readSeed(text) else {
      throw ValidationError("expected a whole number from 0 to \(UInt64.max).")
    }
    return number
  }
}
