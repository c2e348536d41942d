import Foundation
import RandomStreams
import Testing

@Suite("Quantiles")
struct QuantileTests {
  /// True values to 17 digits.
  ///
  /// Computed as −√2·erfinv(1 − 2u) with mpmath 1.3 at 60 digits, for the double nearest
  /// to each u shown.
  @Test(
    "the normal quantile agrees with the truth to 8 parts in 10¹⁶",
    arguments: [
      (0x1p-53, -8.2095361516013869), (1e-20, -9.2623400897984076), (1e-12, -7.0344838253011319),
      (0.001, -3.0902323061678135), (0.07, -1.4757910281791707), (0.25, -0.67448975019608174),
      (0.6, 0.25334710313579974), (0.925, 1.4395314709384562), (0.95, 1.6448536269514723),
    ])
  func normal(u: Double, truth: Double) {
    #expect((Quantile.normal(u) / truth - 1).magnitude < 8e-16)
  }

  @Test("the normal quantile at 0, ½, 1, outside and at NaN is as documented")
  func normalSpecials() {
    #expect(Quantile.normal(0) == -.infinity)
    #expect(Quantile.normal(0.5) == 0)
    #expect(Quantile.normal(1) == .infinity)
    #expect(Quantile.normal(-0.1).isNaN)
    #expect(Quantile.normal(1.1).isNaN)
    #expect(Quantile.normal(.nan).isNaN)
  }

  @Test("the normal quantile is odd about ½ and rises on a fine grid")
  func normalShape() {
    let grid = (1..<4_096).map { Quantile.normal(Double($0) / 4_096) }
    #expect(zip(grid, grid.reversed()).allSatisfy { $0 == -$1 })
    #expect(zip(grid, grid.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("every quantile keeps its bits, on each of its branches")
  func pinned() {
    let normals = [0x1p-53, 1e-20, 1e-12, 0.001, 0.07, 0.25, 0.6, 0.925, 0.95].map(Quantile.normal)
    #expect(
      normals == [
        -0x1.06b48528cea51p+3, -0x1.2865170b43a4bp+3, -0x1.c234fba57a32ap+2, -0x1.8b8cbb720447p+1,
        -0x1.79cd70d9c27fp+0, -0x1.5956b87528a49p-1, 0x1.036d6c4a04b59p-2, 0x1.7085226d3e524p+0,
        0x1.a515209676ab8p+0,
      ])
    let us = [0x1p-53, 0.3, 1 - 0x1p-53]
    #expect(us.map(Quantile.exponential) == [0x1.25e4f7b2737fap+5, 0x1.34378fcbda721p+0, 0x1p-53])
    #expect(
      us.map { Quantile.logNormal($0, median: 2.5, sigma: 0.4) } == [
        0x1.7fd8acccb7588p-4, 0x1.0372fc885d61cp+1, 0x1.0ac5fc9368558p+6,
      ])
    #expect(
      us.map { Quantile.uniform($0, low: -1, high: 3) } == [
        -0x1.ffffffffffffcp-1, 0x1.9999999999998p-3, 0x1.7ffffffffffffp+1,
      ])
    #expect(
      us.map { Quantile.triangular($0, low: 1, mode: 2, high: 5) } == [
        0x1.0000005a8279ap+0, 0x1.0d0550381c32ap+1, 0x1.3fffffd8cee3dp+2,
      ])
  }

  @Test("a triangle may have its mode at either end, shrink to a point, or span every number")
  func triangles() {
    let us = [0x1p-53, 0.3, 1 - 0x1p-53]
    #expect(us.allSatisfy { (1...5).contains(Quantile.triangular($0, low: 1, mode: 1, high: 5)) })
    #expect(us.allSatisfy { (1...5).contains(Quantile.triangular($0, low: 1, mode: 5, high: 5)) })
    #expect(us.allSatisfy { Quantile.triangular($0, low: 4, mode: 4, high: 4) == 4 })
    #expect(us.allSatisfy { Quantile.triangular($0, low: 0, mode: 1e300, high: 1e308).isFinite })
  }

  @Test("a log-normal without spread is its median")
  func logNormalWithoutSpread() {
    #expect(Quantile.logNormal(0.01, median: 3.7, sigma: 0) == 3.7)
  }
}
