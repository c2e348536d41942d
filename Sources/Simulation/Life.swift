import PromptFlow
import RandomStreams

/// One install's undisturbed life: what happens to it when nobody asks anything.
///
/// Drawn once and played under every arm; an arm's life is a prefix of it, since
/// annoyance only adds to the reasons to leave. What a session holds is drawn
/// when the first arm needs it, and draws nothing that another session uses.
struct Life: ~Copyable {
  // Who it is.
  var stream = AddressedStream(base: 0, twist: 0)
  var segment = 0
  var device = Device()
  var version = SystemVersion.modern
  /// NaN while not drawn.
  private var activityNormal = Double.nan
  /// s.
  private var staying = 0.0
  /// What willingness has of activity and staying.
  private var correlatedWillingness = 0.0
  /// NaN while not drawn.
  private var ownWillingness = Double.nan
  /// Probability of leaving after a session, before any annoyance.
  var leavingProbability = 0.0
  /// λ; drawn for who comes back at all.
  private var sessionRate = 1.0

  /// Log-odds of the uniform that decides the answer: NaN while not drawn.
  private var answerLogit = Double.nan
  /// How many events a session of this person has; made at first use.
  private var eventLaw = PoissonSampler(mean: 0)
  private var knowsEventLaw = false
  private var reopenMinimum = -1.0
  private var alertMemo = SecondsMemo()
  private var answerMemo = SecondsMemo()
  private var readMemo = SecondsMemo()

  /// When it visits Settings.
  private(set) var settings = SettingsVisits()
  /// Where it passes what arms wait for.
  var landmarks = Landmarks()

  // What happens.
  /// By session, where its start lies: λ·days = the span's epoch − the logarithm of this.
  var sessions = ReusedBuffer<Double>(capacity: 64)
  /// Whether the life ends since the person leaves, not at the horizon.
  private var leavesAtLast = false
  /// Empty but in lives of very many sessions.
  private var spans = ReusedBuffer<Span>(capacity: 4)
  /// By session: position in `contents`, or −1 while not drawn.
  private var contentPositions = ReusedBuffer<Int32>(capacity: 64)
  /// By session: position in `openings`, or −1 while not drawn.
  private var openingPositions = ReusedBuffer<Int32>(capacity: 64)
  private var openings = ReusedBuffer<Opening>(capacity: 64)
  /// By session: position in `timings`, or −1 while not drawn.
  private var timingPositions = ReusedBuffer<Int32>(capacity: 64)
  private var contents = ReusedBuffer<Content>(capacity: 64)
  private var kinds = ReusedBuffer<UInt8>(capacity: 256)
  private var timings = ReusedBuffer<Timing>(capacity: 64)
  private var eventEnds = ReusedBuffer<Double>(capacity: 256)

  /// Draws the install and the days of its sessions.
  mutating func begin(_ stream: AddressedStream, in scenario: ScenarioNumbers, horizon: Double) {
    self.stream = stream
    spans.removeAll()
    contentPositions.removeAll()
    openingPositions.removeAll()
    openings.removeAll()
    timingPositions.removeAll()
    contents.removeAll()
    kinds.removeAll()
    timings.removeAll()
    eventEnds.removeAll()
    sessions.removeAll()
    answerLogit = .nan
    knowsEventLaw = false
    settings.forget()
    reopenMinimum = -1
    alertMemo.forget()
    answerMemo.forget()
    readMemo.forget()
    landmarks.forget()

    segment = 0
    if scenario.segmentCount > 1 {
      let u = stream.uniform(purpose: Purpose.segment)
      while u >= scenario.segmentCumulative[segment] { segment += 1 }
    }
    scenario.segment(segment) { people in
      drawPerson(people)
      drawDays(people, horizon: horizon)
    }
  }

  private mutating func drawPerson(_ people: SegmentNumbers) {
    let u = stream.uniform(purpose: Purpose.device)
    device =
      if u < people.restricted {
        Device(restriction: .settingNotChangeable)
      } else if u < people.restricted + people.requestsOff {
        Device(allowsRequests: false)
      } else {
        Device()
      }
    version = .modern
    if people.mixesSystems {
      let u = stream.uniform(purpose: Purpose.system)
      for candidate in SystemVersion.allCases where u < people.systemCumulative[Int(candidate.rawValue)] {
        version = candidate
        break
      }
    }
    drawLeaving(people)
    activityNormal = .nan
    ownWillingness = .nan
  }

