import ExperimentDesign

/// Reads a number as people write it: `15`, `.20`, `-1e3`, `20_000`.
///
/// Only the decimal form counts; `nan`, `inf`, hexadecimal and a decimal comma do not.
func readNumber(_ text: String) -> Double? {
  func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
  guard text.utf8.allSatisfy({ isDigit($0) || "._+-eE".utf8.contains($0) }) else { return nil }
  // Between digits alone it separates thousands.
  let parts = text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
  guard zip(parts, parts.dropFirst()).allSatisfy({ isDigit($0.last) && isDigit($1.first) }) else {
    return nil
  }
  // Minus zero means zero.
  return Double(parts.map { String($0) ?? "" }.joined()).map { $0 + 0 }
}

/// Reads a number that may be a share: `30%` is 0.3, to the bit, where a share may stand.
func readNumber(_ text: String, in range: LegalRange) -> Double? {
  guard range.isShare, text.hasSuffix("%") else { return readNumber(text) }
  let percent = text.dropLast()
  guard !percent.contains(where: { $0 == "e" || $0 == "E" }) else { return nil }
  // Not a division by 100, which would round a second time.
  return readNumber(percent + "e-2")
}

extension LocatedNode {
  /// The number that stands there, where it is within a range.
  func number(in range: LegalRange) -> Double? {
    scalar.flatMap { readNumber($0, in: range) }.flatMap { range.contains($0) ? $0 : nil }
  }
}

/// Reads a whole number; `1e3` and `20_000` are whole numbers too.
package func readInteger(_ text: String) -> Int? {
  guard let number = readNumber(text), number == number.rounded(), abs(number) < 9e15 else { return nil }
  return Int(number)
}

/// Reads a seed: every 64-bit pattern, decimal or `0x`; `1e6` as far as such numbers are exact.
package func readSeed(_ text: String) -> UInt64? {
  if text.hasPrefix("0x") || text.hasPrefix("0X") { return UInt64(text.dropFirst(2), radix: 16) }
  guard text.first != "+" else { return nil }
  return UInt64(text.filter { $0 != "_" }) ?? readInteger(text).flatMap(UInt64.init(exactly:))
}

/// Reads yes or no, in any of YAML's spellings.
func readFlag(_ text: String) -> Bool? {
  switch text.lowercased() {
  case "true", "yes", "on": true
  case "false", "no", "off": false
  default: nil
  }
}
