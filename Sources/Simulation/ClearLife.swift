import PromptFlow
import RandomStreams

/// As much of an install's undisturbed life as a glance takes in.
///
/// Draws what ``Life`` draws, at the same addresses, and nothing that no arm asks for. Plain bits, so
/// that it stays in registers; what takes longer to find out is asked of ``Life``.
struct ClearLife: BitwiseCopyable {
  let stream: AddressedStream
  let isRestricted: Bool
  /// Whether the device can show the alert at all (R13–R18).
  let isAskable: Bool
  let leavingProbability: Double
  let staying: Double
  let sessionCount: Int
  let leavesAtLast: Bool
  /// The session in which onboarding is completed, or the number of sessions; −1 where there is none.
  let onboardedIn: Int

  // NaN while not drawn.
  private var activityNormal = Double.nan
  private var ownWillingness = Double.nan
  private var answer = Double.nan
  private var unanswered = Double.nan
  private var settings = Double.nan
  private var alert = Double.nan
  private var alertID: UInt32 = 0

  // How far events have been counted.
  private var eventLaw: PoissonSampler?
  private var nextSession = 0
  private var eventsBefore = 0
  private var eventsEnded = 0

  // Where the install event surely goes out, in the surroundings looked at last.
  var gateSlot = -1
  var surelySentSeen = 0
  var surelySentIn = Int.max

  @inline(__always)
  init(_ stream: AddressedStream, _ people: SegmentNumbers, _ visitDays: inout VisitDays, horizon: Double) {
    self.stream = stream
    let device = stream.uniform(purpose: Purpose.device)
    isRestricted = device < people.restricted
    isAskable = device >= people.restricted + people.requestsOff
    (leavingProbability, staying) = Life.leaving(stream, people)
    let sessions = Life.sessions(stream, leavingProbability, people)
    sessionCount = sessions.count
    leavesAtLast = sessions.leavesAtLast
    if sessions.count > 1 { visitDays.begin(number: sessions.visits, horizon: horizon) }
    if people.hasOnboarding {
      onboardedIn = Life.onboardedIn(stream, sessions.count, people)
    } else {
      onboardedIn = -1
    }
    nextSession = max(0, onboardedIn)
  }

  /// The one uniform that decides the answer.
  @inline(__always)
  mutating func answerUniform() -> Double {
    if answer.isNaN { answer = stream.uniform(purpose: Purpose.answer) }
    return answer
  }

  @inline(__always)
  mutating func isUnanswered(_ people: SegmentNumbers) -> Bool {
    guard people.unanswered > 0 else { return false }
    if unanswered.isNaN { unanswered = stream.uniform(purpose: Purpose.unanswered) }
    return unanswered < people.unanswered
  }

  /// Whether the competing alert is asked for.
  @inline(__always)
  mutating func meetsAlert(_ arm: UnsafePointer<ClearArm>) -> Bool {
    if alert.isNaN || alertID != arm.pointee.alertID {
      alertID = arm.pointee.alertID
      alert = stream.uniform(purpose: Purpose.alertAsked, index: alertID)
    }
    return alert < arm.pointee.alertShare
  }

  /// Whether no session, from the first to the last, holds a visit to Settings.
  @inline(__always)
  mutating func surelyKeepsSettings(_ people: SegmentNumbers) -> Bool {
    guard people.settingsMost > 0 else { return true }
    if settings.isNaN { settings = stream.uniform(purpose: Purpose.settingsGap) }
    return sessionCount <= people.settingsPassed.count
      && settings < people.settingsPassed[sessionCount - 1]
  }

  /// How willing the person is; see ``Life/willingness(_:)``.
  @inline(__always)
  mutating func willingness(_ people: SegmentNumbers) -> Double {
    if ownWillingness.isNaN {
      if activityNormal.isNaN, people.usesActivity {
        let pair = Quantile.normal(
          stream.uniforms(Address(purpose: Purpose.activity), Address(purpose: Purpose.willingness)))
        activityNormal = pair[0]
        ownWillingness = pair[1]
      } else {
        if activityNormal.isNaN { activityNormal = 0 }
        ownWillingness = stream.normal(Address(purpose: Purpose.willingness))
      }
    }
    let correlated = people.withActivity * activityNormal + people.withStaying * staying
    return correlated + people.ownWillingness * ownWillingness
  }

