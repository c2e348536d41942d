import PromptFlow
import RandomStreams

/// One install's undisturbed life: what happens to it when nobody asks anything.
///
/// Drawn once and played under every arm; an arm's life is a prefix of it, since
/// annoyance only adds to the reasons to leave. What a session holds is drawn
/// when the first arm needs it, and draws nothing that another session uses.
struct Life: ~Copyable {
  /// One session: when it starts, and the uniform that decides whether it is the last.
  struct Session: BitwiseCopyable {
    /// Where the session's start lies: λ·days = `epoch` − ln `product`.
    var epoch: Double
    var product: Double
    var leaving: Double
    /// Position in `counts`, or −1 while not drawn.
    var content: Int32 = -1
    /// Position in `timings`, or −1 while not drawn.
    var timing: Int32 = -1
  }

  /// Which events a session holds.
  struct Content: BitwiseCopyable {
    var firstEvent: Int
    var eventCount: Int
  }

  /// How long everything in a session takes, seconds.
  struct Timing: BitwiseCopyable {
    var activation: Double
    /// From the start of the content to the start of lingering's end.
    var contentSeconds: Double
    /// Position in `eventEnds` of the first event's end.
    var firstEnd: Int
    /// How long onboarding takes in this session; negative while not drawn.
    var onboardingSeconds = -1.0
  }

  /// The last log-normal time drawn for a purpose, since arms ask for the same one.
  struct SecondsMemo {
    private var index: UInt32 = .max
    private var law = SecondsLaw(median: 0, sigma: 0)
    private var seconds = 0.0

    @inline(__always)
    mutating func forget() { index = .max }

    @inline(__always)
    mutating func draw(
      _ stream: AddressedStream, _ purpose: UInt16, _ index: UInt32, _ law: SecondsLaw
    ) -> Double {
      if index != self.index || law != self.law {
        seconds = law.draw(stream, purpose, index)
        self.index = index
        self.law = law
      }
      return seconds
    }
  }

  // Who it is.
  var stream = AddressedStream(base: 0, twist: 0)
  var segment = 0
  var device = Device()
  var version = SystemVersion.modern
  var activity = 1.0
  var willingness = 0.0
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
  private var contents = ReusedBuffer<Content>(capacity: 64)
  private var kinds = ReusedBuffer<UInt8>(capacity: 256)
  private var timings = ReusedBuffer<Timing>(capacity: 64)
  private var eventEnds = ReusedBuffer<Double>(capacity: 256)

  /// Draws the install and the days of its sessions.
  mutating func begin(_ stream: AddressedStream, in scenario: ScenarioNumbers, horizon: Double) {
    self.stream = stream
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
      drawPerson(people)
      drawDays(people, horizon: horizon)
    }
  }

  private var sessionRate = 1.0

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
    switch people.rate {
    case .constant(let value): sessionRate = value
    case .gamma(let sampler, let rate):
      sessionRate = sampler.draw(from: stream, at: Address(purpose: Purpose.sessionRate)) / rate
    }
    var staying = 0.0
    switch people.leaving {
    case .constant(let value): leavingProbability = value
    case .beta(let sampler, let mean, let deviation):
      leavingProbability = sampler.draw(from: stream, at: Address(purpose: Purpose.leavingProbability))
      staying = (mean - leavingProbability) / deviation
    }
    let x =
      people.activitySpread > 0 || people.withActivity != 0
      ? stream.normal(Address(purpose: Purpose.activity)) : 0
    let spread = people.activitySpread
    activity = spread > 0 ? ElementaryFunctions.exp(spread * x - spread * spread / 2) : 1
    let z = stream.normal(Address(purpose: Purpose.willingness))
    willingness = people.withActivity * x + people.withStaying * staying + people.ownWillingness * z
  }

  /// Draws the sessions until the person leaves or the horizon is passed.
  ///
  /// A gap is −ln(u)/λ, so a session starts by the horizon while the product of all u so far is at
  /// least e^(−λ·horizon): one multiplication a session, and a logarithm only where a day is asked
  /// for. Long before the product could underflow, a new one begins.
  private mutating func drawDays(_ people: SegmentNumbers, horizon: Double) {
    var epoch = 0.0
    var product = 1.0
    var left = sessionRate * horizon
    var least = ElementaryFunctions.exp(-min(left, Self.longestSpan))
    var number: UInt32 = 0
    while true {
      let leaving = stream.uniform(purpose: Purpose.leaving, index: number)
      sessions.append(Session(epoch: epoch, product: product, leaving: leaving))
      if leaving < leavingProbability { return }
      product *= stream.uniform(purpose: Purpose.sessionGap, index: number)
      if !(product >= least) {
        if !(left > Self.longestSpan) { return }
        let span = -ElementaryFunctions.log(product)
        epoch += span
        left -= span
        if !(left >= 0) { return }
        product = 1
        least = ElementaryFunctions.exp(-min(left, Self.longestSpan))
      }
      number += 1
    }
  }

  /// A product of uniforms is begun anew once it is below e to the minus this power.
  private static let longestSpan = 600.0

  /// Days from install to a session's start.
  func day(of session: Int) -> Double {
    (sessions[session].epoch - ElementaryFunctions.log(sessions[session].product)) / sessionRate
  }

  /// Which events the session holds; drawn at first use.
  @inline(__always)
  mutating func content(of session: Int, _ people: SegmentNumbers) -> Content {
    let known = sessions[session].content
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
    sessions[session].content = Int32(contents.count)
    contents.append(content)
    return content
  }

  /// How long everything in the session takes; drawn at first use.
  @inline(__always)
  mutating func timing(of session: Int, _ people: SegmentNumbers) -> Timing {
    let known = sessions[session].timing
    if known >= 0 { return timings[Int(known)] }
    return drawTiming(of: session, people)
  }

  private mutating func drawTiming(of session: Int, _ people: SegmentNumbers) -> Timing {
    let number = UInt32(truncatingIfNeeded: session)
    let content = content(of: session, people)
    var seconds =
      people.browseSeconds
      * stream.exponential(Address(purpose: Purpose.browseSeconds, index: number))
    let firstEnd = eventEnds.count
    for event in 0..<content.eventCount {
      let mean = people.events[Int(kinds[content.firstEvent + event])].meanSeconds
      seconds += mean * stream.exponential(Self.eventAddress(Purpose.eventSeconds, number, event))
      eventEnds.append(seconds)
    }
    seconds +=
      people.lingerSeconds
      * stream.exponential(Address(purpose: Purpose.lingerSeconds, index: number))
    let timing = Timing(
      activation: people.activation.draw(stream, Purpose.activation, number),
      contentSeconds: seconds, firstEnd: firstEnd)
    sessions[session].timing = Int32(timings.count)
    timings.append(timing)
    return timing
  }

  /// How long onboarding takes in the session; drawn at first use.
  @inline(__always)
  mutating func onboardingSeconds(of session: Int, _ people: SegmentNumbers) -> Double {
    let position = Int(sessions[session].timing)
    if timings[position].onboardingSeconds < 0 {
      timings[position].onboardingSeconds = people.onboardingSeconds.draw(
        stream, Purpose.onboardingSeconds, UInt32(truncatingIfNeeded: session))
    }
    return timings[position].onboardingSeconds
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
  mutating func alertSeconds(_ alert: AlertNumbers) -> Double {
    alertMemo.draw(stream, Purpose.alertSeconds, UInt32(alert.id), alert.seconds)
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
    eventEnds[timings[Int(sessions[session].timing)].firstEnd + event]
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
