import PromptFlow
import RandomStreams

/// Who lives it.
extension Life {
  mutating func drawPerson(_ people: TrialSegment) {
    let u = stream.uniform(purpose: DrawPurpose.device)
    device =
      if u < people.restricted {
        TrackingDevice(restriction: .settingNotChangeable)
      } else if u < people.restricted + people.requestsOff {
        TrackingDevice(allowsRequests: false)
      } else {
        TrackingDevice()
      }
    version = people.mixesSystems ? people.version(stream) : .modern
    (leavingProbability, staying) = Self.leaving(stream, people)
    activityNormal = .nan
    drawnWillingness = .nan
  }

  /// How likely each session is the last, and how that compares with others, in standard deviations.
  @inline(__always)
  static func leaving(
    _ stream: AddressedStream, _ people: TrialSegment
  ) -> (probability: Double, staying: Double) {
    let address = Address(purpose: DrawPurpose.leavingProbability)
    switch people.leaving {
    case .constant(let value): return (value, 0)
    case .strips(let sampler, let mean, let deviation):
      let logOdds = sampler._withUnsafeGuaranteedRef { $0.draw(from: stream, at: address) }
      let probability = ElementaryFunctions.logistic(logOdds)
      return (probability, (mean - probability) / deviation)
    }
  }

  /// The normal that activity, and in part willingness, come from.
  @inline(__always)
  mutating func normalOfActivity(_ people: TrialSegment) -> Double {
    if activityNormal.isNaN {
      activityNormal =
        people.usesActivity
        ? Quantile.normal(stream.uniform(purpose: DrawPurpose.activity)) : 0
    }
    return activityNormal
  }

  /// a: how many events a session of this person has, in units of the mean.
  mutating func activity(_ people: TrialSegment) -> Double {
    let spread = people.activitySpread
    guard spread > 0 else { return 1 }
    return ElementaryFunctions.exp(spread * normalOfActivity(people) - spread * spread / 2)
  }

  /// How willing the person is; drawn at first use.
  @inline(__always)
  mutating func willingness(_ people: TrialSegment) -> Double {
    if drawnWillingness.isNaN {
      drawnWillingness = people.willingness(
        activity: normalOfActivity(people), staying: staying,
        own: Quantile.normal(stream.uniform(purpose: DrawPurpose.willingness)))
    }
    return drawnWillingness
  }
}
