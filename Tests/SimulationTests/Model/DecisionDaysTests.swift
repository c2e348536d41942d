import ExperimentDesign
import ExperimentSamples
import PromptFlow
import RandomStreams
import Testing

@testable import Simulation

@Suite("The median day of the decision")
struct DecisionDaysTests {
  private static let second = 1.0 / 86_400

  /// The mean of the two in the middle, or the one.
  private func exactMedian(_ days: [Double]) -> Double {
    let sorted = days.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// How far the median of a histogram is from the exact one, in parts of what it may be.
  private func error(_ days: [Double]) -> Double {
    let histogram = DecisionDays()
    for day in days { histogram.add(day) }
    let exact = exactMedian(days)
    guard let found = histogram.median else { return .infinity }
    return abs(found - exact) / max(0.01 * exact, Self.second)
  }

  @Test(
    "is within 1% or a second at every horizon",
    arguments: Array(stride(from: 1, through: 365, by: 7)) + [365, 3_650])
  func horizons(horizon: Int) {
    let stream = Seed(17).trial(0).install(UInt64(horizon))
    var worst = 0.0
    var draw: UInt32 = 0
    for count in [1, 2, 3, 10, 101, 2_000] {
      // Late, evenly spread, early, within minutes, and within seconds of the install.
      for power in [0.5, 1, 4, 12, 24] {
        let days = (0..<count).map { _ in
          draw += 1
          return Double(horizon)
            * ElementaryFunctions.exp(
              power * ElementaryFunctions.log(stream.uniform(purpose: 1, index: draw)))
        }
        worst = max(worst, error(days))
      }
    }
    #expect(worst < 1)
  }

  @Test("is exact where half answer at the install, and exists where anybody answers")
  func edges() {
    #expect(DecisionDays().median == nil)
    #expect(error([0, 0, 0, 5, 7]) == 0)
    // The two in the middle lie far apart: in no bin, in the shortest and in the longest.
    for pair in [[0.0, 300], [1e-6, 0.0023], [1e-9, 3_650], [4e-6, 0.002], [0x1p-19, 0x1p-19]] {
      #expect(error(pair) < 1)
    }
  }

  @Test("of parts put together is that of all days, whichever parts of time they have answers in")
  func merged() throws {
    let days = [[0.0, 0.3, 4], [4, 4.01, 700], [1e-9, 0.3, 29.5, 29.6], []]
    let merged = DecisionDays()
    let all = DecisionDays()
    for part in days {
      let own = DecisionDays()
      for day in part {
        own.add(day)
        all.add(day)
      }
      merged.merge(own)
      #expect(merged.median == all.median)
    }
    #expect(abs(try #require(all.median) - exactMedian(days.flatMap { $0 })) < 0.04)
  }

  @Test("of lives is that of their days under both engines", arguments: [30.0, 365])
  func lives(horizon: Double) throws {
    let segment = makeSegment {
      $0.visits = VisitModel(
        rate: .gamma(shape: known(0.4), rate: known(0.05)), leaving: .constant(known(0.1)))
      $0.events = [events(0, perSession: 1.5)]
    }
    let arms = [makeArm("third", .event(EventKind(rawValue: 0), count: 3)), makeArm("second", .session(2))]
    let experiment = makeExperiment([segment], arms, installs: 600, horizonDays: horizon)
    let (fast, reference) = Simulator.engines(experiment, seed: 12)
    let found = fast.trial(0).wholes[0].map(\.medianDaysToDecision)
    #expect(found == reference.trial(0).wholes[0].map(\.medianDaysToDecision))
    let tracer = LifeTracer(fast, trial: 0, scenario: 0)
    let traces = (0..<600).map { tracer.trace(install: $0).arms }
    for arm in 0..<2 {
      let days = traces.flatMap { $0[arm].sessions }.filter { session in
        session.moments.contains { if case .answered = $0.event { true } else { false } }
      }.map(\.day)
      let exact = exactMedian(days)
      #expect(abs(try #require(found[arm]) - exact) < max(0.01 * exact, Self.second))
    }
  }
}
