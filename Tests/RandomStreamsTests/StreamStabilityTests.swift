import RandomStreams
import Testing

/// Words promised for ever: a change here changes every stored result.
///
/// The expected words of streams, paths and addresses were also computed by a second
/// implementation, in Python and from the documentation alone.
@Suite("Values of streams")
struct StreamStabilityTests {
  @Test(
    "an install's stream is what two finalisers make of the trial's Philox block",
    arguments: [
      (0, 0, 0, 0xE21E_6526_403D_FEAC, 0x467A_FCA1_5AF3_2C04),
      (1, 0, 0, 0x11C2_6670_83F8_8595, 0x3AB8_9B5A_E29D_2FAB),
      (0, 1, 0, 0x81CB_7E63_541C_7DD5, 0x0512_CEB6_5AAD_3555),
      (0, 0, 1, 0xE0DA_CA5F_A7E5_6117, 0x217B_7AEE_C6F2_E347),
      (20_261_121, 399, 19_999, 0x3AA2_A0AD_C14B_16DC, 0x35F6_194E_045F_AE4D),
      (.max, 1 << 62 - 1, .max, 0x32F0_961E_67ED_2251, 0xD11E_DF6C_FE06_7835),
    ] as [(UInt64, UInt64, UInt64, UInt64, UInt64)])
  func installStreams(seed: UInt64, trial: UInt64, install: UInt64, base: UInt64, twist: UInt64) {
    let stream = TrialStream(seed: seed, trial: trial).install(install)
    #expect(stream == AddressedStream(base: base, twist: twist))
  }

  @Test(
    "a parameter's stream is the Philox block of seed, trial and the hash of its path",
    arguments: [
      ("", 0xF52A_15E9_A9B5_E89B, 0xB3FD_83B8_6068_5422, 0x676F_6852_0DFE_5BC7),
      ("a", 0x02C0_BDBF_4814_20F8, 0xF09C_6C92_6D02_CB2D, 0x14A7_5DE3_4B44_47A3),
      ("population.allow.rate", 0x2396_3091_0F55_484D, 0xFD66_2A85_ADD7_46BF, 0x4036_762C_3E72_BF3F),
      ("é", 0x2334_0361_7480_019E, 0x85E3_1A80_1217_6416, 0xC920_7849_92F3_6DCB),
    ] as [(String, UInt64, UInt64, UInt64)])
  func parameterStreams(path: String, hash: UInt64, base: UInt64, twist: UInt64) {
    let trial = TrialStream(seed: 20_261_121, trial: 399)
    #expect(PathHash.hash(path.utf8) == hash)
    #expect(trial.stratified(path: path).own == AddressedStream(base: base, twist: twist))
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