  /// How likely each session is the last.
  @inline(__always)
  private mutating func drawLeaving(_ people: SegmentNumbers) {
    switch people.leaving {
    case .constant(let value):
      leavingProbability = value
      staying = 0
    case .strips(let sampler, let mean, let deviation):
      leavingProbability = ElementaryFunctions.logistic(draw(sampler, Purpose.leavingProbability))
      staying = (mean - leavingProbability) / deviation
    case .beta(let sampler, let mean, let deviation):
      leavingProbability = sampler.draw(from: stream, at: Address(purpose: Purpose.leavingProbability))
      staying = (mean - leavingProbability) / deviation
    }
  }

  /// How often the person comes back, sessions per day.
  @inline(__always)
  private func drawRate(_ people: SegmentNumbers) -> Double {
    switch people.rate {
    case .constant(let value): value
    case .strips(let sampler, let logRate):
      ElementaryFunctions.exp(draw(sampler, Purpose.sessionRate) - logRate)
    case .gamma(let sampler, let rate):
      sampler.draw(from: stream, at: Address(purpose: Purpose.sessionRate)) / rate
    }
  }

  @inline(__always)
  private func draw(_ sampler: Unmanaged<StripSampler>, _ purpose: UInt16) -> Double {
    sampler._withUnsafeGuaranteedRef { $0.draw(from: stream, at: Address(purpose: purpose)) }
  }

  /// The normal that activity, and in part willingness, come from.
  @inline(__always)
  private mutating func normalOfActivity(_ people: SegmentNumbers) -> Double {
    if activityNormal.isNaN {
      activityNormal =
        people.activitySpread > 0 || people.withActivity != 0
        ? stream.normal(Address(purpose: Purpose.activity)) : 0
    }
    return activityNormal
  }

  /// a: how many events a session of this person has, in units of the mean.
  mutating func activity(_ people: SegmentNumbers) -> Double {
    let spread = people.activitySpread
    guard spread > 0 else { return 1 }
    return ElementaryFunctions.exp(spread * normalOfActivity(people) - spread * spread / 2)
  }

  /// How willing the person is; the part of their own is drawn at first use.
  @inline(__always)
  mutating func willingness(_ people: SegmentNumbers) -> Double {
    if ownWillingness.isNaN {
      ownWillingness = stream.normal(Address(purpose: Purpose.willingness))
      correlatedWillingness =
        people.withActivity * normalOfActivity(people) + people.withStaying * staying
    }
    return correlatedWillingness + people.ownWillingness * ownWillingness
  }

  /// Draws the sessions until the person leaves or the horizon is passed.
  ///
  /// How many sessions there would be without a horizon is geometric: by inversion, the person leaves
  /// after the first n with (1 − p)ⁿ ≤ u. A gap is −ln(u)/λ, so a session starts by the horizon while
  /// the product of all u so far is at least e^(−λ·horizon). So a session costs two multiplications,
  /// and a logarithm only where a day is asked for. Long before that product could underflow, a new
  /// one begins.
  private mutating func drawDays(_ people: SegmentNumbers, horizon: Double) {
    sessions.append(1)
    leavesAtLast = true
    let u = stream.uniform(purpose: Purpose.sessionCount)
    let staying = 1 - leavingProbability
    var stays = staying
    guard stays > u else { return }
    sessionRate = drawRate(people)
    let expectedGaps = sessionRate * horizon
    var product = 1.0
    var left = expectedGaps
    // The least product with which a session starts by the horizon, or by the span's end.
    var least = ElementaryFunctions.exp(-min(left, Self.longestSpan))
    var number: UInt32 = 0
    while stays > u {
      stays *= staying
      product *= stream.uniform(purpose: Purpose.sessionGap, index: number)
      if !(product >= least) {
        if left > Self.longestSpan { left += ElementaryFunctions.log(product) } else { left = -1 }
        guard left >= 0 else {
          leavesAtLast = false
          return
        }
        spans.append(Span(firstSession: sessions.count, epoch: expectedGaps - left))
        product = 1
        least = ElementaryFunctions.exp(-min(left, Self.longestSpan))
      }
      sessions.append(product)
      number &+= 1
    }
  }

  /// The uniform that decides whether a session is the last: below the leaving probability, it is.
  ///
  /// That the undisturbed life goes on, or ends here, is known; within that it is drawn anew.
  @inline(__always)
  func leavingUniform(of session: Int) -> Double {
    let u = stream.uniform(purpose: Purpose.leaving, index: UInt32(truncatingIfNeeded: session))
    return leavesAtLast && session + 1 == sessions.count
      ? leavingProbability * u : leavingProbability + (1 - leavingProbability) * u
  }

  /// A product of uniforms is begun anew once it is below e to the minus this power.
  private static var longestSpan: Double { 600 }

