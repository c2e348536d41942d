import ExperimentDesign
import ExperimentSamples
import RandomStreams
import Testing

@testable import Simulation

@Suite("Bounds on what comes between an ask and its alert")
struct AskBoundsTests {
  /// How finely bounds are found.
  private static let step = 0x1p-37

  private func bounds(median: Double, sigma: Double, delay: Double) -> AskBounds {
    let segment = makeSegment { $0[.activationMedian, .activationSigma] = seconds(median, sigma: sigma) }
    let draws = makeDraws(
      makeExperiment([segment], [makeArm("launch", .launch)]), TrialStream(seed: 1, trial: 0))
    let people = TrialSegment(segment, draws, horizon: 30)
    return AskBounds(delay: delay, wait: 0, alert: nil, people)
  }

  @Test(
    "a bound is where times become surely longer, wherever that lies",
    arguments: [0.01, 0.2, 0.5, 1.5], [0.001, 0.3, 2, 2.1, 7, 40, 3_000])
  func least(sigma: Double, delay: Double) {
    func isLonger(_ u: Double) -> Bool {
      2 * ElementaryFunctions.exp(sigma * Quantile.normal(u)) > AskBounds.roomy(delay)
    }
    let bound = bounds(median: 2, sigma: sigma, delay: delay).onboardingOutlastsDelay
    if bound == 0 {
      #expect(isLonger(0x1p-53))
    } else if bound == 1 {
      #expect(!isLonger(1 - Self.step))
    } else {
      #expect(isLonger(bound) && !isLonger(bound - Self.step))
    }
  }

  @Test("times that do not differ are all longer, or none is", arguments: [(1.0, 0.0), (3, 1)])
  func constant(delay: Double, bound: Double) {
    #expect(bounds(median: 2, sigma: 0, delay: delay).onboardingOutlastsDelay == bound)
  }
}
