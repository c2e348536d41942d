import Inference

/// Tests of options whose shares are uncertain: drawn for every draw of the inputs, and each read by the functions that
/// `analyze` reads the real one by.
///
/// Given a draw, installs are independent people, so that an option's count is binomial, and nothing is simulated install
/// by install. Test s has a stream of its own, which is the same for every size, so that sizes differ by their size alone.
struct Rehearsal {
  let design: TestDesign
  /// Differences below this in size are shown to be equal; 0 for none.
  let margin: Double
  /// The share of each option by draw of the inputs, the baseline first.
  let shares: [[Double]]
  /// Draws that are made together; 1 where each stands alone.
  let trialsOfABlock: Int
  /// How often a test is drawn for each draw of the inputs.
  private let repetitions: Int

  private static let purpose: UInt64 = 101

  /// - Parameter tests: how many at least; fewer than usual say too little of what tests show.
  init(
    _ shares: [[Double]], trialsOfABlock: Int = 1, design: TestDesign, margin: Double, tests: Int = 1_000
  ) {
    precondition(shares.count == design.allocation.count && !shares[0].isEmpty)
    // Noise that was taken off may have moved a share beyond its ends.
    self.shares = shares.map { $0.map { min(1, max(0, $0)) } }
    self.trialsOfABlock = trialsOfABlock
    self.design = design
    self.margin = margin
    repetitions = max(1, (tests + shares[0].count - 1) / shares[0].count)
  }

  var draws: Int { shares[0].count }

  /// Tests of one size, read.
  func tests(installs: Int) throws -> RehearsedTests {
    let reader = try TestReader(design, installs: installs, margin: margin)
    let findings = try (0..<draws).flatMap { draw -> [[TestReader.Finding]] in
      let shares = self.shares.map { $0[draw] }
      return try (0..<repetitions).map { repetition in
        var words = FixedDraws(purpose: Self.purpose, simulation: repetition * draws + draw)
        return try reader.read(reader.draw(shares, &words))
      }
    }
    return RehearsedTests(
      fractions: reader.fractions, findings: findings,
      testsOfABlock: draws > 1 ? trialsOfABlock * repetitions : 1, testsOfADraw: repetitions)
  }

  /// How one test of a size ends, by draw of the inputs: the share of the installs that it has by then, which is at the look
  /// that decides its last comparison, else all; and the share that it finds of each option.
  func endings(installs: Int, draws: Int) throws -> [(used: Double, shares: [Double])] {
    let reader = try TestReader(design, installs: installs, margin: margin)
    let last = reader.fractions.count - 1
    return try (0..<draws).map { draw in
      var words = FixedDraws(purpose: Self.purpose, simulation: draw)
      let counts = try reader.draw(shares.map { $0[draw] }, &words, smoothly: true)
      let end = last > 0 ? try reader.read(counts).map { $0.look ?? last }.max() ?? last : last
      let found = counts.map { own in
        let ended = design.clusters == nil ? own[end...end] : own[...]
        return Double(ended.reduce(0) { $0 + $1.x }) / Double(ended.reduce(0) { $0 + $1.n })
      }
      return (reader.fractions[end], found)
    }
  }
}

/// What the analysis finds in rehearsed tests of one size.
struct RehearsedTests {
  let fractions: [Double]
  /// By test, those of one draw of the inputs together, and comparison.
  fileprivate let findings: [[TestReader.Finding]]
  fileprivate let testsOfABlock: Int
  fileprivate let testsOfADraw: Int

  /// The share of tests in which something holds.
  func share(_ holds: ([TestReader.Finding]) -> Bool) throws -> MonteCarloNumber {
    try MonteCarloNumber(meanOf: findings.map { holds($0) ? 1 : 0 }, trialsOfABlock: testsOfABlock)
  }

  /// The share of tests that call a comparison so.
  func share(_ verdict: Verdict, _ comparison: Int) throws -> MonteCarloNumber {
    try share { $0[comparison].verdict == verdict }
  }

  /// The share of tests that show of a comparison what the test is for.
  func shown(_ comparison: Int) throws -> MonteCarloNumber { try share { $0[comparison].isShown } }

  /// The share of tests that show it of every comparison.
  func shownOfAll() throws -> MonteCarloNumber { try share { $0.allSatisfy(\.isShown) } }

  /// How looks decide the comparison of an option, numbered from 1.
  func stopping(_ option: Int, named name: String) throws -> TestPlan.Stopping {
    let last = fractions.count - 1
    let looks = findings.map { $0[option - 1].look }
    return TestPlan.Stopping(
      option: name, stops: try fractions.indices.map { look in try share { $0[option - 1].look == look } },
      installsUsed: try MonteCarloNumber(
        meanOf: looks.map { fractions[$0 ?? last] }, trialsOfABlock: testsOfABlock))
  }

  /// Of comparisons that show one option higher, the share in which the other is worth more; `nil` where none shows one.
  ///
  /// What each option is worth is by option, the baseline first, and draw of the inputs.
  func misleading(_ worth: [[Double]]) -> Double? {
    var (shown, wrong) = (0, 0)
    for (test, found) in findings.enumerated() {
      for (comparison, finding) in found.enumerated() where [.better, .worse].contains(finding.verdict) {
        let gain = worth[comparison + 1][test / testsOfADraw] - worth[0][test / testsOfADraw]
        shown += 1
        if finding.verdict == .better ? gain < 0 : gain > 0 { wrong += 1 }
      }
    }
    return shown > 0 ? Double(wrong) / Double(shown) : nil
  }
}

extension MonteCarloNumber {
  /// The mean of numbers of trials with its error; 0 of none.
  init(meanOf values: [Double], trialsOfABlock: Int) throws {
    let mean = try MonteCarloMean(values, trialsOfABlock: trialsOfABlock)
    self.init(value: mean?.mean ?? 0, mcse: mean?.mcse ?? 0)
  }
}
