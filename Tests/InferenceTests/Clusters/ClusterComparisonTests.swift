import GSLNumerics
import Inference
import Testing

@Suite("Arms made of clusters")
struct ClusterComparisonTests {
  struct Reference: Sendable {
    let arm: [(Int, Int)]
    let baseline: [(Int, Int)]
    let difference: Double
    let standardError: Double
    let degreesOfFreedom: Double
    let p: Double
    let interval: (Double, Double)
  }

  /// From the general formulas of Bell & McCaffrey 2002 and Pustejovsky & Tipton 2018, install by install.
  ///
  /// Full matrices: hat matrix, symmetric inverse roots of its blocks by eigenvalues, degrees of freedom
  /// (tr K)²/tr K² from the Gram matrix K of the clusters' contributions (numpy 2.4, scipy 1.17).
  static let references = [
    Reference(
      arm: [(12, 30), (21, 55), (9, 20)], baseline: [(9, 40), (7, 25), (20, 60)],
      difference: 0.112, standardError: 0.042590820865275936,
      degreesOfFreedom: 3.4372363101800825, p: 0.06802001058286483,
      interval: (-0.014292263107481593, 0.23829226310748114)),
    Reference(
      arm: [(28, 100), (40, 100)], baseline: [(20, 100), (30, 100)], difference: 0.09,
      standardError: 0.07810249675906658, degreesOfFreedom: 2, p: 0.3683238342907636,
      interval: (-0.24604792088064636, 0.4260479208806464)),
    Reference(
      arm: [(60, 150), (1, 5)], baseline: [(31, 200), (4, 10), (9, 35), (12, 80), (44, 120)],
      difference: 0.16882928597317898, standardError: 0.07267166094030922,
      degreesOfFreedom: 1.7276416970584192, p: 0.1653869409345624,
      interval: (-0.19618193475413825, 0.5338405067004962)),
  ]

  static func clusters(_ counts: [(Int, Int)]) throws -> [ObservedCount] {
    try counts.map { try ObservedCount($0.0, of: $0.1) }
  }

  static func contrast(_ arm: [(Int, Int)], _ baseline: [(Int, Int)]) throws -> MeasuredDifference? {
    ClusterComparison(arm: try clusters(arm), baseline: try clusters(baseline))?.contrast
  }

  @Test("difference, CR2, degrees of freedom, interval and p agree with the matrices", arguments: references)
  func matrices(reference: Reference) throws {
    let contrast = try #require(try Self.contrast(reference.arm, reference.baseline))
    // The program inverts matrices of up to 600 installs: thirteen digits.
    #expect(abs(contrast.estimate - reference.difference) < 1e-13)
    #expect(abs(contrast.standardError - reference.standardError) < 1e-13)
    #expect(abs(contrast.degreesOfFreedom / reference.degreesOfFreedom - 1) < 1e-12)
    let p = try #require(try contrast.test()).p
    #expect(abs(p.value / reference.p - 1) < 1e-11)
    let interval = try #require(try contrast.interval(at: .ninetyFive))
    #expect(abs(interval.lower - reference.interval.0) < 1e-11)
    #expect(abs(interval.upper - reference.interval.1) < 1e-11)
  }

  @Test("with clusters of one install it is Welch's variance on all installs")
  func singletons() throws {
    let arm = (0..<40).map { ($0 < 15 ? 1 : 0, 1) }
    let baseline = (0..<50).map { ($0 < 10 ? 1 : 0, 1) }
    let contrast = try #require(try Self.contrast(arm, baseline))
    let welch = (0.375 * 0.625 / 39 + 0.2 * 0.8 / 49).squareRoot()
    #expect(abs(contrast.standardError - welch) < 1e-15)
  }

  @Test("installs of equal clusters weigh nothing: only clusters are independent")
  func installsDoNotCount() throws {
    let small = try #require(try Self.contrast([(4, 10), (6, 10)], [(2, 10), (3, 10)]))
    let large = try #require(
      try Self.contrast([(4_000, 10_000), (6_000, 10_000)], [(2_000, 10_000), (3_000, 10_000)]))
    #expect(abs(small.standardError - large.standardError) < 1e-15)
    #expect(abs(small.degreesOfFreedom - large.degreesOfFreedom) < 1e-12)
  }

  @Test("one cluster in an option is confounded, and nobody is nobody")
  func confounded() throws {
    let one = try Self.clusters([(300, 1_000), (0, 0)])
    let two = try Self.clusters([(250, 1_000), (100, 500)])
    let comparison = try #require(ClusterComparison(arm: one, baseline: two))
    #expect(comparison.difference == 0.3 - 350.0 / 1_500 && comparison.contrast == nil)
    #expect(comparison.clustersInArm == 1 && comparison.clustersInBaseline == 2)
    #expect(ClusterComparison(arm: two, baseline: []) == nil)
    #expect(ClusterComparison(arm: try Self.clusters([(0, 0)]), baseline: two) == nil)
  }

  @Test("clusters without any spread have a difference, but neither interval nor p-value")
  func noSpread() throws {
    let flat = try #require(try Self.contrast([(5, 10), (10, 20)], [(2, 8), (4, 16)]))
    #expect(flat.estimate == 0.25 && flat.standardError == 0)
    #expect(try flat.interval(at: .ninetyFive) == nil)
    #expect(try flat.test() == nil)
  }
}
