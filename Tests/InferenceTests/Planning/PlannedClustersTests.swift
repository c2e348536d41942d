import GSLNumerics
import Inference
import Testing

@Suite("A plan of releases or languages")
struct PlannedClustersTests {
  @Test(
    "many clusters of one size have a design effect", arguments: [(200.0, 0.01, 2.99), (2000, 0.005, 10.995)])
  func designEffect(size: Double, correlation: Double, effect: Double) throws {
    let clusters = PlannedClusters(size: size, icc: correlation)
    #expect(abs(clusters.designEffect - effect) < 1e-12)
    let design = try TestDesign(clusters: clusters)
    let installs = try design.installs(shares: [0.2, 0.22], power: 0.8)
    #expect(abs(installs / (2 * 6509.4667 * effect) - 1) < 1e-6)
    let power = try design.powers(installs: installs, shares: [0.2, 0.22])
    #expect(abs(power[0] - 0.8) < 1e-5)
  }

  @Test("clusters that say nothing are refused")
  func refused() throws {
    for (size, correlation) in [(0.5, 0.1), (10, 1), (10, -0.1)] {
      #expect(throws: NumericsError.self) {
        try TestDesign(clusters: PlannedClusters(size: size, icc: correlation))
      }
    }
    #expect(throws: NumericsError.self) {
      try TestDesign(clusters: PlannedClusters(size: 10, icc: 0.1), looks: .anyTime(days: 2))
    }
  }
}
