/// Names met in a column, each with its position in the order of first appearance; at most a given number of names.
struct NameTable {
  private var positions: [UInt64: Int] = [:]
  private(set) var names: [String] = []
  /// By name the line of its first row, from 1.
  private(set) var lines: [Int] = []
  private let most: Int
  /// Whether a name has been refused already; that is reported once.
  var hasOverflowed = false

  /// - Parameter most: names beyond it are not taken in.
  init(most: Int) { self.most = most }

  /// The position of the name, taken in when it is new; `nil` where there is no more room, and for
  /// bytes that are not UTF-8.
  @inline(__always)
  mutating func position(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) -> Int? {
    let fingerprint = Fingerprint.of(bytes)
    if let position = positions[fingerprint] { return position }
    guard names.count < most, let name = String(validating: bytes, as: UTF8.self) else { return nil }
    positions[fingerprint] = names.count
    names.append(name)
    lines.append(line)
    return names.count - 1
  }
}

/// A 64-bit fingerprint of bytes: equal bytes have equal ones, different bytes hardly ever.
///
/// The same on every machine. Folded 64 × 64 → 128-bit multiplication, eight bytes at a time, the
/// construction of wyhash (Wang Yi, public domain); the constants are the fractions of the square
/// roots of 2, 3 and 5. It is no defence against somebody who wants two ids to collide.
enum Fingerprint {
  private static let first: UInt64 = 0x6A09_E667_F3BC_C909
  private static let second: UInt64 = 0xBB67_AE85_84CA_A73B
  private static let third: UInt64 = 0x3C6E_F372_FE94_F82B

  @inline(__always)
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var state = folded(UInt64(truncatingIfNeeded: bytes.count) ^ first, second)
    var index = 0
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= raw.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      state = folded(state ^ word, third)
      index += 8
    }
    var rest: UInt64 = 0
    var shift: UInt64 = 0
    while index < raw.count {
      rest |= UInt64(raw[index]) << shift
      shift += 8
      index += 1
    }
    state = folded(state ^ rest ^ second, first ^ UInt64(truncatingIfNeeded: bytes.count))
    return folded(state ^ third, second)
  }

  /// The two halves of the product, folded into one; a factor of 0 is kept from erasing the other.
  @inline(__always)
  private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low ^ (left &* 0x9E37_79B9_7F4A_7C15)
  }
}
