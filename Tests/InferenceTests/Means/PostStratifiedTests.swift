import Foundation
import SeededNumbers
import Testing

@testable import Inference

@Suite("Differences adjusted for groups")
struct PostStratifiedTests {
  private func pair(_ x1: Int, _ n1: Int, _ x0: Int, _ n0: Int) throws -> TwoArms {
    TwoArms(try ObservedCount(x1, of: n1), against: try ObservedCount(x0, of: n0))
  }

  @Test("it is the regression on arm, centred groups and their products, with HC2's error")
  func regression() throws {
    let groups = [try pair(120, 400, 90, 380), try pair(60, 100, 70, 130), try pair(5, 40, 12, 50)]
    let found = try #require(try PostStratifiedDifference.of(groups, at: .ninetyFive).value)
    // Ordinary least squares on 1,100 rows with the hat matrix written out, in numpy 2.4.
    #expect(abs(found.estimate - 0.04824273095325628) < 1e-12)
    #expect(abs(found.standardError - 0.027172305731952458) < 1e-12)
    #expect(found.groups == 3 && found.merged == 0)
  }

  @Test("groups in which an option has nobody to compare are put together, and nobody is lost")
  func merged() throws {
    let groups = [
      try pair(30, 100, 20, 100), try pair(3, 10, 0, 0), try pair(0, 1, 4, 20), try pair(1, 1, 0, 0),
    ]
    let found = try #require(try PostStratifiedDifference.of(groups, at: .ninetyFive).value)
    #expect(found.groups == 2 && found.merged == 3)
    let expected = 200.0 / 232 * 0.1 + 32.0 / 232 * (4.0 / 12 - 4.0 / 20)
    #expect(abs(found.estimate - expected) < 1e-12)
    #expect(try PostStratifiedDifference.of([try pair(1, 1, 0, 30)], at: .ninetyFive).reason == .emptyArm)
    #expect(try PostStratifiedDifference.of([try pair(0, 9, 0, 9)], at: .ninetyFive).reason == .noVariance)
  }

  @Test("a split that is uneven between groups moves the plain difference and not the adjusted one")
  func uneven() throws {
    // No difference within either group; the arm has most of the group that allows more.
    let groups = [try pair(400, 1_000, 80, 200), try pair(20, 200, 100, 1_000)]
    let found = try #require(try PostStratifiedDifference.of(groups, at: .ninetyFive).value)
    #expect(abs(found.estimate) < 1e-12)
  }

  @Test("its interval covers 95 of 100 and is narrower than the plain one where groups explain much")
  func coverage() throws {
    var draws = SplitMix(seed: 31)
    let rates = [0.05, 0.3, 0.7]
    var covered = 0
    var narrower = 0
    let tests = 400
    for _ in 0..<tests {
      var x = [[0, 0], [0, 0], [0, 0]]
      var n = x
      for _ in 0..<900 {
        let group = Int(draws.uniform() * 3)
        let arm = draws.happens(0.5) ? 1 : 0
        n[group][arm] += 1
        if draws.happens(rates[group] + (arm == 1 ? 0.04 : 0)) { x[group][arm] += 1 }
      }
      let groups = try (0..<3).map { try pair(x[$0][1], n[$0][1], x[$0][0], n[$0][0]) }
      let found = try #require(try PostStratifiedDifference.of(groups, at: .ninetyFive).value)
      if found.interval.contains(0.04) { covered += 1 }
      let all = try pair(
        x.reduce(0) { $0 + $1[1] }, n.reduce(0) { $0 + $1[1] }, x.reduce(0) { $0 + $1[0] },
        n.reduce(0) { $0 + $1[0] })
      let plain = try #require(try all.interval(DifferenceMethod.wald, at: .ninetyFive).value)
      if found.interval.upper - found.interval.lower < plain.upper - plain.lower { narrower += 1 }
    }
    // Four standard errors of 0.95 over 400 tests, 0.011 each.
    #expect(abs(Double(covered) / Double(tests) - 0.95) < 0.044)
    #expect(narrower == tests)
  }
}
