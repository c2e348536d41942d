import ExperimentDesign
import PromptFlow
import RandomStreams

/// Plays installs under all arms of a scenario, most of them without going through a request's states.
///
/// In a plain arm (``DirectPlay``) nothing can come between the trigger and the answer for most lives,
/// as a few uniforms tell; what becomes of these follows without a clock. They are counted by what they
/// have in common (``ClearTally``). Everything else is left to ``ArmPlayer``.
struct ClearCrowd: ~Copyable {
  private let numbers: ScenarioNumbers
  private let horizon: Double
  private let baseline: Int
  private let armCount: Int
  private let segments: FixedList<Unmanaged<SegmentNumbers>>
  /// Of segments, and of their arms, by the number of events they wait for.
  private let arms: ReusedBuffer<ClearArm>
  private let tallies: ReusedBuffer<Int64>
  /// By segment: where its lives are counted.
  private let ledgers: FixedList<Ledgers>
  /// By segment: the most events that an arm waits for.
  private let mostEvents: ReusedBuffer<Int>
  private var visitDays = VisitDays()
  private var settings = SettingsVisits()
  /// How one install ends under every arm: the probability of ending authorized, and whether it does.
  private let ends: ReusedBuffer<End>
  /// Whether any of them may differ from none.
  private var hasEnds = false

  // Whatever a glance does not tell.
  private var player: ArmPlayer
  private var life = Life()
  private var lifeHasBegun = false

  private struct End: BitwiseCopyable {
    var score = 0.0
    var isAuthorized = false
  }

  /// - Parameters:
  ///   - ledgers: where to count, by segment.
  ///   - takesShortcuts: whether an install may be played in another way than by ``ArmPlayer`` second
  ///     by second; the same comes of it.
  init(
    _ numbers: ScenarioNumbers, baseline: Int, horizon: Double, takesShortcuts: Bool,
    _ ledgers: [Ledgers]
  ) {
    self.numbers = numbers
    self.baseline = baseline
    self.horizon = horizon
    self.ledgers = FixedList(ledgers)
    segments = numbers.unmanagedSegments
    player = ArmPlayer(takesShortcuts: takesShortcuts)
    let armCount = numbers.armCount
    self.armCount = armCount
    let tallies = ReusedBuffer<Int64>(
      repeating: 0, count: numbers.segmentCount * armCount * ClearTally.size)
    var all: [ClearArm] = []
    var most: [Int] = []
    let tally = tallies.pointer(to: 0)
    for segment in 0..<numbers.segmentCount {
      let arms = (0..<armCount).map { arm in
        let tally = ClearTally(tally + (segment * armCount + arm) * ClearTally.size)
        return numbers.segment(segment) { people in
          numbers.arm(segment, arm) {
            ClearArm(
              $0, people, position: arm, segment: segment, tally: tally, ledger: ledgers[segment][arm])
          }
        }
      }
      all += arms.sorted { ($0.eventsNeeded, $0.position) < ($1.eventsNeeded, $1.position) }
      most.append(arms.map { $0.isClear ? $0.eventsNeeded : 0 }.max() ?? 0)
    }
    self.tallies = tallies
    arms = ReusedBuffer(all)
    mostEvents = ReusedBuffer(most)
    ends = ReusedBuffer(repeating: End(), count: armCount)
  }

  /// Plays an install under every arm, or under one alone, and counts what came of it.
  @inline(__always)
  mutating func play(_ stream: AddressedStream, only arm: Int? = nil) {
    var segment = 0
    if numbers.segmentCount > 1 {
      let u = stream.uniform(purpose: Purpose.segment)
      while u >= numbers.segmentCumulative[segment] { segment += 1 }
    }
    segments[segment]._withUnsafeGuaranteedRef { play(stream, segment, only: arm, $0) }
  }

