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
  var activity = 1.0
  /// What willingness has of activity and staying.
  private var correlatedWillingness = 0.0
  private var ownWillingness = Double.nan
  /// Probability of leaving after a session, before any annoyance.
  var leavingProbability = 0.0

  /// Log-odds of the uniform that decides the answer: NaN while not drawn.
  private var answerLogit = Double.nan
  /// How many events a session of this person has; made at first use.
  private var eventLaw = PoissonSampler(mean: 0)
  private var knowsEventLaw = false
  private var settingsMinimum = -1.0
  private var reopenMinimum = -1.0
  private var alertMemo = SecondsMemo()
  private var answerMemo = SecondsMemo()
  private var readMemo = SecondsMemo()

  /// Where it passes what arms wait for.
  var landmarks = Landmarks()

  // What happens.
  var sessions = ReusedBuffer<Session>(capacity: 64)
  /// Empty but in lives of very many sessions.
  private var spans = ReusedBuffer<Span>(capacity: 4)
  /// By session: position in `contents`, or −1 while not drawn.
  private var contentPositions = ReusedBuffer<Int32>(capacity: 64)
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
    timingPositions.removeAll()
    contents.removeAll()
    kinds.removeAll()
    timings.removeAll()
    eventEnds.removeAll()
    sessions.removeAll()
    answerLogit = .nan
    knowsEventLaw = false
    settingsMinimum = -1
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
      drawPerson(people, horizon: horizon)
      drawDays()
    }
  }

  private var sessionRate = 1.0
  /// λ times the horizon.
  private var expectedGaps = 0.0
  /// The least product of uniforms with which a session starts by the horizon, or the span's end.
  private var leastProduct = 1.0

  private mutating func drawPerson(_ people: SegmentNumbers, horizon: Double) {
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
    var staying = 0.0
    drawVisits(people, &staying)
    let x =
      people.activitySpread > 0 || people.withActivity != 0
      ? stream.normal(Address(purpose: Purpose.activity)) : 0
    let spread = people.activitySpread
    expectedGaps = sessionRate * horizon
    let powers = ElementaryFunctions.exp(
      SIMD2(spread * x - spread * spread / 2, -min(expectedGaps, Self.longestSpan)))
    activity = spread > 0 ? powers[0] : 1
    leastProduct = powers[1]
    correlatedWillingness = people.withActivity * x + people.withStaying * staying
    ownWillingness = .nan
  }

  /// How often the person comes back, and how likely each session is the last.
  @inline(__always)
  private mutating func drawVisits(_ people: SegmentNumbers, _ staying: inout Double) {
    // Where both are drawn from strips, their powers of e are taken together.
    var logs = SIMD2<Double>(0, 0)
    if case .strips(let sampler, let logRate) = people.rate {
      logs[0] = draw(sampler, Purpose.sessionRate) - logRate
    }
    if case .strips(let sampler, _, _) = people.leaving {
      logs[1] = draw(sampler, Purpose.leavingProbability)
    }
    let powers = ElementaryFunctions.exp(SIMD2(logs[0], -logs[1].magnitude))
    switch people.rate {
    case .constant(let value): sessionRate = value
    case .strips: sessionRate = powers[0]
    case .gamma(let sampler, let rate):
      sessionRate = sampler.draw(from: stream, at: Address(purpose: Purpose.sessionRate)) / rate
    }
    switch people.leaving {
    case .constant(let value): leavingProbability = value
    case .strips(_, let mean, let deviation):
      leavingProbability = (logs[1] < 0 ? powers[1] : 1) / (1 + powers[1])
      staying = (mean - leavingProbability) / deviation
    case .beta(let sampler, let mean, let deviation):
      leavingProbability = sampler.draw(from: stream, at: Address(purpose: Purpose.leavingProbability))
      staying = (mean - leavingProbability) / deviation
    }
  }

  @inline(__always)
  private func draw(_ sampler: Unmanaged<StripSampler>, _ purpose: UInt16) -> Double {
    sampler._withUnsafeGuaranteedRef { $0.draw(from: stream, at: Address(purpose: purpose)) }
  }

  /// How willing the person is; the part of their own is drawn at first use.
  @inline(__always)
  mutating func willingness(_ people: SegmentNumbers) -> Double {
    if ownWillingness.isNaN { ownWillingness = stream.normal(Address(purpose: Purpose.willingness)) }
    return correlatedWillingness + people.ownWillingness * ownWillingness
  }

  /// Draws the sessions until the person leaves or the horizon is passed.
  ///
  /// A gap is −ln(u)/λ, so a session starts by the horizon while the product of all u so far is at
  /// least e^(−λ·horizon): one multiplication a session, and a logarithm only where a day is asked
  /// for. Long before the product could underflow, a new one begins.
  private mutating func drawDays() {
    var product = 1.0
    var left = expectedGaps
    var least = leastProduct
    var number: UInt32 = 0
    while true {
      let leaving = stream.uniform(purpose: Purpose.leaving, index: number)
      sessions.append(Session(product: product, leaving: leaving))
      if leaving < leavingProbability { return }
      product *= stream.uniform(purpose: Purpose.sessionGap, index: number)
      if !(product >= least) {
        if !(left > Self.longestSpan) { return }
        left += ElementaryFunctions.log(product)
        if !(left >= 0) { return }
        spans.append(Span(firstSession: sessions.count, epoch: expectedGaps - left))
        product = 1
        least = ElementaryFunctions.exp(-min(left, Self.longestSpan))
      }
      number += 1
    }
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
    return (epoch - ElementaryFunctions.log(sessions[session].product)) / sessionRate
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
      eventLaw = PoissonSampler(mean: activity * people.eventsPerSession)
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

  /// How long everything in the session takes; drawn at first use.
  @inline(__always)
  mutating func timing(of session: Int, _ people: SegmentNumbers) -> Timing {
    let known = session < timingPositions.count ? timingPositions[session] : -1
    if known >= 0 { return timings[Int(known)] }
    return drawTiming(of: session, people)
  }

  /// Whether a session's content is known to take longer than some seconds, without drawing it.
  @inline(__always)
  func browsesLonger(than seconds: Double, in session: Int, _ people: SegmentNumbers) -> Bool {
    let browsing =
      people.browseSeconds
      * stream.exponential(
        Address(purpose: Purpose.browseSeconds, index: UInt32(truncatingIfNeeded: session)))
    // A hair of room for what rounding does to the times of day around it.
    return browsing > seconds * (1 + 1e-9) + 1e-9
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
    var timing = Timing(activation: 0, contentSeconds: seconds, firstEnd: firstEnd)
    if people.hasOnboarding {
      let pair = stream.logNormals(
        Address(purpose: Purpose.activation, index: number),
        Address(purpose: Purpose.onboardingSeconds, index: number),
        medians: SIMD2(people.activation.median, people.onboardingSeconds.median),
        sigmas: SIMD2(people.activation.sigma, people.onboardingSeconds.sigma))
      timing.activation = pair[0]
      timing.onboardingSeconds = pair[1]
    } else {
      timing.activation = people.activation.draw(stream, Purpose.activation, number)
    }
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

  /// The smallest of the uniforms that decide about Settings in the sessions after the first.
  @inline(__always)
  mutating func leastSettings() -> Double {
    if settingsMinimum < 0 { settingsMinimum = least(Purpose.settings) }
    return settingsMinimum
  }

  /// The smallest of the uniforms that decide about reopening the consent layer.
  @inline(__always)
  mutating func leastReopening() -> Double {
    if reopenMinimum < 0 { reopenMinimum = least(Purpose.reopen) }
    return reopenMinimum
  }

  private func least(_ purpose: UInt16) -> Double {
    var least = 1.0
    for session in 1..<max(1, sessions.count) {
      least = min(least, stream.uniform(purpose: purpose, index: UInt32(truncatingIfNeeded: session)))
    }
    return least
  }

  /// When the event at a position ends, seconds of app clock after its session's content began.
  @inline(__always)
  func eventEnd(_ position: Int) -> Double { eventEnds[position] }

  /// When an event of a session ends, seconds of app clock after its content began.
  @inline(__always)
  func eventEnd(of session: Int, _ event: Int) -> Double {
    eventEnds[timings[Int(timingPositions[session])].firstEnd + event]
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
