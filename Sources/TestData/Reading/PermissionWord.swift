/// The tracking status as event rows write it.
enum PermissionWord {
  case undetermined
  case restricted
  case denied
  case authorized

  /// By Apple's names in any case, with or without `_`, or the raw values 0 to 3 (R1); empty is
  /// undetermined.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> PermissionWord? {
    if bytes.count == 1 {
      switch bytes[0] {
      case 0x30: return .undetermined
      case 0x31: return .restricted
      case 0x32: return .denied
      case 0x33: return .authorized
      case _: return nil
      }
    }
    if matches(bytes, "denied") { return .denied }
    if matches(bytes, "authorized") || matches(bytes, "authorised") { return .authorized }
    if isAbsent(bytes) || matches(bytes, "notdetermined") || matches(bytes, "undetermined") {
      return .undetermined
    }
    if matches(bytes, "restricted") { return .restricted }
    return nil
  }

  /// Whether the cell holds nothing: empty, or one of the words that exports write for it.
  @inline(__always)
  static func isAbsent(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes.isEmpty { return true }
    if bytes.count > 4 { return false }
    return matches(bytes, "null") || matches(bytes, "nan") || matches(bytes, "none") || matches(bytes, "na")
      || matches(bytes, "nat") || (bytes.count == 2 && bytes[0] == 0x5C && bytes[1] == 0x4E)
  }

  @inline(__always)
  private static func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count >= length else { return false }
    var index = 0
    for byte in bytes where byte != 0x5F {
      // Letters alone are ever compared, and ASCII's differ in this bit by case.
      guard index < length, byte | 0x20 == word.utf8Start[index] else { return false }
      index += 1
    }
    return index == length
  }
}
