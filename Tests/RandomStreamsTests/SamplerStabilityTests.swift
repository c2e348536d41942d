import RandomStreams
import Testing

/// Draws promised for ever, one set for each code path of each sampler.
@Suite("Values of samplers")
struct SamplerStabilityTests {
  static let stream = AddressedStream(base: 0x00DA_32B1_B75B_7904, twist: 0xB85B_0E8B_5302_66C1)

  static func address(_ index: UInt32) -> Address { Address(purpose: 9, index: index) }

  @Test(
    "Poisson: none, tiny, one inversion, several, the normal quantile, and beyond",
    arguments: [
      (0, [0, 0, 0, 0, 0, 0]), (1e-12, [0, 0, 0, 0, 0, 0]),
      (0.4, [1, 0, 0, 0, 0, 0]), (3, [4, 2, 1, 3, 3, 2]),
      (12, [14, 10, 7, 12, 13, 11]), (12.5, [11, 9, 7, 15, 19, 11]),
      (192, [198, 178, 185, 203, 212, 188]), (193, [203, 187, 170, 194, 198, 189]),
      (5000, [5050, 4970, 4884, 5008, 5025, 4979]),
      (1e9, [1_000_022_183, 999_986_709, 999_947_965, 1_000_003_453, 1_000_011_251, 999_990_802]),
      (
        1e15,
        [
          1_000_000_022_183_155, 999_999_986_709_501, 999_999_947_965_151, 1_000_000_003_453_588,
          1_000_000_011_251_609, 999_999_990_802_517,
        ]
      ),
      (1e16, Array(repeating: 10_000_000_000_000_000, count: 6)),
      (.infinity, Array(repeating: 1 << 62, count: 6)),
    ] as [(Double, [Int])])
  func poisson(mean: Double, draws: [Int]) {
    let found = (0..<6).map { PoissonSampler(mean: mean).draw(from: Self.stream, at: Self.address($0)) }
    #expect(found == draws)
  }

  /// With shape 1, index 34 rejects its first attempt for the test, 294 because the
  /// cube's root is negative, 7 accepts by the logarithms instead of the squeeze, and
  /// 1,355 accepts a root of 0.07.
  @Test("gamma: squeeze, logarithmic test, rejections, shapes below 1, and huge shapes")
  func gamma() {
    func draws(_ shape: Double, _ indices: [UInt32]) -> [Double] {
      indices.map { GammaSampler(shape: shape).draw(from: Self.stream, at: Self.address($0)) }
    }
    #expect(
      draws(1, [0, 34, 294, 7, 1_355]) == [
        0x1.565c90d8d31fep-4, 0x1.b3acd50938144p-2, 0x1.2cf0327cb8547p-1, 0x1.aa1fa4f0c40ffp+2,
        0x1.a28b9c15eac62p-13,
      ])
    #expect(
      draws(2.5, [0, 87, 7]) == [0x1.a320f407e9407p-1, 0x1.cd8f85f4fff41p+0, 0x1.31bef7ca11aebp+3])
    #expect(draws(40, [0, 1]) == [0x1.039790d1454c3p+5, 0x1.0b43cab0d12cap+5])
    #expect(draws(0.5, [0, 1]) == [0x1.4b758ac7f0e9p-3, 0x1.4f049009d6c42p-5])
    #expect(draws(0.01, [0, 1]) == [0x1.82c41ec3607fep-44, 0x1.214183b1f8735p-160])
    #expect(draws(1e-300, [0, 1]) == [0, 0])
    #expect(draws(1e300, [0, 1]) == [0x1.7e43c8800759cp+996, 0x1.7e43c8800759cp+996])
  }

  @Test("beta: shapes above 1, below 1, and both ends")
  func beta() {
    func draws(_ a: Double, _ b: Double) -> [Double] {
      (0..<2).map { BetaSampler(a, b).draw(from: Self.stream, at: Self.address($0)) }
    }
    #expect(draws(2, 5) == [0x1.b14b8ea095045p-5, 0x1.85463d38e4672p-4])
    #expect(draws(300, 4) == [0x1.f17d732ccc9a4p-1, 0x1.f7191f500cf3ep-1])
    #expect(draws(0.5, 3) == [0x1.84981da79d50dp-6, 0x1.5bbb1d828ddffp-7])
    #expect(draws(0.01, 0.02) == [0x1.b308f246ea4d4p-39, 0x1.592f06150844fp-130])
    #expect(draws(0x1p-1030, 0x1p-1030) == [0x1p-1022, 0x1p-1022])
    #expect(draws(1, 1e-5) == [0x1.fffffffffffffp-1, 0x1.fffffffffffffp-1])
    #expect(draws(1e300, 1e300) == [0.5, 0.5])
  }

  @Test("strips: inside, by the density, and both tails")
  func strips() {
    let beta = StripSampler(logitBeta: 0.8, 2)
    let indices: [UInt32] = [0, 1, 2, 3]
    #expect(
      indices.map { beta.draw(from: Self.stream, at: Self.address($0)) }
        == [0.8424874874668262, -5.651585483275376, -2.502015707214504, -2.5580187141521673])
    let many = (0..<20_000 as Range<UInt32>).map { beta.draw(from: Self.stream, at: Self.address($0)) }
    #expect([many.min(), many.max()] == [-13.49270204509538, 5.389474657987082])
  }
}