  @inline(never)
  private mutating func play(
    _ stream: AddressedStream, _ segment: Int, only one: Int?, _ people: SegmentNumbers
  ) {
    lifeHasBegun = false
    hasEnds = false
    var look = ClearLife(stream, people, &visitDays, horizon: horizon)
    let isModern = player.takesShortcuts && (!people.mixesSystems || people.version(stream) == .modern)
    if let one {
      ledgers[segment][one].addLife(sessions: look.sessionCount)
    } else {
      ledgers[segment].addLife(sessions: look.sessionCount)
    }
    var arm = UnsafePointer(arms.pointer(to: segment * armCount))
    let end = arm + armCount
    while arm < end {
      if one == nil || one == arm.pointee.position {
        if !(isModern && arm.pointee.isClear && playsClearly(arm, &look, people)) {
          playUnclear(arm, stream, people)
        }
      }
      arm += 1
    }
    if hasEnds, one == nil { compareEnds(segment) }
  }

  @inline(__always)
  private mutating func compareEnds(_ segment: Int) {
    let base = ends[baseline]
    var arm = UnsafePointer(arms.pointer(to: segment * armCount))
    let last = arm + armCount
    while arm < last {
      let end = ends[arm.pointee.position]
      arm.pointee.tally.addDiscordance(
        end.isAuthorized, base.isAuthorized, scores: end.score, base.score)
      arm += 1
    }
  }

  @inline(never)
  private mutating func playUnclear(
    _ arm: UnsafePointer<ClearArm>, _ stream: AddressedStream, _ people: SegmentNumbers
  ) {
    beginLife(stream)
    arm.pointee.numbers._withUnsafeGuaranteedRef {
      player.play(&life, $0, people, arm.pointee.ledger)
    }
    hasEnds = true
    ends[arm.pointee.position] = End(score: player.authorizedScore, isAuthorized: player.endsAuthorized)
  }

  @inline(__always)
  private mutating func beginLife(_ stream: AddressedStream) {
    guard !lifeHasBegun else { return }
    lifeHasBegun = true
    life.begin(stream, in: numbers, horizon: horizon)
  }

  /// Adds what was counted to the sums of each segment's arms.
  consuming func add() {
    for index in 0..<arms.count {
      let arm = arms[index]
      arm.tally.add(to: arm.ledger, hasGate: arm.hasGate, isPrimed: arm.isPrimed)
    }
  }

  /// Plays an install under an arm, if nothing out of the ordinary happens in it.
  ///
  /// - Returns: whether it did; nothing has been counted otherwise.
  @inline(__always)
  private mutating func playsClearly(
    _ arm: UnsafePointer<ClearArm>, _ look: inout ClearLife, _ people: SegmentNumbers
  ) -> Bool {
    ends[arm.pointee.position] = End()
    let count = look.sessionCount
    var session = 0
    var event = -1
    switch arm.pointee.trigger {
    case .launch: break
    case .onboarding: session = people.hasOnboarding ? look.onboardedIn : count
    case .events(let n):
      (session, event) = look.session(ofEvent: n, most: mostEvents[arm.pointee.segment], people)
    }
    guard look.isAskable else {
      let isReached = session < count
      if isReached {
        // A moment of the session itself is never past its end.
        if arm.pointee.delaySeconds > 0, !Self.outlastsDelay(session, &look, arm, people) { return false }
        arm.pointee.tally.addSingleRequest()
      }
      arm.pointee.tally.addUnasked(
        look.isRestricted ? .restricted : .deniedByDevice, triggerReached: isReached)  // R147
      return true
    }
    guard session < count else {
      let isOut = arm.pointee.hasGate && isSentUnasked(before: count, &look, arm, people)
      arm.pointee.tally.addUnasked(isOut ? .undeterminedSent : .undetermined, triggerReached: false)
      return true
    }
    let isOnboarding = session <= look.onboardedIn
    guard Self.asksClearly(session, isOnboarding: isOnboarding, &look, arm, people) else { return false }
    if arm.pointee.isPrimed, !look.continuesPrePrompt(arm, people) { return false }
    if look.isUnanswered(people) { return false }
    let isOnboarded = people.hasOnboarding && (!isOnboarding || !arm.pointee.asksAtActivation)
    let isCold = event < 0 && !isOnboarded
    let allows = look.allows(isCold: isCold, arm, people)
    let isAllowed = look.answerUniform() < allows
    let isEarly =
      arm.pointee.hasGate
      && isSentBefore(session, event, isOnboarding: isOnboarding, &look, arm, people)

    var lived = count
    let patience = isCold ? arm.pointee.patienceCold : arm.pointee.patience
    if session + 1 < count, look.isDrivenAway(after: session, patience: patience) {
      lived = session + 1
      arm.pointee.ledger.addLoss(undisturbed: count, lived: lived)
    }
    var end = (isAuthorized: isAllowed, sessions: isAllowed ? lived - session : 0)
    if lived - session > 1, !look.surelyKeepsSettings(people) {
      settings.draw(look.stream, count, people)
      end = arm.pointee.settings._withUnsafeGuaranteedRef {
        settings.permission(from: session, isAllowed, lived: lived, $0)
      }
    }
    let score = arm.pointee.settings._withUnsafeGuaranteedRef {
      AnswerScore(allows: allows, answeredIn: session, lived: lived, $0)
    }
    hasEnds = true
    ends[arm.pointee.position] = End(score: score.authorized, isAuthorized: end.isAuthorized)
    arm.pointee.tally.addAsked(
      isFirstSession: session == 0, isEarly: isEarly, isAllowed: isAllowed,
      endsAuthorized: end.isAuthorized, authorizedSessions: end.sessions, lived: lived, score)
    if session > 0 {
      arm.pointee.ledger.addAnswer(
        isAllowed: isAllowed, day: visitDays.day(of: session, look.stream), allows: allows)
    }
    return true
  }