  /// Days from install to a session's start.
  @inline(__always)
  mutating func day(of session: Int) -> Double {  // not `mutating`, it would copy the whole life
    if session == 0 { return 0 }
    var epoch = 0.0
    for position in 0..<spans.count where spans[position].firstSession <= session {
      epoch = spans[position].epoch
    }
    return (epoch - ElementaryFunctions.log(sessions[session])) / sessionRate
  }

  /// Which events the session holds; drawn at first use.
  @inline(__always)
  mutating func content(of session: Int, _ people: SegmentNumbers) -> Content {
    let known = session < contentPositions.count ? contentPositions[session] : -1
    if known >= 0 { return contents[Int(known)] }
    return drawContent(of: session, people)
  }

  private mutating func drawContent(of session: Int, _ people: SegmentNumbers) -> Content {
    let number = UInt32(truncatingIfNeeded: session)
    if !knowsEventLaw {
      eventLaw = PoissonSampler(mean: activity(people) * people.eventsPerSession)
      knowsEventLaw = true
    }
    let count = eventLaw.draw(from: stream, at: Address(purpose: Purpose.eventCount, index: number))
    let content = Content(firstEvent: kinds.count, eventCount: count)
    for event in 0..<count {
      var kind = 0
      if people.events.count > 1 {
        let u = stream.uniform(Self.eventAddress(Purpose.eventKind, number, event))
        while u >= people.events[kind].cumulativeShare { kind += 1 }
      }
      kinds.append(UInt8(kind))
    }
    while contentPositions.count <= session { contentPositions.append(-1) }
    contentPositions[session] = Int32(contents.count)
    contents.append(content)
    return content
  }

  /// How long a session takes to open; drawn at first use.
  @inline(__always)
  mutating func opening(of session: Int, _ people: SegmentNumbers) -> Opening {
    let known = session < openingPositions.count ? openingPositions[session] : -1
    if known >= 0 { return openings[Int(known)] }
    return drawOpening(of: session, people)
  }

  private mutating func drawOpening(of session: Int, _ people: SegmentNumbers) -> Opening {
    let number = UInt32(truncatingIfNeeded: session)
    var opening = Opening()
    if people.hasOnboarding {
      let pair = stream.logNormals(
        Address(purpose: Purpose.activation, index: number),
        Address(purpose: Purpose.onboardingSeconds, index: number),
        medians: SIMD2(people.activation.median, people.onboardingSeconds.median),
        sigmas: SIMD2(people.activation.sigma, people.onboardingSeconds.sigma))
      opening.activation = pair[0]
      opening.onboardingSeconds = pair[1]
    } else {
      opening.activation = people.activation.draw(stream, Purpose.activation, number)
    }
    while openingPositions.count <= session { openingPositions.append(-1) }
    openingPositions[session] = Int32(truncatingIfNeeded: openings.count)
    openings.append(opening)
    return opening
  }

  /// How long a session's content takes; drawn at first use.
  @inline(__always)
  mutating func timing(of session: Int, _ people: SegmentNumbers) -> Timing {
    let known = session < timingPositions.count ? timingPositions[session] : -1
    if known >= 0 { return timings[Int(known)] }
    return drawTiming(of: session, people)
  }

  /// The uniform that the length of a session's onboarding comes from.
  @inline(__always)
  func onboardingUniform(_ session: Int) -> Double {
    stream.uniform(purpose: Purpose.onboardingSeconds, index: UInt32(truncatingIfNeeded: session))
  }

  /// The uniform that the length of a session's browsing comes from.
  @inline(__always)
  func browsingUniform(_ session: Int) -> Double {
    stream.uniform(purpose: Purpose.browseSeconds, index: UInt32(truncatingIfNeeded: session))
  }

  private mutating func drawTiming(of session: Int, _ people: SegmentNumbers) -> Timing {
    let number = UInt32(truncatingIfNeeded: session)
    let content = content(of: session, people)
    let pauses = stream.exponentials(
      Address(purpose: Purpose.browseSeconds, index: number),
      Address(purpose: Purpose.lingerSeconds, index: number))
    var seconds = people.browseSeconds * pauses[0]
    let firstEnd = eventEnds.count
    var event = 0
    while event < content.eventCount {
      let isLast = event + 1 == content.eventCount
      let first = Self.eventAddress(Purpose.eventSeconds, number, event)
      let lengths =
        isLast
        ? SIMD2(stream.exponential(first), 0)
        : stream.exponentials(first, Self.eventAddress(Purpose.eventSeconds, number, event + 1))
      seconds += meanSeconds(content, event, people) * lengths[0]
      eventEnds.append(seconds)
      if !isLast {
        seconds += meanSeconds(content, event + 1, people) * lengths[1]
        eventEnds.append(seconds)
      }
      event += 2
    }
    seconds += people.lingerSeconds * pauses[1]
    let timing = Timing(contentSeconds: seconds, firstEnd: firstEnd)
    while timingPositions.count <= session { timingPositions.append(-1) }
    timingPositions[session] = Int32(timings.count)
    timings.append(timing)
    return timing
  }

