import RandomStreams
import Testing

@Suite("Philox-4x32-10")
struct Philox4x32Tests {
  /// From `kat_vectors` of the authors' Random123 library.
  @Test(
    "agrees with the known answers of Random123",
    arguments: [
      KnownAnswer(
        key: [0, 0], counter: [0, 0, 0, 0],
        block: [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
      KnownAnswer(
        key: [.max, .max], counter: [.max, .max, .max, .max],
        block: [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
      KnownAnswer(
        key: [0xa409_3822, 0x299f_31d0],
        counter: [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
        block: [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]),
    ])
  func knownAnswers(_ known: KnownAnswer) {
    let (key, counter) = (known.key, known.counter)
    let block = Philox4x32.block(
      key: (key[0], key[1]), counter: (counter[0], counter[1], counter[2], counter[3]))
    #expect([block.0, block.1, block.2, block.3] == known.block)
  }

  struct KnownAnswer: Sendable {
    var key: [UInt32]
    var counter: [UInt32]
    var block: [UInt32]
  }
}
