import ExperimentDesign
import PromptFlow
import RandomStreams

/// One kind of event with this trial's numbers.
struct TrialEvent: Sendable, BitwiseCopyable {
  var kind: EventKind
  /// Upper end of the kind's share of the unit interval.
  var cumulativeShare: Double
  var meanSeconds: Double
  var value: Double
}

/// One competing alert with this trial's numbers.
struct TrialAlert: Sendable, BitwiseCopyable {
  var id: UInt32
  var moment: AskTrigger
  var share: Double
  var offset: Double
  var seconds: SecondsDistribution
}

/// A segment with this trial's numbers: what people of it are like.
final class TrialSegment: Sendable {
  enum LeavingDistribution: Sendable {
    case constant(Double)
    /// Of the probability's log-odds.
    case strips(Unmanaged<StripSampler>, mean: Double, deviation: Double)
  }

  let restricted: Double
  let requestsOff: Double
  /// Upper ends of the versions' shares, by raw value.
  let systemCumulative: FixedList<Double>
  /// Whether any install is on a version other than `modern`.
  let mixesSystems: Bool
  /// How many sessions would start by the horizon, the first one aside, if the person never left.
  let visits: CountDistribution
  /// What they follow from: shape and scale, or the mean and −1 where everybody has one rate.
  private let visitNumbers: SIMD2<Double>
  /// Kept, since what is the same as theirs is theirs.
  private let known: [TrialSegment]
  let leaving: LeavingDistribution
  /// Owns what ``leaving`` draws from.
  private let strips: StripSampler?
  /// The shapes of the leaving probability, where it is a Beta.
  private let leavingShapes: SIMD2<Double>?
  /// What people are drawn by, whatever an arm does.
  let traits: Traits
  /// What the intercepts solve.
  private let shares: SharesOfYes
  let activitySpread: Double
  let withActivity: Double
  let withStaying: Double
  let ownWillingness: Double
  let hasOnboarding: Bool
  let onboardingFirst: Double
  let onboardingLater: Double
  let onboardingSeconds: SecondsDistribution
  let activation: SecondsDistribution
  let settleSeconds: Double
  let browseSeconds: Double
  let lingerSeconds: Double
  let eventsPerSession: Double
  /// How many events a session has, where that is one distribution for all.
  let eventCount: CountDistribution
  let events: FixedList<TrialEvent>
  /// Whether no kind of event is over at once.
  let allEventsLast: Bool
  let allowIntercept: Double
  let allowSpread: Double
  let allowValue: Double
  let logColdOdds: Double
  let continueIntercept: Double
  let continueSpread: Double
  let continueValue: Double
  let logFatigueOdds: Double
  let persistence: Double
  let answerSeconds: SecondsDistribution
  let unanswered: Double
  let stayChances: StayChances
  let reenable: Double
  let linkInPreferences: Double
  let linkAfterDenial: Double
  let revoke: Double
  /// The largest probability with which a session can change the answer, whatever the arm.
  let settingsMost: Double
  let logOfNoVisit: Double
  /// By number of sessions: the probability that none of them visits Settings.
  let settingsPassed: FixedList<Double>
  /// What a session is worth.
  let worth: SessionWorth

  /// The numbers that the people of a block are drawn by.
  struct Traits: Equatable {
    /// The shapes of the leaving probability, or the probability and −1 where it is everybody's.
    var leaving: SIMD2<Double>
    var visits: SIMD2<Double>
    var activitySpread: Double
    var eventsPerSession: Double
    var willingness: SIMD2<Double>
    var usesWillingness: Bool
    var unanswered: Double
    var settingsMost: Double
  }

  /// The numbers that the log-odds of those who allow, and of those who continue, follow from.
  private struct SharesOfYes: Equatable {
    var withStaying: Double
    var leavingShapes: SIMD2<Double>?
    /// Rate and spread of those who allow.
    var allow: SIMD2<Double>
    /// The same of those who continue from a pre-prompt; `nil` where nobody is asked.
    var continuing: SIMD2<Double>?
  }

