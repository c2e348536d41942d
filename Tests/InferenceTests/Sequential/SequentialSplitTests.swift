import Foundation
import GSLNumerics
import Inference
import SeededNumbers
import Testing

@Suite("The test of a split that may be read at every look")
struct SequentialSplitTests {
  /// A running test's installs, dealt with these shares.
  private func smallestP(_ random: inout SplitMix, share: Double, installs: Int) throws -> Double {
    var sizes = [0, 0]
    var smallest = 1.0
    for _ in 0..<installs {
      sizes[random.happens(share) ? 1 : 0] += 1
      guard let found = try SampleRatio.sequential(sizes) else { continue }
      smallest = min(smallest, found.test.p.value)
    }
    return smallest
  }

  @Test("of A/A tests looked at after every install at most α ever come below α")
  func everyLook() throws {
    #if DEBUG
      let (tests, installs) = (60, 2_000)
    #else
      let (tests, installs) = (1_000, 20_000)
    #endif
    var random = SplitMix(seed: 2_022)
    let found = try (0..<tests).map { _ in try smallestP(&random, share: 0.5, installs: installs) }
    for alpha in [0.05, 0.2, 0.5] {
      let share = Double(found.count { $0 < alpha }) / Double(tests)
      // Four Monte Carlo errors.
      #expect(share <= alpha + 4 * (alpha * (1 - alpha) / Double(tests)).squareRoot())
    }
    // A test that never moves would keep its level too.
    #expect(found.contains { $0 < 0.9 })
  }

  @Test("a split that is off by two points in a hundred is found in time")
  func power() throws {
    var random = SplitMix(seed: 77)
    let sizes = (0..<40_000).reduce(into: [0, 0]) { sizes, _ in sizes[random.happens(0.52) ? 1 : 0] += 1 }
    #expect(try SampleRatio.sequential(sizes)?.mismatch == true)
  }

  /// The formula with Python's lgamma.
  @Test("p is one over the Dirichlet–multinomial odds against the allocation")
  func formula() throws {
    for (sizes, p) in [
      ([44_700, 45_489], 0.141630002597995), ([5_000, 5_400], 0.02828214534325111),
      ([821_588, 815_482], 0.00015595043964463753),
    ] {
      let found = try #require(try SampleRatio.sequential(sizes))
      #expect(abs(found.test.p.value / p - 1) < 1e-6 && found.isSequential)
    }
    // The first install cannot tell: its odds are those of the allocation.
    #expect(try SampleRatio.sequential([1, 0]).map { abs($0.test.p.value - 1) < 1e-10 } == true)
    #expect(try SampleRatio.sequential([0, 0]) == nil)
    #expect(throws: NumericsError.self) { try SampleRatio.sequential([1, 2], allocation: [1]) }
  }
}