  @inline(__always)
  private func meanSeconds(_ content: Content, _ event: Int, _ people: SegmentNumbers) -> Double {
    people.events[Int(kinds[content.firstEvent + event])].meanSeconds
  }

  /// Log-odds of the one uniform that decides the answer: allows iff it is below those of P.
  @inline(__always)
  mutating func logitOfAnswer() -> Double {
    if answerLogit.isNaN {
      answerLogit = ElementaryFunctions.logit(stream.uniform(purpose: Purpose.answer))
    }
    return answerLogit
  }

  @inline(__always)
  mutating func alertSeconds(_ alert: AlertNumbers, _ people: SegmentNumbers) -> Double {
    if alertMemo.isForgotten, answerMemo.isForgotten {  // nearly always both are wanted
      let pair = stream.logNormals(
        Address(purpose: Purpose.alertSeconds, index: alert.id), Address(purpose: Purpose.answerSeconds),
        medians: SIMD2(alert.seconds.median, people.answerSeconds.median),
        sigmas: SIMD2(alert.seconds.sigma, people.answerSeconds.sigma))
      alertMemo.remember(pair[0], index: alert.id, alert.seconds)
      answerMemo.remember(pair[1], index: 0, people.answerSeconds)
      return pair[0]
    }
    return alertMemo.draw(stream, Purpose.alertSeconds, alert.id, alert.seconds)
  }

  @inline(__always)
  mutating func answerSeconds(_ showing: UInt32, _ people: SegmentNumbers) -> Double {
    answerMemo.draw(stream, Purpose.answerSeconds, showing, people.answerSeconds)
  }

  @inline(__always)
  mutating func readSeconds(_ showing: UInt32, _ law: SecondsLaw) -> Double {
    readMemo.draw(stream, Purpose.readSeconds, showing, law)
  }

  /// Whether any session holds a visit to Settings that could change the answer.
  @inline(__always)
  mutating func visitsSettings(_ people: SegmentNumbers) -> Bool {
    if !settings.areDrawn { settings.draw(stream, sessions.count, people) }
    return settings.count > 0
  }

  /// The uniform that decides about Settings in a session.
  @inline(__always)
  mutating func settingsUniform(of session: Int, _ people: SegmentNumbers) -> Double {
    visitsSettings(people) ? settings.uniform(inSession: session) : 1
  }

  /// The smallest of the uniforms that decide about reopening the consent layer.
  mutating func leastReopening() -> Double {
    if reopenMinimum < 0 {
      reopenMinimum = 1
      for session in 1..<max(1, sessions.count) {
        let number = UInt32(truncatingIfNeeded: session)
        reopenMinimum = min(
          reopenMinimum, stream.uniform(purpose: Purpose.reopen, index: number))
      }
    }
    return reopenMinimum
  }

  /// When the event at a position ends, seconds of app clock after its session's content began.
  @inline(__always)
  func eventEnd(_ position: Int) -> Double { eventEnds[position] }

  /// When an event of a session ends, seconds of app clock after its content began.
  @inline(__always)
  mutating func eventEnd(of session: Int, _ event: Int, _ people: SegmentNumbers) -> Double {
    eventEnds[timing(of: session, people).firstEnd + event]
  }

  /// Whether no event of the session ends at the very instant at which another one does.
  @inline(__always)
  mutating func nextEventLasts(after event: Int, in session: Int, _ people: SegmentNumbers) -> Bool {
    let content = content(of: session, people)
    let next = event + 1
    guard next < content.eventCount else { return true }
    return eventUniform(session, next) < people.events[eventKind(content, next)].lastsBelow
  }

  /// The uniform that the length of an event comes from.
  @inline(__always)
  func eventUniform(_ session: Int, _ event: Int) -> Double {
    stream.uniform(
      Self.eventAddress(Purpose.eventSeconds, UInt32(truncatingIfNeeded: session), event))
  }

  /// Whether a session of the undisturbed life gets past onboarding.
  @inline(__always)
  mutating func hasContent(_ session: Int, _ people: SegmentNumbers) -> Bool {
    !people.hasOnboarding || onboardedIn(people) <= session
  }

  /// The event's position among the segment's kinds.
  @inline(__always)
  func eventKind(_ content: Content, _ event: Int) -> Int { Int(kinds[content.firstEvent + event]) }

  @inline(__always)
  private static func eventAddress(_ purpose: UInt16, _ session: UInt32, _ event: Int) -> Address {
    Address(purpose: purpose, index: session).advanced(by: UInt64(event))
  }
}