  /// - Parameter known: segments of the same trial; what takes long to find is theirs where it is the same.
  init(_ segment: Segment, _ draws: ParameterDraws, horizon: Double, known: [TrialSegment] = []) {
    restricted = draws(segment[.restricted])
    requestsOff = draws(segment[.requestsOff])
    var sum = 0.0
    var cumulativeSystems = segment.systemShares.map { share in
      sum += share
      return sum
    }
    // Rounding must not leave a gap at the top of the unit interval.
    if let last = segment.systemShares.lastIndex(where: { $0 > 0 }) {
      for index in last..<cumulativeSystems.count { cumulativeSystems[index] = 1 }
    }
    systemCumulative = FixedList(cumulativeSystems)
    mixesSystems = cumulativeSystems[2] > 0 || cumulativeSystems[3] < 1
    self.known = known
    let visitNumbers: SIMD2<Double> =
      switch segment.visits.rate {
      case .constant(let value): SIMD2(draws(value) * horizon, -1)
      case .gamma(let shape, let scale): SIMD2(draws(shape), horizon / draws(scale))
      }
    self.visitNumbers = visitNumbers
    if let same = known.first(where: { $0.visitNumbers == visitNumbers }) {
      visits = CountDistribution(sharing: same.visits)
    } else if visitNumbers[1] < 0 {
      visits = CountDistribution(mean: visitNumbers[0])
    } else {
      visits = CountDistribution(shape: visitNumbers[0], scale: visitNumbers[1])
    }
    var leavingShapes: SIMD2<Double>?
    var everybodyLeaves = 1.0
    var strips: StripSampler?
    switch segment.visits.leaving {
    case .constant(let value):
      everybodyLeaves = draws(value)
      leaving = .constant(everybodyLeaves)
    case .beta(let first, let second):
      let shapes = StripSampler.nearestShapes(to: SIMD2(draws(first), draws(second)))
      leavingShapes = shapes
      let (a, b) = (shapes[0], shapes[1])
      let mean = a / (a + b)
      let deviation = (a * b / ((a + b) * (a + b) * (a + b + 1))).squareRoot()
      let same = known.first { $0.leavingShapes == shapes }?.strips
      let sampler = same ?? StripSampler(logitBeta: a, b)
      strips = sampler
      leaving = .strips(.passUnretained(sampler), mean: mean, deviation: deviation)
    }
    self.strips = strips
    self.leavingShapes = leavingShapes
    activitySpread = draws(segment[.activitySpread])
    withActivity = draws(segment[.withActivity])
    withStaying = draws(segment[.withStaying])
    ownWillingness = max(0, 1 - withActivity * withActivity - withStaying * withStaying).squareRoot()
    hasOnboarding = segment.onboarding != nil
    onboardingFirst = segment.onboarding.map { draws($0[.onboardingFirst]) } ?? 0
    onboardingLater = segment.onboarding.map { draws($0[.onboardingLater]) } ?? 0
    activation = SecondsDistribution(segment[.activationMedian, .activationSigma], draws)
    onboardingSeconds =
      segment.onboarding.map { SecondsDistribution($0[.onboardingMedian, .onboardingSigma], draws) }
      ?? activation
    settleSeconds = draws(segment[.settleSeconds])
    browseSeconds = draws(segment[.browseSeconds])
    lingerSeconds = draws(segment[.lingerSeconds])
    let means = segment.events.map { draws($0[.perSession]) }
    let total = means.reduce(0, +)
    eventsPerSession = total
    eventCount = CountDistribution(mean: activitySpread > 0 ? 0 : total)
    var cumulative = 0.0
    var numbers = zip(segment.events, means).map { event, mean in
      cumulative += mean
      return TrialEvent(
        kind: event.kind, cumulativeShare: total > 0 ? cumulative / total : 1,
        meanSeconds: draws(event[.eventSeconds]), value: draws(event[.eventValue]))
    }
    if let last = means.lastIndex(where: { $0 > 0 }) {
      for index in last..<numbers.count { numbers[index].cumulativeShare = 1 }
    }
    events = FixedList(numbers)
    allEventsLast = numbers.allSatisfy { $0.meanSeconds > 0 }
    allowSpread = draws(segment[.allowSpread])
    let shares = SharesOfYes(
      withStaying: withStaying, leavingShapes: leavingShapes,
      allow: SIMD2(draws(segment[.allowRate]), allowSpread),
      continuing: segment.continuing.map { SIMD2(draws($0[.continueRate]), draws($0[.continueSpread])) })
    self.shares = shares
    let same = known.first { $0.shares == shares }
    let intercept =
      same == nil
      ? Intercept(
        withStaying: withStaying, leaving: leavingShapes.map { (a: $0[0], b: $0[1]) },
        widest: max(abs(allowSpread), abs(shares.continuing?[1] ?? 0))) : nil
    /// One of the two is there.
    func solved(_ share: SIMD2<Double>, _ known: Double?) -> Double {
      known ?? intercept?.solve(rate: share[0], spread: share[1]) ?? .nan
    }
    allowIntercept = solved(shares.allow, same?.allowIntercept)
    allowValue = draws(segment[.allowValue])
    logColdOdds = ElementaryFunctions.log(draws(segment[.coldOddsRatio]))
    if let continuing = segment.continuing, let share = shares.continuing {
      continueSpread = share[1]
      continueIntercept = solved(share, same?.continueIntercept)
      continueValue = draws(continuing[.continueValue])
      logFatigueOdds = ElementaryFunctions.log(draws(continuing[.fatigueOddsRatio]))
      persistence = draws(continuing[.persistence])
    } else {
      (continueSpread, continueIntercept, continueValue, logFatigueOdds, persistence) = (0, 0, 0, 0, 0)
    }
    answerSeconds = SecondsDistribution(segment[.answerMedian, .answerSigma], draws)
    unanswered = draws(segment[.unanswered])
    stayChances = StayChances(segment, draws)
    reenable = draws(segment[.reenable])
    linkInPreferences = draws(segment[.linkInPreferences])
    linkAfterDenial = draws(segment[.linkAfterDenial])
    revoke = draws(segment[.revoke])
    settingsMost = min(1, max(reenable + linkInPreferences + linkAfterDenial, revoke))
    logOfNoVisit = SettingsVisits.logOfNone(settingsMost)
    let stays = 1 - settingsMost
    settingsPassed = FixedList(count: 256) { list in
      var passed = 1.0
      for number in 0..<256 {
        (list + number).initialize(to: passed)
        passed *= stays
      }
    }
    traits = Traits(
      leaving: leavingShapes ?? SIMD2(everybodyLeaves, -1), visits: visitNumbers,
      activitySpread: activitySpread, eventsPerSession: eventsPerSession,
      willingness: SIMD2(withActivity, withStaying),
      usesWillingness: allowSpread != 0 || continueSpread != 0, unanswered: unanswered,
      settingsMost: settingsMost)
    worth = SessionWorth(
      identified: segment.value.map { draws($0[.identified]) } ?? 0,
      otherwise: segment.value.map { draws($0[.otherwise]) } ?? 0)
  }
}

extension TrialSegment {
  /// Whether the normal that activity comes from matters.
  @inline(__always)
  var usesActivity: Bool { activitySpread > 0 || withActivity != 0 }

  /// Whether how willing a person is decides anything.
  @inline(__always)
  var usesWillingness: Bool { traits.usesWillingness }

  /// How willing a person is, from three standardised numbers (model, section 2).
  @inline(__always)
  func willingness(activity: Double, staying: Double, own: Double) -> Double {
    withActivity * activity + withStaying * staying + ownWillingness * own
  }

  /// ln(1 + value) by the number of events, where there is but one kind.
  func logValue(ofEvents count: Int) -> Double {
    // Added up as it is experienced, so that the last bit is the same.
    logarithm(ofValue: repeatElement(events[0].value, count: count).reduce(0, +))
  }

  /// The system version of an install.
  func version(_ stream: AddressedStream) -> SystemVersion {
    let u = stream.uniform(purpose: DrawPurpose.system)
    return SystemVersion.allCases.first { u < systemCumulative[Int($0.rawValue)] } ?? .modern
  }
}
