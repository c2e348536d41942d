import Inference
import SeededNumbers
import Testing

@Suite("Randomisation over clusters")
struct ClusterRandomisationTests {
  /// A generator that must not be asked.
  struct Untouched: RandomNumberGenerator {
    var asked = false
    mutating func next() -> UInt64 {
      asked = true
      return 0
    }
  }

  @Test("few clusters are enumerated, and nothing is drawn")
  func enumerated() throws {
    // Counted with itertools.combinations in Python: 2 of 20, 4 of 6 and 5 of 21.
    let expected: [(Int, Double)] = [(2, 20), (4, 6), (5, 21)]
    for (reference, (extreme, assignments)) in zip(ClusterComparisonTests.references, expected) {
      var generator = Untouched()
      let test = try #require(
        ClusterRandomisation(
          arm: try ClusterComparisonTests.clusters(reference.arm),
          baseline: try ClusterComparisonTests.clusters(reference.baseline), using: &generator))
      #expect(test.method == .enumerated && !generator.asked)
      #expect(test.assignments == assignments)
      #expect(abs(test.p.value - Double(extreme) / assignments) < 1e-15)
    }
  }

  @Test("two clusters against two can never be significant, and the test says so")
  func smallestPossible() throws {
    var generator = Untouched()
    let test = try #require(
      ClusterRandomisation(
        arm: try ClusterComparisonTests.clusters([(90, 100), (95, 100)]),
        baseline: try ClusterComparisonTests.clusters([(5, 100), (4, 100)]), using: &generator))
    #expect(test.smallestPossible == 1.0 / 3)
    #expect(test.p.value == test.smallestPossible)
  }

  @Test("many clusters are drawn: the p-value is near the enumerated one, and repeats with the seed")
  func drawn() throws {
    // 10 of 20 clusters: 184,756 assignments.
    let counts = (0..<20).map { (20 + ($0 * 7) % 11 + ($0 < 10 ? 2 : 0), 100) }
    let arm = try ClusterComparisonTests.clusters(Array(counts.prefix(10)))
    let baseline = try ClusterComparisonTests.clusters(Array(counts.suffix(10)))
    func draw(seed: UInt64, _ draws: Int) throws -> ClusterRandomisation {
      var random = SplitMix(seed: seed)
      return try #require(
        ClusterRandomisation(arm: arm, baseline: baseline, draws: draws, using: &random))
    }
    #if DEBUG
      let draws = 999
    #else
      let draws = 99_999
    #endif
    let first = try draw(seed: 1, draws)
    let second = try draw(seed: 2, draws)
    #expect(first.method == .drawn(draws))
    #expect(first.assignments == 184_756)
    #expect(first == (try draw(seed: 1, draws)))
    // Two estimates of one p, each with variance p(1 − p)/draws: five standard errors apart at most.
    let p = (first.p.value + second.p.value) / 2
    let error = (2 * p * (1 - p) / Double(draws)).squareRoot()
    #expect(abs(first.p.value - second.p.value) < 5 * error)
    #expect(first.smallestPossible == 1 / Double(draws + 1))
  }

  @Test("equal clusters have a p-value of 1")
  func allEqual() throws {
    var generator = Untouched()
    let same = try ClusterComparisonTests.clusters([(3, 10), (3, 10), (3, 10)])
    let test = try #require(ClusterRandomisation(arm: same, baseline: same, using: &generator))
    #expect(test.p == .one)
  }

  @Test("a single cluster in an option, or no draw, has no test")
  func none() throws {
    var generator = Untouched()
    let one = try ClusterComparisonTests.clusters([(3, 10)])
    let two = try ClusterComparisonTests.clusters([(3, 10), (4, 10)])
    #expect(ClusterRandomisation(arm: one, baseline: two, using: &generator) == nil)
    #expect(ClusterRandomisation(arm: two, baseline: [], using: &generator) == nil)
    #expect(ClusterRandomisation(arm: two, baseline: two, draws: 0, using: &generator) == nil)
  }
}
