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
  private struct Moment: BitwiseCopyable {
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

  private let people: SegmentNumbers
  /// By the number of events.
  private let moments: FixedList<Moment>
  /// Position of the baseline among the moments.
  private let baseline: Int
  private let sessionRate: Double
  private let staying: Double
  /// The least product of gap uniforms with which a session starts by the horizon.
  private let least: Double
  /// Uniforms below this belong to browsing that takes a moment at least.
  private let browsingLasts: Double
  /// By moment, sessions lived and session of the ask: installs that were asked, and those that allowed.
  private let asked: ReusedBuffer<Int64>
  private let allowed: ReusedBuffer<Int64>
  /// By moment: installs that were asked, or allowed, under it and under the baseline.
  private let askedUnderBoth: ReusedBuffer<Int64>
  private let allowedUnderBoth: ReusedBuffer<Int64>
  private var installs: Int64 = 0
  private let products = ReusedBuffer<Double>(repeating: 1, count: longest)
  /// By moment: the session of the ask, or −1.
  private let askedIn: ReusedBuffer<Int>

  /// `nil` where people, or the arms, differ in more.
  init?(_ numbers: ScenarioNumbers, baseline: Int, horizon: Double) {
    guard numbers.segmentCount == 1 else { return nil }
    let people = numbers.segment(0) { $0 }
    guard case .constant(let rate) = people.rate, case .constant(let leaving) = people.leaving,
      people.isEven, rate * horizon <= Life.longestSpan
    else { return nil }
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
    self.people = people
    moments.sort { ($0.events, $0.arm) < ($1.events, $1.arm) }
    self.moments = FixedList(moments)
    self.baseline = moments.firstIndex { $0.arm == baseline } ?? 0
    sessionRate = rate
    staying = 1 - leaving
    least = ElementaryFunctions.exp(-(rate * horizon))
    browsingLasts = numbers.arm(0, 0) { $0.clear.browsingOutlastsDelay }
    let arms = moments.count
    asked = ReusedBuffer(repeating: 0, count: arms * Self.cells)
    allowed = ReusedBuffer(repeating: 0, count: arms * Self.cells)
    askedUnderBoth = ReusedBuffer(repeating: 0, count: arms)
    allowedUnderBoth = ReusedBuffer(repeating: 0, count: arms)
    askedIn = ReusedBuffer(repeating: -1, count: arms)
  }

  /// Counts an install, if its life is as simple as most.
  ///
  /// - Returns: whether it was; nothing has been counted otherwise.
  @inline(__always)
  mutating func counts(_ stream: AddressedStream, _ ledgers: Ledgers) -> Bool {
    let lived = sessions(of: stream)
    guard lived < Self.longest, findsAsks(stream, lived) else { return false }
    ledgers.addLife(sessions: lived)
    installs &+= 1
    let answer = stream.uniform(purpose: Purpose.answer)
    let isAskedUnderBaseline = askedIn[baseline] >= 0
    let allowsUnderBaseline = isAskedUnderBaseline && answer < moments[baseline].allows
    for position in 0..<moments.count {
      let session = askedIn[position]
      guard session >= 0 else { continue }
      let moment = moments[position]
      let isAllowed = answer < moment.allows
      let cell = (position * Self.longest + lived) * Self.longest + session
      asked[cell] &+= 1
      allowed[cell] &+= isAllowed ? 1 : 0
      askedUnderBoth[position] &+= isAskedUnderBaseline ? 1 : 0
      allowedUnderBoth[position] &+= isAllowed && allowsUnderBaseline ? 1 : 0
      if session > 0 {
        let day = (0 - ElementaryFunctions.log(products[session])) / sessionRate
        ledgers[moment.arm].addAnswer(isAllowed: isAllowed, day: day, allows: moment.allows)
      }
    }
    return true
  }

  /// How many sessions an install lives; ``longest`` where there are more than can be counted here.
  ///
  /// Drawn as ``Life`` draws them.
  @inline(__always)
  private func sessions(of stream: AddressedStream) -> Int {
    let u = stream.uniform(purpose: Purpose.sessionCount)
    var stays = staying
    var product = 1.0
    var count = 1
    while stays > u {
      stays *= staying
      product *= stream.uniform(
        purpose: Purpose.sessionGap, index: UInt32(truncatingIfNeeded: count - 1))
      guard product >= least else { break }
      guard count < Self.longest - 1 else { return Self.longest }
      products[count] = product
      count += 1
    }
    return count
  }

  /// Finds the session in which each arm asks.
  ///
  /// - Returns: whether every ask is clear: the session lasts beyond it.
  @inline(__always)
  private func findsAsks(_ stream: AddressedStream, _ lived: Int) -> Bool {
    var position = 0
    while position < moments.count, moments[position].events == 0 {
      guard stream.uniform(purpose: Purpose.browseSeconds) < browsingLasts else { return false }
      askedIn[position] = 0
      position += 1
    }
    var session = 0
    var before = 0
    while position < moments.count, session < lived {
      let number = UInt32(truncatingIfNeeded: session)
      let total =
        before
        + people.eventLaw.draw(from: stream, at: Address(purpose: Purpose.eventCount, index: number))
      while position < moments.count, moments[position].events <= total {
        let next = moments[position].events - before
        if before + next < total {
          let u = stream.uniform(Life.eventAddress(Purpose.eventSeconds, number, next))
          guard u < people.events[0].lastsBelow else { return false }
        }
        askedIn[position] = session
        position += 1
      }
      before = total
      session += 1
    }
    while position < moments.count {
      askedIn[position] = -1
      position += 1
    }
    return true
  }

  /// Adds what was counted to the arms' sums.
  consuming func add(to ledgers: Ledgers) {
    let totals = (0..<moments.count).map { add($0, to: ledgers[moments[$0].arm]) }
    let base = totals[baseline]
    for (position, total) in totals.enumerated() {
      let ledger = ledgers[moments[position].arm]
      let both = askedUnderBoth[position]
      let allows = moments[position].allows
      ledger.addScoreDifference(allows - moments[baseline].allows, times: both)
      ledger.addScoreDifference(allows, times: total.asked - both)
      ledger.addScoreDifference(moments[baseline].allows, times: base.asked - both)
      ledger.addDiscordance(
        gained: total.allowed - allowedUnderBoth[position],
        lost: base.allowed - allowedUnderBoth[position])
    }
  }

  /// - Returns: how many installs the arm asked, and how many of them allowed.
  private borrowing func add(_ position: Int, to ledger: Ledger) -> (asked: Int64, allowed: Int64) {
    var sum: (asked: Int64, allowed: Int64) = (0, 0)
    let allows = moments[position].allows
    for lived in 1..<Self.longest {
      for session in 0..<lived {
        let cell = (position * Self.longest + lived) * Self.longest + session
        let asked = asked[cell]
        guard asked > 0 else { continue }
        let allowed = allowed[cell]
        sum.asked += asked
        sum.allowed += allowed
        let score = AnswerScore(allows: allows, answeredIn: session, lived: lived, people.settings)
        ledger.addClearAsk(isFirstSession: session == 0, isPrimed: false, times: asked)
        ledger.addEnd(triggerReached: true, final: .authorized, times: allowed)
        ledger.addEnd(triggerReached: true, final: .deniedByAnswer, times: asked - allowed)
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
    ledger.addEnd(triggerReached: false, final: .undetermined, times: installs - sum.asked)
    ledger.addPersonalizable(times: sum.allowed)
    return sum
  }
}
