import RandomStreams

/// How long things take in its sessions.
extension Life {
  /// How long a session takes to open; drawn at first use.
  @inline(__always)
  mutating func opening(of session: Int, _ people: TrialSegment) -> Opening {
    let known = session < openingPositions.count ? openingPositions[session] : -1
    if known >= 0 { return openings[Int(known)] }
    return drawOpening(of: session, people)
  }

  mutating func drawOpening(of session: Int, _ people: TrialSegment) -> Opening {
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
  mutating func timing(of session: Int, _ people: TrialSegment) -> Timing {
    let known = session < timingPositions.count ? timingPositions[session] : -1
    if known >= 0 { return timings[Int(known)] }
    return drawTiming(of: session, people)
  }

  /// No pause or event that takes time at all takes less, seconds.
  ///
  /// One in millions would. So that rounding can never put two of them at one instant, and most asks
  /// need not be told from such a coincidence.
  static var leastSeconds: Double { 2e-6 }

  @inline(__always)
  static func atLeast(_ mean: Double, _ length: Double) -> Double {
    mean > 0 ? max(leastSeconds, mean * length) : 0
  }

  mutating func drawTiming(of session: Int, _ people: TrialSegment) -> Timing {
    let number = UInt32(truncatingIfNeeded: session)
    let content = content(of: session, people)
    let pauses = stream.exponentials(
      Address(purpose: Purpose.browseSeconds, index: number),
      Address(purpose: Purpose.lingerSeconds, index: number))
    var seconds = Self.atLeast(people.browseSeconds, pauses[0])
    let firstEnd = eventEnds.count
    var event = 0
    while event < content.eventCount {
      let isLast = event + 1 == content.eventCount
      let first = Self.eventAddress(Purpose.eventSeconds, number, event)
      let lengths =
        isLast
        ? SIMD2(stream.exponential(first), 0)
        : stream.exponentials(first, Self.eventAddress(Purpose.eventSeconds, number, event + 1))
      seconds += Self.atLeast(meanSeconds(content, event, people), lengths[0])
      eventEnds.append(seconds)
      if !isLast {
        seconds += Self.atLeast(meanSeconds(content, event + 1, people), lengths[1])
        eventEnds.append(seconds)
      }
      event += 2
    }
    seconds += Self.atLeast(people.lingerSeconds, pauses[1])
    let timing = Timing(contentSeconds: seconds, firstEnd: firstEnd)
    while timingPositions.count <= session { timingPositions.append(-1) }
    timingPositions[session] = Int32(timings.count)
    timings.append(timing)
    return timing
  }

  @inline(__always)
  func meanSeconds(_ content: Content, _ event: Int, _ people: TrialSegment) -> Double {
    people.events[Int(kinds[content.firstEvent + event])].meanSeconds
  }

  /// When the event at a position ends, seconds of app clock after its session's content began.
  @inline(__always)
  func eventEnd(_ position: Int) -> Double { eventEnds[position] }
}
