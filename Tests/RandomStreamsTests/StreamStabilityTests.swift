import RandomStreams
import Testing

/// Words promised for ever: a change here changes every stored result.
///
/// The expected words of streams, paths and addresses were also computed by a second
/// implementation, in Python and from the documentation alone.
@Suite("Values of streams")
struct StreamStabilityTests {
  @Test("an install's stream is what two finalisers make of the trial's Philox block")
  func installStreams() {
    #expect(
      TrialStream(seed: 0, trial: 0).install(0)
        == AddressedStream(base: 0xE21E_6526_403D_FEAC, twist: 0x467A_FCA1_5AF3_2C04))
    #expect(
      TrialStream(seed: 1, trial: 0).install(0)
        == AddressedStream(base: 0x11C2_6670_83F8_8595, twist: 0x3AB8_9B5A_E29D_2FAB))
    #expect(
      TrialStream(seed: 0, trial: 1).install(0)
        == AddressedStream(base: 0x81CB_7E63_541C_7DD5, twist: 0x0512_CEB6_5AAD_3555))
    #expect(
      TrialStream(seed: 0, trial: 0).install(1)
        == AddressedStream(base: 0xE0DA_CA5F_A7E5_6117, twist: 0x217B_7AEE_C6F2_E347))
    #expect(
      TrialStream(seed: 20_261_121, trial: 399).install(19_999)
        == AddressedStream(base: 0x3AA2_A0AD_C14B_16DC, twist: 0x35F6_194E_045F_AE4D))
    #expect(
      TrialStream(seed: .max, trial: 1 << 62 - 1).install(.max)
        == AddressedStream(base: 0x32F0_961E_67ED_2251, twist: 0xD11E_DF6C_FE06_7835))
  }

  @Test(
    "a parameter's stream is the Philox block of seed, trial and the hash of its path",
    arguments: [
      Place("", hash: 0xF52A_15E9_A9B5_E89B, base: 0xB3FD_83B8_6068_5422, twist: 0x676F_6852_0DFE_5BC7),
      Place("a", hash: 0x02C0_BDBF_4814_20F8, base: 0xF09C_6C92_6D02_CB2D, twist: 0x14A7_5DE3_4B44_47A3),
      Place(
        "population.allow.rate",
        hash: 0x2396_3091_0F55_484D, base: 0xFD66_2A85_ADD7_46BF, twist: 0x4036_762C_3E72_BF3F),
      Place("é", hash: 0x2334_0361_7480_019E, base: 0x85E3_1A80_1217_6416, twist: 0xC920_7849_92F3_6DCB),
    ])
  func parameterStreams(_ path: Place) {
    let trial = TrialStream(seed: 20_261_121, trial: 399)
    #expect(PathHash.hash(path.text.utf8) == path.hash)
    #expect(trial.stratified(path: path.text).own == path.stream)
  }

  struct Place: Sendable {
    var text: String
    var hash: UInt64
    var stream: AddressedStream

    init(_ text: String, hash: UInt64, base: UInt64, twist: UInt64) {
      self.text = text
      self.hash = hash
      stream = AddressedStream(base: base, twist: twist)
    }
  }

  @Test("the word at an address")
  func words() {
    let stream = TrialStream(seed: 20_261_121, trial: 399).install(19_999)
    #expect(stream.bits(Address(rawValue: 0)) == 0x380F_5B14_5ACD_44BD)
    #expect(stream.bits(Address(rawValue: 1)) == 0xC185_4ED6_A91D_C6D8)
    #expect(stream.bits(Address(purpose: 1)) == 0x08B6_62D1_BDB2_45B4)
    #expect(stream.bits(Address(purpose: 3, index: 5, sub: 7)) == 0xC6EC_D7A6_B936_E6B6)
    #expect(stream.bits(Address(rawValue: .max)) == 0x1A96_24F7_4E5B_8E17)
    #expect(stream.uniform(Address(rawValue: 0)) == 0x1.c07ad8a2d66a4p-3)
    #expect(stream.uniform(purpose: 1) == 0x1.16cc5a37b6490p-5)
  }

  @Test("an address packs purpose, index and sub from the top")
  func addresses() {
    #expect(Address(purpose: 3, index: 5, sub: 7).rawValue == 0x0003_0000_0005_0007)
    #expect(Address(purpose: .max, index: .max, sub: .max).rawValue == .max)
    #expect(Address(purpose: 3, index: 5).advanced(by: 7) == Address(purpose: 3, index: 5, sub: 7))
  }
}
