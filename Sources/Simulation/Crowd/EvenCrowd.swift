import ExperimentDesign
import PromptFlow
import RandomStreams

/// Counts the lives of a segment in which people differ in nothing but when they come and what they see.
///
/// With one rate, one chance of leaving and one probability of allowing for all, and nothing but the
/// moment between arms, what becomes of an install under an arm follows from three numbers: how many
/// sessions it lives, in which of them it is asked, and whether it allows. So these are counted, and
/// what each kind of life adds to the sums is worked out once for all of its installs. Lives in which
/// anything else happens are left to ``ArmPlayer``.
struct EvenCrowd: ~Copyable {
  /// An arm that asks at launch or after an event.
  struct Moment: BitwiseCopyable {
    /// Position among the arms.
    var arm: Int
    /// How many events have ended when it asks; 0 for launch.
    var events: Int
    /// Probability of allowing.
    var allows: Double
  }

  /// Lives of more sessions are left to others.
  private static let longest = 32
  private static let cells = longest * longest
  /// Installs that go through one step before they go through the next.
  private static let block = 256

  private let people: SegmentNumbers
  private let horizon: Double
  /// By the number of events.
  private let moments: FixedList<Moment>
  /// By moment: how many events must have ended; one more, for what never comes true.
  private let events: FixedList<Int>
  /// How many moments need no event.
  private let atOnce: Int
  /// Position of the baseline among the moments.
  private let baseline: Int
  /// The moments' probabilities of allowing, ascending.
  private let ascendingAllows: FixedList<Double>

  /// By sessions lived, and for how many moments the answer is no: installs.
  private let lives: ReusedBuffer<Int64>
  /// The same by how many moments are reached.
  private let reaches: ReusedBuffer<Int64>
  /// By moment that needs events, sessions lived and session of the ask: installs, and in the high half
  /// those that allowed.
  private let asks: ReusedBuffer<UInt64>
  /// By moment and day, answers in later sessions than the first, and in the high half allowing ones.
  private let answers: ReusedBuffer<UInt64>
  private let days: Int

  /// One install of a block.
  struct Install: BitwiseCopyable {
    var stream: AddressedStream
    /// The uniform that decides the answer.
    var answer: Double
    var lived: Int32
    /// For how many moments the answer is no.
    var denials: Int32
    /// Sessions by the horizon after the first, did the person never leave.
    var visits: Int
  }

  private let installs = ReusedBuffer(
    repeating: Install(
      stream: AddressedStream(base: 0, twist: 0), answer: 0, lived: 0, denials: 0, visits: 0),
    count: block)
  /// An answer in a later session than the first, whose day is to be found.
  struct Answer: BitwiseCopyable {
    var stream: AddressedStream
    var visits: Int
    var session: Int
    var moment: Int
    /// 1, and in the high half whether it allows.
    var one: UInt64
  }

  private var laterAnswers = ReusedBuffer<Answer>(capacity: block)

  /// `nil` where people, or the arms, differ in more.
  init?(_ numbers: ScenarioNumbers, baseline: Int, horizon: Double) {
    guard numbers.segmentCount == 1 else { return nil }
    let people = numbers.segment(0) { $0 }
    guard case .constant = people.leaving, people.isEven else { return nil }
    var moments: [Moment] = []
    for arm in 0..<numbers.armCount {
      let found: Moment? = numbers.arm(0, arm) { numbers in
        guard numbers.isPlain, numbers.clear.isPossible, !numbers.isPrimed, !numbers.hasGate,
          numbers.alerts.isEmpty, numbers.delaySeconds == 0
        else { return nil }
        switch numbers.strategy.trigger {
        case .launch:
          let logOdds = people.allowIntercept + numbers.logUsageOdds + people.logColdOdds
          return Moment(arm: arm, events: 0, allows: ElementaryFunctions.logistic(logOdds))
        case .event(let kind, let count):
          guard people.events.count == 1, people.events[0].kind == kind else { return nil }
          let logOdds =
            people.allowIntercept + people.allowValue * numbers.logValueOfEvents + numbers.logUsageOdds
          return Moment(arm: arm, events: count, allows: ElementaryFunctions.logistic(logOdds))
        case .onboarding, .session: return nil
        }
      }
      guard let found else { return nil }
      moments.append(found)
    }
    let atOnce = moments.count { $0.events == 0 }
    // Who opens the app and is gone at that instant is not asked.
    guard atOnce == 0 || numbers.arm(0, 0, { $0.clear.browsingOutlastsDelay }) == 1 else { return nil }
    self.people = people
    self.horizon = horizon
    moments.sort { ($0.events, $0.arm) < ($1.events, $1.arm) }
    self.moments = FixedList(moments)
    self.atOnce = atOnce
    events = FixedList(moments.map(\.events) + [.max])
    self.baseline = moments.firstIndex { $0.arm == baseline } ?? 0
    ascendingAllows = FixedList(moments.map(\.allows).sorted())
    let arms = moments.count
    lives = ReusedBuffer(repeating: 0, count: (Self.longest + 1) * (arms + 1))
    reaches = ReusedBuffer(repeating: 0, count: (arms + 1) * (arms + 1))
    asks = ReusedBuffer(repeating: 0, count: arms * Self.cells)
    days = Int(horizon.rounded(.up)) + 1
    answers = ReusedBuffer(repeating: 0, count: arms * days)
  }

