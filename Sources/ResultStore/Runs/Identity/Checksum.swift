import Foundation
import GRDB

/// A checksum over numbers and texts, 64 bits, by which damage is recognised.
///
/// FNV-1a over words instead of bytes, with the halves folded after each. Every step maps the sum so far one
/// to one, so that contents that differ in one word never have the same sum, and others by chance once in 2⁶⁴.
/// It guards against accidents and not against somebody who computes it anew.
struct Checksum: Hashable {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// As SQLite's INTEGER holds it.
  var value: Int64 { Int64(bitPattern: state) }

  mutating func combine(_ word: Int64) { mix(UInt64(bitPattern: word)) }

  mutating func combine(_ word: Int) { combine(Int64(word)) }

  /// -0 counts as 0, since SQLite stores it so.
  mutating func combine(_ number: Double) { mix((number + 0).bitPattern) }

  mutating func combine(_ numbers: [Int64]) {
    combine(numbers.count)
    for number in numbers { combine(number) }
  }

  mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  mutating func combine(_ data: Data) { data.withUnsafeBytes { combine(bytes: $0) } }

  /// Of memory, a word at a time: byte by byte takes seven times as long, through a `String` or `Data` longer still.
  private mutating func combine(bytes: UnsafeRawBufferPointer) {
    combine(bytes.count)
    let whole = bytes.count & ~7
    for place in stride(from: 0, to: whole, by: 8) {
      mix(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
    }
    if whole < bytes.count { mix(bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }) }
  }

  /// A value of a row, and of which kind it is.
  mutating func combine(_ value: DatabaseValue) {
    switch value.storage {
    case .null: mix(0)
    case .int64(let number):
      mix(1)
      combine(number)
    case .double(let number):
      mix(2)
      combine(number)
    case .string(let text):
      mix(3)
      combine(text)
    case .blob(let data):
      mix(4)
      combine(data)
    }
  }

  private mutating func mix(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
    state ^= state >> 32
  }
}
