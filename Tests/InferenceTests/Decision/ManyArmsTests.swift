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
      return TrialSeries(values, noise: draws.map { variance.squareRoot() * $0 })
    }
  }

  @Test("arms that have no chance change no other's, however many they are")
  func hopeless() throws {
    let few = try series(arms: 5, trials: 60)
    let far = try (0..<60).map { _ in try DecisionTests.series([Double](repeating: -5, count: 60)) }
    func chances(_ series: [TrialSeries]) throws -> [Double?] {
      let decision = try Decision(DecisionTests.table(series), margin: 0.01, parametersVary: true)
      return try #require(decision).arms.map { $0.best?.value }
    }
    let crowded = try chances(few + far)
    #expect(Array(crowded.prefix(5)) == (try chances(few)))
    #expect(crowded.dropFirst(5).allSatisfy { $0 == 0 })
  }

  @Test("a decision is not gone on with when nobody waits for it")
  func stopping() throws {
    let table = try DecisionTests.table(series(arms: 40, trials: 30))
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
