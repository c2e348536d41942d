import PromptFlow
import RandomStreams

/// Where an undisturbed life passes the points that arms wait for.
///
/// Until an arm asks for the first time its life is the undisturbed one, so these are found once
/// per install and shared by all arms.
struct Landmarks: ~Copyable {
  /// Where a trigger comes true.
  struct Firing: BitwiseCopyable {
    /// The number of sessions where it never does.
    var session = 0
    /// The event in the session whose end fires the trigger; zero for other triggers.
    var event = 0
    /// ln(1 + value experienced by then).
    var logValue = 0.0
    /// Whether any event has ended by then.
    var anyEvent = false
  }

  /// The session in which onboarding is completed; the number of sessions where it never is, and
  /// negative while not known.
  var onboardedIn = -1
  /// By trigger slot (``ArmNumbers/triggerSlot``); of the first arms only.
  let firings = ReusedBuffer<Firing>(repeating: Firing(), count: 64)
  /// Which of them are known, one bit each.
  var knownFirings: UInt64 = 0

  // The install event of a life in which nothing is asked.
  var gateSlot = -1
  /// Sessions of which is known whether the event goes out in them.
  var gateSessionsSeen = 0
  var gateSends = false

  mutating func forget() {
    onboardedIn = -1
    gateSlot = -1
    knownFirings = 0
  }
}

/// What lies where in an undisturbed session, seconds of wall clock since process start.
struct SessionClock {
  let session: Int
  let activation: Double
  /// When onboarding ends, in a session that begins before it is completed.
  let onboardingEnds: Double
  let contentBegins: Double
  /// Whether there is content.
  private let hasContent: Bool
  /// When the competing alert falls due, were the session long enough; infinite where none does.
  let alertDue: Double
  /// When the competing alert comes and goes; infinite where none comes.
  let alertBegins: Double
  let alertEnds: Double
  /// How long the alert stands.
  private let shift: Double

  /// When something happens that comes at an instant of the app clock, which an alert stops.
  @inline(__always)
  func wall(_ appTime: Double) -> Double { appTime <= alertBegins ? appTime : appTime + shift }

  /// Whether the session goes on at an instant, or ends just then.
  ///
  /// Its content is worked out only where onboarding alone does not tell.
  @inline(__always)
  func goesOn(at time: Double, _ life: inout Life, _ people: SegmentNumbers) -> Bool {
    time < .infinity
      && (time <= contentBegins + shift || time <= Self.uncoveredEnd(self, &life, people) + shift)
  }

  private static func uncoveredEnd(
    _ clock: SessionClock, _ life: inout Life, _ people: SegmentNumbers
  ) -> Double {
    clock.hasContent
      ? clock.contentBegins + life.timing(of: clock.session, people).contentSeconds
      : clock.onboardingEnds
  }
}

extension SessionClock {
  /// Lays out a session of the undisturbed life under an arm with at most one competing alert.
  @inline(__always)
  init(_ session: Int, of life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers) {
    self.session = session
    let opening = life.opening(of: session, people)
    activation = opening.activation
    let onboardedIn = people.hasOnboarding ? life.onboardedIn(people) : -1
    if onboardedIn >= session {
      onboardingEnds = opening.activation + opening.onboardingSeconds
      contentBegins = onboardingEnds
    } else {
      onboardingEnds = .infinity
      contentBegins = opening.activation
    }
    hasContent = onboardedIn <= session
    var due = Double.infinity
    if !arm.alerts.isEmpty {
      let alert = arm.alerts[0]
      if session == (alert.atOnboarding ? onboardedIn : 0),
        life.stream.uniform(purpose: Purpose.alertAsked, index: alert.id) < alert.share
      {
        due = (alert.atOnboarding ? onboardingEnds : activation) + alert.offset
      }
    }
    alertDue = due
    var comes = due <= contentBegins
    if !comes, due < .infinity, hasContent {
      comes = due <= contentBegins + life.timing(of: session, people).contentSeconds
    }
    if comes {
      alertBegins = due
      alertEnds = due + life.alertSeconds(arm.alerts[0], people)
      shift = alertEnds - due
    } else {
      alertBegins = .infinity
      alertEnds = .infinity
      shift = 0
    }
  }
}

extension Life {
  /// The session in which onboarding is completed, or the number of sessions.
  @inline(__always)
  mutating func onboardedIn(_ people: SegmentNumbers) -> Int {
    if landmarks.onboardedIn < 0 {
      landmarks.onboardedIn = Self.onboardedIn(stream, sessionCount, people)
    }
    return landmarks.onboardedIn
  }

  @inline(__always)
  static func onboardedIn(
    _ stream: AddressedStream, _ sessionCount: Int, _ people: SegmentNumbers
  ) -> Int {
    var session = 0
    var chance = people.onboardingFirst
    while session < sessionCount {
      let number = UInt32(truncatingIfNeeded: session)
      if stream.uniform(purpose: Purpose.onboardingCompletes, index: number) < chance { break }
      chance = people.onboardingLater
      session += 1
    }
    return session
  }