  /// Counts the installs whose lives are as simple as most.
  ///
  /// - Parameter other: takes the others.
  @inline(__always)
  mutating func count(
    _ installs: HalfInstalls, of trial: TrialStream, _ ledgers: Ledgers,
    orElse other: (AddressedStream) -> Void
  ) {
    var first = 0
    while first < installs.count {
      let count = min(Self.block, installs.count - first)
      for position in 0..<count { begin(position, trial.install(installs[first + position])) }
      for position in 0..<count {
        let install = self.installs[position]
        if install.lived < Self.longest { reach(install) } else { other(install.stream) }
      }
      dateLaterAnswers(ledgers)
      first += count
    }
  }

  /// Draws how many sessions an install lives, as ``Life`` draws them, and what it would answer.
  ///
  /// Nothing depends on what was found before, so that the processor can work on several at a time.
  @inline(__always)
  private mutating func begin(_ position: Int, _ stream: AddressedStream) {
    let endured = people.endurance.sessions(at: stream.uniform(purpose: Purpose.sessionCount))
    let visits = people.visits.draw(from: stream, at: Address(purpose: Purpose.visitCount))
    let lived = min(endured < Double(visits + 2) ? Int(min(endured, 64)) : visits + 1, Self.longest)
    let answer = stream.uniform(purpose: Purpose.answer)
    var denials = 0
    for rank in 0..<ascendingAllows.count { denials += answer < ascendingAllows[rank] ? 0 : 1 }
    lives[lived * (moments.count + 1) + denials] &+= 1
    installs[position] = Install(
      stream: stream, answer: answer, lived: Int32(truncatingIfNeeded: lived),
      denials: Int32(truncatingIfNeeded: denials), visits: visits)
  }

  /// Finds the moments that need events.
  @inline(__always)
  private mutating func reach(_ install: Install) {
    let lived = Int(install.lived)
    var position = atOnce
    var session = 0
    var ended = 0
    while session < lived, position < moments.count {
      ended += people.eventCount.draw(
        from: install.stream,
        at: Address(purpose: Purpose.eventCount, index: UInt32(truncatingIfNeeded: session)))
      while events[position] <= ended {
        let one: UInt64 = install.answer < moments[position].allows ? 1 << 32 + 1 : 1
        asks[(position * Self.longest + lived) * Self.longest + session] &+= one
        if session > 0 {
          laterAnswers.append(
            Answer(
              stream: install.stream, visits: install.visits, session: session, moment: position, one: one))
        }
        position += 1
      }
      session += 1
    }
    reaches[position * (moments.count + 1) + Int(install.denials)] &+= 1
  }

  /// Counts the block's answers in later sessions by their days, two at a time.
  @inline(__always)
  private mutating func dateLaterAnswers(_ ledgers: Ledgers) {
    var position = 0
    while position < laterAnswers.count {
      let first = laterAnswers[position]
      let second = laterAnswers[min(position + 1, laterAnswers.count - 1)]
      let found = VisitDays.days(
        of: SIMD2(first.session, second.session), numbers: SIMD2(first.visits, second.visits),
        horizon: horizon, first.stream, second.stream)
      count(first, day: found[0], ledgers)
      if position + 1 < laterAnswers.count { count(second, day: found[1], ledgers) }
      position += 2
    }
    laterAnswers.removeAll()
  }

