import ArgumentParser
import ExperimentFiles

/// Whole numbers on the command line, written as in an experiment file: `400`, `20_000`, `1e4`.
enum WholeNumber {
  /// Reads a number that counts something.
  ///
  /// Whether it is in range is the command's to say.
  static func count(_ text: String) throws -> Int {
    guard let number = readInteger(text) else {
      throw ValidationError("expected a whole number, such as 400 or 1e4.")
    }
    return number
  }

  /// Reads a seed.
  static func seed(_ text: String) throws -> UInt64 {
    guard let number = readSeed(text) else {
      throw ValidationError("expected a whole number from 0 to \(UInt64.max).")
    }
    return number
  }
}
