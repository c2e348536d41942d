import ExperimentDesign
import GSLNumerics
import Testing

@testable import Inference

/// Where there are many arms other ways lead to the same numbers.
@Suite("Many arms")
struct ManyArmsTests {
  /// Arms that move with three parameters and have noise of their own.
  private func series(arms: Int, trials: Int) throws -> [TrialSeries] {
    let parameters = try (0..<3).map { try DecisionTests.normals(trials, seed: 7 + UInt64($0)) }
    return try (0..<arms).map { arm in
      let noise = try DecisionTests.normals(trials, seed: 100 + UInt64(arm))
      let values = (0..<trials).map { trial -> Double in
        var value = 0.2 + 0.004 * noise[trial]
        for (index, parameter) in parameters.enumerated() {
          let weight: Int = (arm * (index + 2)) % 7
          value += 0.01 * Double(weight) * parameter[trial]
        }
        return value
      }
      let draws = try DecisionTests.normals(trials, seed: 200 + UInt64(arm))
      let variance = 1.6e-5 * Double(1 + arm % 3)
      return TrialSeries(
        values: values, noise: draws.map { variance.squareRoot() * $0 },
        samplingVariances: values.map { _ in variance }, testVariances: values.map { _ in 1e-4 })
    }
  }

  private func table(arms: Int, trials: Int) throws -> ObjectiveTable {
    let series = try series(arms: arms, trials: trials)
    return try #require(
      ObjectiveTable(
        competing: Array(series.indices), series: series, lessIsBetter: false))
  }

  @Test("directions found from the trials' products are those found from the arms'")
  func directions() throws {
    let table = try table(arms: 12, trials: 30)
    let trials = CountedTrials((0..<30).map { ($0 * 7) % 23 }, of: 30)
    let plain = try ExpectedDifferences(table, trials: trials, parametersVary: true, fromTrials: false)
    let quick = try ExpectedDifferences(table, trials: trials, parametersVary: true, fromTrials: true)
    #expect(plain.means == quick.means)
    func rows(_ expected: ExpectedDifferences) throws -> [[Double]] {
      var rows: [[Double]] = []
      try expected.forEachRow(of: trials.distinct) { row, _ in rows.append(row) }
      return rows
    }
    var worst = 0.0
    var moved = 0.0
    for (own, other) in zip(try rows(plain), try rows(quick)) {
      for arm in 0..<12 {
        worst = max(worst, abs(own[arm] - other[arm]))
        moved = max(moved, abs(own[arm] - plain.means[arm]))
      }
    }
    #expect(moved > 0.01 && worst < 1e-9, "differ by \(worst) of \(moved)")
  }

  @Test("arms that have no chance change no other's, however many they are")
  func hopeless() throws {
    let trials = 25
    let few = try (0..<5).map { arm -> TrialSeries in
      let values = (0..<trials).map { trial -> Double in
        let step: Int = (trial * (arm + 3)) % 5
        return 0.3 + 0.01 * Double(step)
      }
      return try DecisionTests.series(values, variance: 0, test: 1e-4)
    }
    let far = [Double](repeating: -5, count: trials)
    let hopeless = try (0..<60).map { _ in try DecisionTests.series(far, test: 1e-4) }
    func won(_ series: [TrialSeries]) throws -> [Double] {
      let table = try #require(
        ObjectiveTable(
          competing: Array(series.indices), series: series, lessIsBetter: false)
      )
      let decision = try #require(try Decision(table, margin: 0.01, parametersVary: false))
      return try decision.arms.map { try #require($0.testsWon).value }
    }
    let alone = try won(few)
    let crowded = try won(few + hopeless)
    for arm in few.indices { #expect(abs(alone[arm] - crowded[arm]) < 1e-12) }
    #expect(crowded.dropFirst(5).allSatisfy { $0 < 1e-12 })
  }

  @Test("a decision is not gone on with when nobody waits for it")
  func stopping() throws {
    let table = try table(arms: 40, trials: 30)
    var asked = 0
    #expect(throws: NumericsError.stopped) {
      _ = try Decision(table, margin: 0, parametersVary: true) {
        asked += 1
        return asked > 5
      }
    }
    #expect(asked == 6)
  }
}
