import ArgumentParser

/// Whole numbers on the command line, refused with what was expected.
enum WholeNumber {
  /// Reads a number that counts something.
  ///
  /// Whether it is in range is the command's to say.
  static func count(_ text: String) throws -> Int {
    guard let number = Int(text) else {
      throw ValidationError("expected a whole number such as 400, in digits alone.")
    }
    return number
  }

  /// Reads a seed.
  static func seed(_ text: String) throws -> UInt64 {
    guard let number = UInt64(text) else {
      throw ValidationError("expected a whole number from 0 to \(UInt64.max), in digits alone.")
    }
    return number
  }
}