  /// Whether the delay, begun at the start of a session's content, is surely over before an event ends.
  @inline(__always)
  private static func outlastsDelay(
    _ session: Int, _ look: inout ClearLife, _ arm: UnsafePointer<ClearArm>, _ people: SegmentNumbers
  ) -> Bool {
    guard !people.hasOnboarding || session >= look.onboardedIn else { return false }
    if look.browses(in: session, below: arm.pointee.clear.browsingOutlastsDelay) { return true }
    guard arm.pointee.eventOutlastsDelay > 0 else { return false }
    return look.anEventLasts(
      of: look.eventCount(of: session, upTo: 1, people), in: session,
      below: arm.pointee.eventOutlastsDelay)
  }

  /// Whether the ask at the trigger finds the app active, uncovered and the session still going on.
  @inline(__always)
  private static func asksClearly(
    _ session: Int, isOnboarding: Bool, _ look: inout ClearLife, _ arm: UnsafePointer<ClearArm>,
    _ people: SegmentNumbers
  ) -> Bool {
    var meetsAlert = false
    if arm.pointee.hasAlert, session == (arm.pointee.alertAtOnboarding ? look.onboardedIn : 0) {
      meetsAlert = look.meetsAlert(arm)
      if meetsAlert, arm.pointee.alertAtOnboarding { return false }
    }
    switch arm.pointee.trigger {
    case .launch:
      // Over a pre-prompt the alert would appear at once.
      if meetsAlert, !arm.pointee.clear.alertComesLater || arm.pointee.isPrimed { return false }
      guard isOnboarding else { return outlastsDelay(session, &look, arm, people) }
      return arm.pointee.clear.onboardingOutlastsDelay == 0
        || look.onboardingUniform(session) > arm.pointee.clear.onboardingOutlastsDelay
    case .onboarding:
      if meetsAlert, look.onboardingUniform(session) <= arm.pointee.clear.onboardingOutlastsAlert {
        return false
      }
      return outlastsDelay(session, &look, arm, people)
    case .events:
      guard meetsAlert else { return true }
      return isOnboarding
        ? look.onboardingUniform(session) > arm.pointee.clear.onboardingOutlastsAlert
        : look.browses(in: session, below: arm.pointee.clear.browsingOutlastsAlert)
    }
  }

