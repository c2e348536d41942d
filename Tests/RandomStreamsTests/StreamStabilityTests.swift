import RandomStreams
import Testing

/// Words promised for ever: a change here changes every stored result.
///
/// The expected words of streams, places and addresses were also computed by a second
/// implementation, in Python and from the documentation alone.
@Suite("Values of streams")
struct StreamStabilityTests {
  @Test("an install's stream is the Philox block of seed, trial and install")
  func installStreams() {
    #expect(
      Seed(0).trial(0).install(0)
        == AddressedStream(base: 0xE169_C58D_6627_E8D5, twist: 0x9B00_DBD8_BC57_AC4C))
    #expect(
      Seed(1).trial(0).install(0)
        == AddressedStream(base: 0xE50A_0EBC_E3E8_0670, twist: 0xB615_AA27_95F2_22C0))
    #expect(
      Seed(0).trial(1).install(0)
        == AddressedStream(base: 0xF08D_6EAA_8445_15E1, twist: 0x83F8_75F0_0F19_C053))
    #expect(
      Seed(0).trial(0).install(1)
        == AddressedStream(base: 0x5CB2_00DB_F8E4_CCA4, twist: 0x097E_FF67_B1A5_74EB))
    #expect(
      Seed(20_261_121).trial(399).install(19_999)
        == AddressedStream(base: 0x00DA_32B1_B75B_7904, twist: 0xB85B_0E8B_5302_66C1))
    #expect(
      Seed(.max).trial(1 << 62 - 1).install(.max)
        == AddressedStream(base: 0x09E8_5972_D8A9_0057, twist: 0x49A5_4AE5_BE71_905A))
  }

  @Test(
    "a parameter's stream is the Philox block of seed, trial and the hash of its place",
    arguments: [
      Place("", hash: 0xF52A_15E9_A9B5_E89B, base: 0xB3FD_83B8_6068_5422, twist: 0x676F_6852_0DFE_5BC7),
      Place("a", hash: 0x02C0_BDBF_4814_20F8, base: 0xF09C_6C92_6D02_CB2D, twist: 0x14A7_5DE3_4B44_47A3),
      Place(
        "population.allow.rate",
        hash: 0x2396_3091_0F55_484D, base: 0xFD66_2A85_ADD7_46BF, twist: 0x4036_762C_3E72_BF3F),
      Place("é", hash: 0x2334_0361_7480_019E, base: 0x85E3_1A80_1217_6416, twist: 0xC920_7849_92F3_6DCB),
    ])
  func parameterStreams(_ place: Place) {
    let trial = Seed(20_261_121).trial(399)
    #expect(PlaceHash.hash(place.text.utf8) == place.hash)
    #expect(trial.parameter(place: place.text) == place.stream)
    #expect(trial.parameter(place: Array(place.text.utf8)) == place.stream)
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
    let stream = Seed(20_261_121).trial(399).install(19_999)
    #expect(stream.bits(Address(rawValue: 0)) == 0x0576_604C_2CC6_2E16)
    #expect(stream.bits(Address(rawValue: 1)) == 0xF77E_77AD_6BCD_584B)
    #expect(stream.bits(Address(purpose: 1)) == 0x3E3D_6FD0_8681_91B4)
    #expect(stream.bits(Address(purpose: 3, index: 5, sub: 7)) == 0xADCA_8B43_07BC_C103)
    #expect(stream.bits(Address(rawValue: .max)) == 0xDE64_CEEC_D402_74DA)
    #expect(stream.uniform(Address(rawValue: 0)) == 0x1.5d98130b318ap-6)
    #expect(stream.uniform(purpose: 1) == 0x1.f1eb7e84340ccp-3)
  }

  @Test("an address packs purpose, index and sub from the top")
  func addresses() {
    #expect(Address(purpose: 3, index: 5, sub: 7).rawValue == 0x0003_0000_0005_0007)
    #expect(Address(purpose: .max, index: .max, sub: .max).rawValue == .max)
    #expect(Address(purpose: 3, index: 5).advanced(by: 7) == Address(purpose: 3, index: 5, sub: 7))
  }
}
