/// The tracking status as event rows write it, in the order of its raw values (R1).
enum PermissionWord: CaseIterable {
  case undetermined, restricted, denied, authorized

  private static let words: [(word: StaticString, status: PermissionWord)] = [
    ("denied", .denied), ("authorized", .authorized), ("authorised", .authorized),
    ("notdetermined", .undetermined), ("undetermined", .undetermined), ("restricted", .restricted),
  ]
  private static let absent: [StaticString] = ["null", "nan", "none", "na", "nat"]

  /// By Apple's names in any case, with or without `_`, or the raw values 0 to 3; empty is undetermined.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> PermissionWord? {
    if bytes.count == 1 { return allCases.enumerated().first { 0x30 + $0.offset == bytes[0] }?.element }
    return words.first { matches(bytes, $0.word) }?.status ?? (isAbsent(bytes) ? .undetermined : nil)
  }

  /// Whether the cell holds nothing: empty, or one of the words that exports write for it.
  @inline(__always)
  static func isAbsent(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes.isEmpty { return true }
    if bytes.count > 4 { return false }
    return absent.contains { matches(bytes, $0) } || bytes.elementsEqual([0x5C, 0x4E])
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
