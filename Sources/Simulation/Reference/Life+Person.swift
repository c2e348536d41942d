import PromptFlow
import RandomStreams

/// Who lives it, and what the person does about alerts, layers and Settings.
extension Life {
  mutating func drawPerson(_ people: TrialSegment) {
    let u = stream.uniform(purpose: DrawPurpose.device)
    let device =
      if u < people.restricted {
        TrackingDevice(restriction: .settingNotChangeable)
      } else if u < people.restricted + people.requestsOff {
        TrackingDevice(allowsRequests: false)
      } else {
        TrackingDevice()
      }
    version = people.mixesSystems ? people.version(stream) : .modern
    system = SystemPermission(rules: SystemRules(version), device: device)
    (status, identifierIsReadable) = (system.status, system.identifierIsReadable)
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

  /// The one uniform that decides the answer: allows iff it is below P.
  @inline(__always)
  var answerUniform: Double { stream.uniform(purpose: DrawPurpose.answer) }

  /// Whether any session holds a visit to Settings that could change the answer.
  @inline(__always)
  mutating func visitsSettings(_ people: TrialSegment) -> Bool {
    if !settings.areDrawn { settings.draw(stream, sessionCount, people) }
    return settings.count > 0
  }

  /// The uniform that decides whether an answer to the consent layer is reversed in a session (R115).
  @inline(__always)
  func reopenUniform(of session: Int) -> Double {
    stream.uniform(SessionDraws.address(DrawPurpose.reopen, session))
  }

  /// In how many of some sessions the consent layer is opened again; looked for once, and for all arms alike.
  mutating func sessionsReopened(in sessions: Range<Int>, probability: Double) -> Int {
    if reopenProbability != probability {
      reopenProbability = probability
      reopened.removeAll()
      for session in 1..<max(1, sessionCount) where reopenUniform(of: session) < probability {
        reopened.append(session)
      }
    }
    var count = 0
    for position in 0..<reopened.count where sessions.contains(reopened[position]) { count += 1 }
    return count
  }

  /// A time that arms with the same numbers have in common.
  struct Time: BitwiseCopyable {
    let address: Address
    let distribution: SecondsDistribution
    let seconds: Double
  }

  /// A time of an arm's, drawn once for all arms with the same numbers; 0 where the arm has none.
  mutating func seconds(_ distribution: SecondsDistribution?, _ purpose: UInt16, _ index: UInt32) -> Double {
    guard let distribution else { return 0 }
    let address = Address(purpose: purpose, index: index)
    for position in 0..<times.count
    where times[position].address == address && times[position].distribution == distribution {
      return times[position].seconds
    }
    let seconds = distribution.draw(stream, purpose, index)
    if times.count < 8 { times.append(Time(address: address, distribution: distribution, seconds: seconds)) }
    return seconds
  }
}
