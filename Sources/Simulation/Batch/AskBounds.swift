import PromptFlow
import RandomStreams

/// What tells at a glance, for most lives, that nothing comes between an ask and its alert.
///
/// A time is longer than another iff its uniform lies beyond a bound, so the seconds of a session
/// need not be worked out to know that they suffice. The bounds leave a hair of room for what
/// rounding does to sums of times; where a uniform lies within it, the clock decides.
struct AskBounds: Sendable {
  /// What they follow from.
  let times: AskTimes
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
  /// Uniforms below both belong to an alert at launch that is answered before the gate opens.
  let activationIsQuick: Double
  let answerIsQuick: Double

  init(_ times: AskTimes) {
    self.times = times
    let (delay, wait, alert) = (times.delay, times.wait, times.alert)
    let settled = (alert?.offset ?? 0) + times.settleSeconds  // R19, R22, R32
    let isModest = { (distribution: SecondsDistribution) in
      distribution.seconds(at: 1 - 0x1p-53) < Self.longest
    }
    isPossible =
      delay < Self.longest && settled < Self.longest && wait < Self.longest
      && isModest(times.activation) && (alert.map { isModest($0.seconds) } ?? true)
    alertComesLater = (alert?.offset ?? 0) > Self.roomy(delay)
    onboardingOutlastsDelay = times.onboardingSeconds.uniform(beyond: delay)
    onboardingOutlastsAlert = times.onboardingSeconds.uniform(beyond: settled)
    onboardingOutlastsGate = times.onboardingSeconds.uniform(beyond: wait)
    browsingOutlastsDelay = Self.uniform(ofExponential: times.browseSeconds, beyond: delay)
    browsingOutlastsAlert = Self.uniform(ofExponential: times.browseSeconds, beyond: settled)
    browsingOutlastsGate = Self.uniform(ofExponential: times.browseSeconds, beyond: wait)
    activationIsQuick = times.activation.uniform(within: wait / 4)
    answerIsQuick = times.answerSeconds.uniform(within: wait * 3 / 4 - delay)
  }

  /// Seconds past which sums of times may round by more than the room that is left.
  private static var longest: Double { 1e6 }

  /// A little more than some seconds.
  static func roomy(_ seconds: Double) -> Double { seconds * (1 + 1e-9) + 1e-6 }

  /// Uniforms below this make an exponential time surely longer.
  static func uniform(ofExponential mean: Double, beyond seconds: Double) -> Double {
    guard mean > 0 else { return 0 }
    let bound = roomy(seconds)
    return bound < SessionDraws.leastSeconds ? 1 : ElementaryFunctions.exp(-bound / mean) * (1 - 1e-12)
  }
}

/// The times that an ask and its alert depend on.
struct AskTimes: Equatable, Sendable, BitwiseCopyable {
  /// A competing alert's.
  struct Alert: Equatable, BitwiseCopyable {
    let offset: Double
    let seconds: SecondsDistribution
  }

  let delay: Double
  let wait: Double
  let alert: Alert?
  let settleSeconds: Double
  let browseSeconds: Double
  let activation: SecondsDistribution
  let onboardingSeconds: SecondsDistribution
  let answerSeconds: SecondsDistribution

  /// - Parameters:
  ///   - delay: seconds from the trigger to the ask.
  ///   - wait: seconds that the install event waits for an answer.
  ///   - alert: the competing alert, if any.
  init(delay: Double, wait: Double, alert: TrialAlert?, _ people: TrialSegment) {
    self.delay = delay
    self.wait = wait
    self.alert = alert.map { Alert(offset: $0.offset, seconds: $0.seconds) }
    settleSeconds = people.settleSeconds
    browseSeconds = people.browseSeconds
    activation = people.activation
    onboardingSeconds = people.onboardingSeconds
    answerSeconds = people.answerSeconds
  }
}

extension SecondsDistribution {
  fileprivate func seconds(at u: Double) -> Double {
    median * ElementaryFunctions.exp(sigma * Quantile.normal(u))
  }

  /// Uniforms above this make the time surely longer; 0 where all do, 1 where none does.
  func uniform(beyond seconds: Double) -> Double {
    let bound = AskBounds.roomy(seconds)
    return threshold(near: bound) { self.seconds(at: $0) > bound }
  }

  /// Uniforms below this make the time surely no longer.
  func uniform(within seconds: Double) -> Double {
    let bound = seconds * (1 - 1e-9) - 1e-6
    let above = threshold(near: bound) { self.seconds(at: $0) >= bound }
    return max(0, above - 2 * Self.bracket)
  }

  /// How closely a bound is found; who lies between it and the truth is left to the clock.
  private static var bracket: Double { 0x1p-18 }

  /// A uniform from which on a condition holds that holds from somewhere on: where times pass a bound.
  ///
  /// A whole number of brackets, the least at which it holds, and a hair. It is looked for where the bound's
  /// probability is, and by halving where it is not found there.
  private func threshold(near bound: Double, _ holds: (Double) -> Bool) -> Double {
    guard let guess = bracket(of: bound), holds(guess), !holds(guess - Self.bracket) else {
      return bisected(holds)
    }
    return min(1, guess + Self.hair)
  }

  /// The end of the bracket in which times pass a bound, mostly; `nil` near the ends of the distribution, and where
  /// times hardly differ, so that rounding might decide.
  private func bracket(of bound: Double) -> Double? {
    guard sigma > 1e-3, median > 0, bound > 0 else { return nil }
    let z = ElementaryFunctions.log(bound / median) / sigma
    guard z.magnitude < 4 else { return nil }
    return (NormalProbability.roughlyBelow(z) / Self.bracket).rounded(.up) * Self.bracket
  }

  /// The bound rounds like the times it stands for: a hair more than where it was found.
  private static var hair: Double { 0x1p-40 }

  private func bisected(_ holds: (Double) -> Bool) -> Double {
    // The least and the greatest uniform there is.
    if holds(0x1p-53) { return 0 }
    guard holds(1 - 0x1p-53) else { return 1 }
    var low = 0.0
    var high = 1.0
    while high - low > Self.bracket {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle }
    }
    return min(1, high + Self.hair)
  }
}
