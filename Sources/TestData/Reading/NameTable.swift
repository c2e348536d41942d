/// Names met in a column, each with its position in the order of first appearance; at most a given number of names.
struct NameTable {
  private var positions: [Int: Int] = [:]
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
    let fingerprint = fingerprint(bytes)
    if let position = positions[fingerprint] { return position }
    guard names.count < most, let name = String(validating: bytes, as: UTF8.self) else { return nil }
    positions[fingerprint] = names.count
    names.append(name)
    lines.append(line)
    return names.count - 1
  }
}

/// A number of 64 bits that stands for bytes: equal bytes have equal ones, different bytes hardly ever.
@inline(__always)
func fingerprint(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
  var hasher = Hasher()
  hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
  return hasher.finalize()
}