  /// Whether the install event goes out before the answer to a clear ask.
  @inline(__always)
  private mutating func isSentBefore(
    _ session: Int, _ event: Int, isOnboarding: Bool, _ look: inout ClearLife,
    _ arm: UnsafePointer<ClearArm>, _ people: SegmentNumbers
  ) -> Bool {
    guard arm.pointee.gateWaits else { return true }
    if session > 0, isSentUnasked(before: session, &look, arm, people) { return true }
    if arm.pointee.asksAtActivation {
      if !arm.pointee.isPrimed,
        look.stream.uniform(purpose: Purpose.activation) < arm.pointee.clear.activationIsQuick,
        look.stream.uniform(purpose: Purpose.answerSeconds) < arm.pointee.clear.answerIsQuick
      {
        return false
      }
    } else if Self.outlastsGate(session, isOnboarding: isOnboarding, look, arm)
      || look.anEventLasts(of: event + 1, in: session, below: arm.pointee.eventOutlastsGate)
    {
      return true
    }
    return isSentByTheClock(
      Landmarks.Firing(session: session, event: max(0, event)), look.stream, arm, people)
  }

  @inline(never)
  private mutating func isSentByTheClock(
    _ firing: Landmarks.Firing, _ stream: AddressedStream, _ arm: UnsafePointer<ClearArm>,
    _ people: SegmentNumbers
  ) -> Bool {
    beginLife(stream)
    return arm.pointee.numbers._withUnsafeGuaranteedRef { arm in
      let clock = SessionClock(firing.session, of: &life, arm, people)
      let asked = life.moment(firing.session, firing, clock, arm, people) + arm.delaySeconds
      let shownAt = asked + (arm.readSeconds.map { life.readSeconds(0, $0) } ?? 0)
      return arm.gate.secondsLeft < shownAt + life.answerSeconds(0, people)
    }
  }

  /// Whether onboarding or browsing alone surely takes longer than the install event waits.
  ///
  /// Alerts only make a session longer.
  @inline(__always)
  private static func outlastsGate(
    _ session: Int, isOnboarding: Bool, _ look: ClearLife, _ arm: UnsafePointer<ClearArm>
  ) -> Bool {
    isOnboarding
      ? look.onboardingUniform(session) > arm.pointee.clear.onboardingOutlastsGate
      : look.browses(in: session, below: arm.pointee.clear.browsingOutlastsGate)
  }

  /// Whether the install event goes out before a session, in a life in which nothing is asked.
  @inline(__always)
  private mutating func isSentUnasked(
    before session: Int, _ look: inout ClearLife, _ arm: UnsafePointer<ClearArm>,
    _ people: SegmentNumbers
  ) -> Bool {
    guard arm.pointee.gateWaits else { return true }
    if look.gateSlot != arm.pointee.surroundingsSlot {
      look.gateSlot = arm.pointee.surroundingsSlot
      look.surelySentSeen = 0
      look.surelySentIn = .max
    }
    while look.surelySentSeen < session, look.surelySentIn == .max {
      let other = look.surelySentSeen
      look.surelySentSeen += 1
      var lasts = Self.outlastsGate(other, isOnboarding: other <= look.onboardedIn, look, arm)
      if !lasts, arm.pointee.eventOutlastsGate > 0, look.onboardedIn <= other {
        lasts = look.anEventLasts(
          of: look.eventCount(of: other, upTo: 3, people), in: other,
          below: arm.pointee.eventOutlastsGate)
      }
      if lasts { look.surelySentIn = other }
    }
    return look.surelySentIn < session
      || isSentUnaskedByTheClock(before: session, look.stream, arm, people)
  }

  @inline(never)
  private mutating func isSentUnaskedByTheClock(
    before session: Int, _ stream: AddressedStream, _ arm: UnsafePointer<ClearArm>,
    _ people: SegmentNumbers
  ) -> Bool {
    beginLife(stream)
    return arm.pointee.numbers._withUnsafeGuaranteedRef { life.sendsUnasked(before: session, $0, people) }
  }
}
