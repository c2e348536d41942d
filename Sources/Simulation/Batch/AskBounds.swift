import PromptFlow
import RandomStreams

/// What tells at a glance, for most lives, that nothing comes between an ask and its alert.
///
/// A time is longer than another iff its uniform lies beyond a bound, so the seconds of a session
/// need not be worked out to know that they suffice. The bounds leave a hair of room for what
/// rounding does to sums of times; where a uniform lies within it, the clock decides.
struct AskBounds: Sendable {
  /// Whether the bounds may be used at all.
  let isPossible: Bool
  /// Whether the competing alert falls due after an ask at launch.
  let alertComesLater: Bool
  /// Uniforms above these belong to an onboarding that outlasts what the name says.
  let onboardingOutlastsDelay: Double
  let onboardingOutlastsAlert: Double
  let onboardingOutlastsGate: Double
  /// Uniforms below these belong to browsing that outlasts what the name says; 1 where all do.
  let browsingOutlastsDelay: Double
  let browsingOutlastsAlert: Double
  let browsingOutlastsGate: Double
  /// The same of an event, of whatever kind.
  let eventOutlastsGate: Double
  /// Uniforms below both belong to an alert at launch that is answered before the gate opens.
  let activationIsQuick: Double
  let answerIsQuick: Double

  /// - Parameters:
  ///   - delay: seconds from the trigger to the ask.
  ///   - wait: seconds that the install event waits for an answer.
  ///   - alert: the competing alert, if any.
  init(delay: Double, wait: Double, alert: TrialAlert?, _ people: TrialSegment) {
    let settled = (alert?.offset ?? 0) + people.settleSeconds  // R19, R22, R32
    let isModest = { (distribution: SecondsDistribution) in
      Quantile.logNormal(1 - 0x1p-53, median: distribution.median, sigma: distribution.sigma)
        < Self.longest
    }
    isPossible =
      delay < Self.longest && settled < Self.longest && wait < Self.longest
      && isModest(people.activation) && (alert.map { isModest($0.seconds) } ?? true)
    alertComesLater = (alert?.offset ?? 0) > Self.roomy(delay)
    onboardingOutlastsDelay = people.onboardingSeconds.uniform(beyond: delay)
    onboardingOutlastsAlert = people.onboardingSeconds.uniform(beyond: settled)
    onboardingOutlastsGate = people.onboardingSeconds.uniform(beyond: wait)
    browsingOutlastsDelay = Self.uniform(ofExponential: people.browseSeconds, beyond: delay)
    browsingOutlastsAlert = Self.uniform(ofExponential: people.browseSeconds, beyond: settled)
    browsingOutlastsGate = Self.uniform(ofExponential: people.browseSeconds, beyond: wait)
    eventOutlastsGate =
      (0..<people.events.count).map {
        Self.uniform(ofExponential: people.events[$0].meanSeconds, beyond: wait)
      }.min() ?? 0
    activationIsQuick = people.activation.uniform(within: wait / 4)
    answerIsQuick = people.answerSeconds.uniform(within: wait * 3 / 4 - delay)
  }

  /// Seconds past which sums of times may round by more than the room that is left.
  private static var longest: Double { 1e6 }

  /// A little more than some seconds.
  static func roomy(_ seconds: Double) -> Double { seconds * (1 + 1e-9) + 1e-6 }

  /// Uniforms below this make an exponential time surely longer.
  private static func uniform(ofExponential mean: Double, beyond seconds: Double) -> Double {
    guard mean > 0 else { return 0 }
    let bound = roomy(seconds)
    return bound < SessionDraws.leastSeconds ? 1 : ElementaryFunctions.exp(-bound / mean) * (1 - 1e-12)
  }
}

extension SecondsDistribution {
  /// Uniforms above this make the time surely longer; 0 where all do, 1 where none does.
  func uniform(beyond seconds: Double) -> Double {
    let below = probability(below: AskBounds.roomy(seconds))
    // Less than the least uniform there is.
    return below < 0x1p-54 ? 0 : min(1, below + Self.hair)
  }

  /// Uniforms below this make the time surely no longer.
  func uniform(within seconds: Double) -> Double {
    max(0, probability(below: seconds * (1 - 1e-9) - 1e-6) - Self.hair)
  }

  private func probability(below seconds: Double) -> Double {
    guard seconds > 0, median > 0, sigma > 0 else { return median < seconds ? 1 : 0 }
    let deviate = ElementaryFunctions.log(seconds / median) / sigma
    // Beyond that it is 0 or 1 to the last bit that counts, and costs the most.
    return abs(deviate) > 9 ? deviate < 0 ? 0 : 1 : NormalProbability.below(deviate, parts: 20)
  }

  /// More than a probability is off by; who lies between it and the truth is left to the clock.
  private static var hair: Double { 0x1p-38 }
}