  /// Where the arm's trigger comes true.
  @inline(__always)
  mutating func firing(_ arm: ArmNumbers, _ people: SegmentNumbers) -> Landmarks.Firing {
    switch arm.strategy.trigger {
    case .launch: return Landmarks.Firing()
    case .onboarding:
      return Landmarks.Firing(session: people.hasOnboarding ? onboardedIn(people) : sessionCount)
    case .session, .event: break
    }
    let slot = arm.triggerSlot
    guard slot < UInt64.bitWidth else { return findFiring(arm, people) }
    let bit = 1 &<< UInt64(truncatingIfNeeded: slot)
    if landmarks.knownFirings & bit == 0 {
      let firing = findFiring(arm, people)
      landmarks.knownFirings |= bit
      landmarks.firings[slot] = firing
      return firing
    }
    return landmarks.firings[slot]
  }

  private mutating func findFiring(
    _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Landmarks.Firing {
    var firing = Landmarks.Firing()
    let onboardedIn = people.hasOnboarding ? onboardedIn(people) : 0
    switch arm.strategy.trigger {
    case .launch, .onboarding: break
    case .session(let number):
      firing.session = min(number - 1, sessionCount)
      guard firing.session < sessionCount else { break }
      var value = 0.0
      for session in onboardedIn..<max(onboardedIn, firing.session) {
        experience(session, &value, &firing.anyEvent, people)
      }
      firing.logValue = logarithm(ofValue: value)
    case .event(let kind, let count):
      firing =
        people.events.count == 1
        ? findOnlyEvent(kind, count, logValue: arm.logValueOfEvents, from: onboardedIn, people)
        : findEvent(kind, count, from: onboardedIn, people)
    }
    return firing
  }

  /// Where the nth event of a kind ends, in a segment with one kind of event.
  private mutating func findOnlyEvent(
    _ kind: EventKind, _ count: Int, logValue: Double, from first: Int, _ people: SegmentNumbers
  ) -> Landmarks.Firing {
    var firing = Landmarks.Firing(session: sessionCount)
    guard people.events[0].kind == kind else { return firing }
    var before = 0
    var position = 0
    while first + position < sessionCount {
      if position == eventTotals.count {
        eventTotals.append(before + eventCount(of: first + position, people))
      }
      let total = eventTotals[position]
      if total >= count {
        firing.session = first + position
        firing.event = count - before - 1
        firing.logValue = logValue
        firing.anyEvent = true
        return firing
      }
      before = total
      position += 1
    }
    return firing
  }

  /// Where the nth event of a kind ends.
  private mutating func findEvent(
    _ kind: EventKind, _ count: Int, from first: Int, _ people: SegmentNumbers
  ) -> Landmarks.Firing {
    var firing = Landmarks.Firing(session: first)
    var missing = count
    var value = 0.0
    while firing.session < sessionCount {
      let content = content(of: firing.session, people)
      for event in 0..<content.eventCount {
        let numbers = people.events[eventKind(content, event)]
        value += numbers.value
        guard numbers.kind == kind else { continue }
        missing -= 1
        if missing == 0 {
          firing.event = event
          firing.logValue = logarithm(ofValue: value)
          firing.anyEvent = true
          return firing
        }
      }
      firing.session += 1
    }
    return firing
  }

  /// What was experienced before a session of the undisturbed life.
  mutating func experience(
    before session: Int, _ people: SegmentNumbers
  ) -> (value: Double, anyEvent: Bool) {
    var experienced = (value: 0.0, anyEvent: false)
    let first = people.hasOnboarding ? onboardedIn(people) : 0
    for earlier in first..<max(first, session) {
      experience(earlier, &experienced.value, &experienced.anyEvent, people)
    }
    return experienced
  }

  /// Adds what a whole session of the undisturbed life gives.
  @inline(__always)
  mutating func experience(
    _ session: Int, _ value: inout Double, _ anyEvent: inout Bool, _ people: SegmentNumbers
  ) {
    guard hasContent(session, people) else { return }
    let content = content(of: session, people)
    for event in 0..<content.eventCount {
      value += people.events[eventKind(content, event)].value
      anyEvent = true
    }
  }

  /// Whether the install event goes out before a session, in a life in which nothing is asked.
  ///
  /// For arms with a gate and at most one competing alert.
  mutating func sendsUnasked(before session: Int, _ arm: ArmNumbers, _ people: SegmentNumbers) -> Bool {
    guard session > 0 else { return false }
    guard arm.gateWaits else { return true }
    if landmarks.gateSlot != arm.surroundingsSlot {
      landmarks.gateSlot = arm.surroundingsSlot
      landmarks.gateSessionsSeen = 0
      landmarks.gateSends = false
    }
    while !landmarks.gateSends, landmarks.gateSessionsSeen < session {
      let clock = SessionClock(landmarks.gateSessionsSeen, of: &self, arm, people)
      landmarks.gateSends = clock.goesOn(at: arm.gate.secondsLeft, &self, people)
      landmarks.gateSessionsSeen += 1
    }
    return landmarks.gateSends && landmarks.gateSessionsSeen <= session
  }
}