  @inline(__always)
  private mutating func count(_ answer: Answer, day: Double, _ ledgers: Ledgers) {
    answers[answer.moment * days + ledgers[moments[answer.moment].arm].addDecision(day: day)] &+= answer.one
  }

  /// Adds what was counted to the arms' sums.
  consuming func add(to ledgers: Ledgers) {
    for lived in 1..<Self.longest { ledgers.addLife(sessions: lived, times: installs(living: lived)) }
    for position in 0..<moments.count {
      let ledger = ledgers[moments[position].arm]
      addAsks(position, to: ledger)
      addDiscordance(position, to: ledger)
    }
  }

  /// How many installs live so many sessions, or those of them whose answer to a moment is yes.
  private borrowing func installs(living lived: Int, allowing moment: Int? = nil) -> Int64 {
    var sum: Int64 = 0
    for denials in 0...moments.count where moment.map({ allows($0, denials: denials) }) ?? true {
      sum += lives[lived * (moments.count + 1) + denials]
    }
    return sum
  }

  /// Whether who answers no to so many moments answers yes to one of them.
  ///
  /// Yes is an answer below a probability, so below it and all that are larger.
  private borrowing func allows(_ moment: Int, denials: Int) -> Bool {
    denials < moments.count && moments[moment].allows >= ascendingAllows[denials]
  }

  private borrowing func addAsks(_ position: Int, to ledger: Ledger) {
    let allows = moments[position].allows
    for day in 0..<days {
      let cell = answers[position * days + day]
      ledger.addAnswers(
        wholeDay: day, allowed: Int64(cell >> 32),
        denied: Int64(cell & 0xFFFF_FFFF) - Int64(cell >> 32), allows: allows)
    }
    var installs: Int64 = 0
    for lived in 1..<Self.longest {
      let all = self.installs(living: lived)
      installs += all
      for session in 0..<(position < atOnce ? 1 : lived) {
        let cell = asks[(position * Self.longest + lived) * Self.longest + session]
        let asked = position < atOnce ? all : Int64(cell & 0xFFFF_FFFF)
        let allowed =
          position < atOnce ? self.installs(living: lived, allowing: position) : Int64(cell >> 32)
        guard asked > 0 else { continue }
        installs -= asked
        let score = AnswerScore(allows: allows, answeredIn: session, lived: lived, people.settings)
        ledger.addClearAsk(isFirstSession: session == 0, isPrimed: false, times: asked)
        ledger.addEnd(triggerReached: true, final: .authorized, times: allowed)
        ledger.addEnd(triggerReached: true, final: .deniedByAnswer, times: asked - allowed)
        ledger.addPersonalizable(times: allowed)
        ledger.addSessions(
          authorized: lived - session, identified: lived - session, lived: lived, times: allowed)
        ledger.addScore(
          score, lived: lived, identifiedBefore: 0, isPersonalizable: true, isAttributed: false,
          times: asked)
        if session == 0 {
          ledger.addAnswer(isAllowed: true, day: 0, allows: allows, times: allowed)
          ledger.addAnswer(isAllowed: false, day: 0, allows: allows, times: asked - allowed)
        }
      }
    }
    ledger.addEnd(triggerReached: false, final: .undetermined, times: installs)
  }

  /// Who ends authorized under the arm or under the baseline and not under the other.
  private borrowing func addDiscordance(_ position: Int, to ledger: Ledger) {
    let arm = moments[position].allows
    let base = moments[baseline].allows
    for reached in 0...moments.count {
      for denials in 0...moments.count {
        let installs = reaches[reached * (moments.count + 1) + denials]
        guard installs > 0 else { continue }
        let armAsks = position < reached
        let baseAsks = baseline < reached
        ledger.addScoreDifference((armAsks ? arm : 0) - (baseAsks ? base : 0), times: installs)
        let armAllows = armAsks && allows(position, denials: denials)
        let baseAllows = baseAsks && allows(baseline, denials: denials)
        ledger.addDiscordance(
          gained: armAllows && !baseAllows ? installs : 0, lost: baseAllows && !armAllows ? installs : 0)
      }
    }
  }
}