  /// Whether the person goes on from the first showing of a pre-prompt.
  @inline(__always)
  mutating func continuesPrePrompt(_ arm: UnsafePointer<ClearArm>, _ people: SegmentNumbers) -> Bool {
    let isOwn = stream.uniform(purpose: Purpose.persistence) < people.persistence
    let uniform = stream.uniform(purpose: isOwn ? Purpose.ownContinue : Purpose.freshContinue)
    let logOdds =
      people.continueIntercept + people.continueSpread * willingness(people)
      + people.continueValue * arm.pointee.logValue + arm.pointee.logContinueOdds
    return ElementaryFunctions.logit(uniform) < logOdds
  }

  /// The probability of allowing.
  @inline(__always)
  mutating func allows(isCold: Bool, _ arm: UnsafePointer<ClearArm>, _ people: SegmentNumbers) -> Double {
    var logOdds =
      people.allowIntercept + people.allowSpread * willingness(people)
      + people.allowValue * arm.pointee.logValue + arm.pointee.logUsageOdds
    if isCold { logOdds += people.logColdOdds }
    if arm.pointee.isPrimed { logOdds += arm.pointee.logAllowOdds }
    return ElementaryFunctions.logistic(logOdds)
  }

  /// Whether annoyance drives the person away after a session that is not the last.
  @inline(__always)
  func isDrivenAway(after session: Int, patience: Double) -> Bool {
    guard patience < 1 else { return false }
    let u = stream.uniform(purpose: Purpose.leaving, index: UInt32(truncatingIfNeeded: session))
    return leavingProbability + (1 - leavingProbability) * u < 1 - (1 - leavingProbability) * patience
  }

  /// The session in which the nth event ends, and how many of its events come before it; the number of
  /// sessions where none does.
  ///
  /// To be asked for ascending n, of which `most` is the last.
  @inline(__always)
  mutating func session(
    ofEvent n: Int, most: Int, _ people: SegmentNumbers
  ) -> (session: Int, event: Int) {
    while eventsEnded < n {
      guard nextSession < sessionCount else { return (sessionCount, 0) }
      eventsBefore = eventsEnded
      eventsEnded += eventCount(of: nextSession, upTo: most - eventsBefore, people)
      nextSession += 1
    }
    return (nextSession - 1, n - eventsBefore - 1)
  }

  /// How many events a session holds, or a limit if there are more.
  @inline(__always)
  mutating func eventCount(of session: Int, upTo limit: Int, _ people: SegmentNumbers) -> Int {
    let address = Address(
      purpose: Purpose.eventCount, index: UInt32(truncatingIfNeeded: session))
    guard people.activitySpread > 0 else { return Self.count(stream, address, upTo: limit, people) }
    let law = eventLaw ?? findEventLaw(people)
    return law.draw(from: stream, at: address, upTo: limit)
  }

  @inline(never)
  private static func count(
    _ stream: AddressedStream, _ address: Address, upTo limit: Int, _ people: SegmentNumbers
  ) -> Int {
    min(limit, people.eventCount.draw(from: stream, at: address))
  }

  @inline(__always)
  private mutating func findEventLaw(_ people: SegmentNumbers) -> PoissonSampler {
    if activityNormal.isNaN {
      if isAskable {
        _ = willingness(people)
      } else {
        activityNormal = stream.normal(Address(purpose: Purpose.activity))
      }
    }
    let spread = people.activitySpread
    let activity = ElementaryFunctions.exp(spread * activityNormal - spread * spread / 2)
    let law = PoissonSampler(mean: activity * people.eventsPerSession)
    eventLaw = law
    return law
  }

  @inline(__always)
  func browses(in session: Int, below bound: Double) -> Bool {
    bound == 1
      || stream.uniform(purpose: Purpose.browseSeconds, index: UInt32(truncatingIfNeeded: session))
        < bound
  }

  @inline(__always)
  func onboardingUniform(_ session: Int) -> Double {
    stream.uniform(purpose: Purpose.onboardingSeconds, index: UInt32(truncatingIfNeeded: session))
  }

  /// Whether one of a session's first events alone surely takes longer than a bound's seconds.
  @inline(__always)
  func anEventLasts(of count: Int, in session: Int, below bound: Double) -> Bool {
    var event = 0
    while event < count {
      let address = Life.eventAddress(
        Purpose.eventSeconds, UInt32(truncatingIfNeeded: session), event)
      if stream.uniform(address) < bound { return true }
      event += 1
    }
    return false
  }
}
