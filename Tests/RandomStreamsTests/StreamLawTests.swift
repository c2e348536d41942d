import RandomStreams
import Testing

/// What holds for every stream, whatever its values.
@Suite("Laws of streams")
struct StreamLawTests {
  @Test("a stream of its own belongs to every install, trial, seed and path")
  func distinctness() {
    var streams: Set<AddressedStream> = []
    let numbers: [UInt64] = [0, 1, 2, 1 << 31, 1 << 32, 1 << 61]
    for seed in numbers {
      for trial in numbers {
        for index in numbers {
          streams.insert(TrialStream(seed: seed, trial: trial).install(index))
          streams.insert(TrialStream(seed: seed, trial: trial).stratified(path: "p\(index)").own)
        }
      }
    }
    #expect(streams.count == 2 * 6 * 6 * 6)
  }

  @Test("an install whose number is a path's hash does not share the path's stream")
  func domains() {
    let trial = TrialStream(seed: 5, trial: 0)
    #expect(trial.install(PathHash.hash("allow.rate".utf8)) != trial.stratified(path: "allow.rate").own)
  }

  @Test("a trial number of 2^62 or more is refused")
  func trialLimit() async {
    await #expect(processExitsWith: .failure) { _ = TrialStream(seed: 0, trial: 1 << 62) }
  }

  @Test("the extreme words stay strictly between 0 and 1, and mirror each other")
  func openInterval() {
    #expect(AddressedStream.uniform(0) == 0x1p-53)
    #expect(AddressedStream.uniform(.max) == 1 - 0x1p-53)
    let words: [UInt64] = [0, 0xFFF, 0x1000, 1 << 63 - 1, 1 << 63, 0x1234_5678_9ABC_DEF0, .max]
    #expect(words.allSatisfy { AddressedStream.uniform($0) + AddressedStream.uniform(~$0) == 1 })
    #expect(words.allSatisfy { AddressedStream.uniform($0) == (Double($0 >> 12) + 0.5) * 0x1p-52 })
  }

  @Test("no two addresses of a stream share a word")
  func bijection() {
    let stream = TrialStream(seed: 3, trial: 1).install(4)
    var words: Set<UInt64> = []
    for purpose in 0..<10 {
      for index in 0..<100 {
        for sub in 0..<10 {
          words.insert(
            stream.bits(Address(purpose: UInt16(purpose), index: UInt32(index), sub: UInt16(sub))))
        }
      }
    }
    #expect(words.count == 10_000)
  }
}
