import RandomStreams

/// When the install event of an attribution SDK goes out that waits for the answer.
extension CrowdBlock {
  /// Tells, for each that is asked and answers, whether it goes out before the answer.
  mutating func findEarly(_ asked: Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment) {
    guard arm.pointee.hasGate, arm.pointee.gateWaits else {
      columns.early.update(repeating: arm.pointee.hasGate ? 1 : 0, count: asked)
      return
    }
    if arm.pointee.asksAtActivation {
      findEarlyAtLaunch(asked, arm)
    } else {
      findEarlyLater(asked, arm, moment)
    }
  }

  /// Counts those who are not asked, by whether the install event goes out nevertheless.
  @inline(never)
  mutating func countUnreached(_ count: Int, _ arm: UnsafePointer<ClearArm>) {
    var sent = 0
    if arm.pointee.hasGate { sent = arm.pointee.gateWaits ? countSent(count, arm) : count }
    let tally = arm.pointee.tally
    tally.addUnasked(.undetermined, triggerReached: false, times: count - sent)
    tally.addUnasked(.undeterminedSent, triggerReached: false, times: sent)
  }

  /// For how many of the others it goes out.
  private mutating func countSent(_ count: Int, _ arm: UnsafePointer<ClearArm>) -> Int {
    look(at: arm)
    let (columns, arm) = (columns, arm.pointee)
    let unknown = columns.lived
    var unknownCount = 0
    for position in 0..<count {
      let install = columns.others[position]
      unknown[unknownCount] = install
      unknownCount &+= Int(columns.sentAtLast[install] >> 1)
    }
    var slowCount = 0
    for position in 0..<unknownCount {
      let install = unknown[position]
      let isSent = columns.isSurelySent(install, before: columns.sessions[install], arm, people)
      columns.sentAtLast[install] = isSent ? 1 : 0
      unknown[slowCount] = install
      slowCount &+= isSent ? 0 : 1
    }
    openSessions(columns.zeros, of: unknown, slowCount)
    for entry in 0..<slowCount {
      let install = unknown[entry]
      let isSent = columns.isSentByTheClock(
        install, before: columns.sessions[install], first: columns.opening(entry), arm, people)
      columns.sentAtLast[install] = isSent ? 1 : 0
    }
    var sent = 0
    for position in 0..<count { sent &+= Int(columns.sentAtLast[columns.others[position]]) }
    return sent
  }

  /// Forgets what other surroundings had to do with the install event.
  mutating func look(at arm: UnsafePointer<ClearArm>) {
    guard gateSlot != arm.pointee.surroundingsSlot else { return }
    gateSlot = arm.pointee.surroundingsSlot
    columns.sentAtLast.update(repeating: 2, count: count)
    columns.sentSeen.update(repeating: 0, count: count)
    columns.sentIn.update(repeating: .max, count: count)
    columns.clockSeen.update(repeating: 0, count: count)
    columns.clockSends.update(repeating: false, count: count)
  }

  @inline(never)
  private func findEarlyAtLaunch(_ asked: Int, _ arm: UnsafePointer<ClearArm>) {
    let columns = columns
    let (isPrimed, clear) = (arm.pointee.isPrimed ? 1 : 0, arm.pointee.clear)
    let slow = columns.others
    var slowCount = 0
    for position in 0..<asked {
      let stream = columns.streams[columns.asked[position]]
      let activation = stream.uniform(purpose: Purpose.activation)
      let answer = stream.uniform(purpose: Purpose.answerSeconds)
      columns.early[position] = 0
      slow[slowCount] = position
      let isQuick =
        (activation < clear.activationIsQuick ? 1 : 0) & (answer < clear.answerIsQuick ? 1 : 0)
      slowCount &+= isPrimed | (1 &- isQuick)
    }
    findEarlyByTheClock(slowCount, arm, Moment(sessions: columns.zeros, events: columns.noEvents))
  }

  @inline(never)
  private mutating func findEarlyLater(_ asked: Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment) {
    look(at: arm)
    let slowCount = findSurelyEarly(asked, arm, moment)
    findEarlyByTheClock(slowCount, arm, moment)
  }

  /// - Returns: how many are not surely early; ``CrowdColumns/others`` lists their positions.
  private func findSurelyEarly(_ asked: Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment) -> Int {
    let (columns, arm) = (columns, arm.pointee)
    let slow = columns.others
    var slowCount = 0
    for position in 0..<asked {
      let install = columns.asked[position]
      let session = moment.sessions[install]
      let event = moment.events[install]
      let isEarly =
        columns.anEventLasts(install, of: event + 1, in: session, below: arm.eventOutlastsGate)
        || columns.outlastsGate(install, session, arm)
        || session > 0 && columns.isSentUnasked(install, before: session, arm, people)
      columns.early[position] = isEarly ? 1 : 0
      slow[slowCount] = position
      slowCount &+= isEarly ? 0 : 1
    }
    return slowCount
  }

  /// Tells of the positions in ``CrowdColumns/others``.
  private func findEarlyByTheClock(_ count: Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment) {
    let (columns, arm) = (columns, arm.pointee)
    let (slow, installs, answers) = (columns.others, columns.members, columns.hesitations)
    for entry in 0..<count {
      let install = columns.asked[slow[entry]]
      installs[entry] = install
      answers[entry] = columns.streams[install].uniform(purpose: Purpose.answerSeconds)
    }
    openSessions(moment.sessions, of: installs, count)
    people.answerSeconds.draw(fromUniforms: answers, count: count)
    for entry in 0..<count {
      let install = installs[entry]
      let asked = columns.askedAt(
        install, moment.sessions[install], moment.events[install], columns.opening(entry), arm, people)
      let read = arm.readSeconds?.draw(columns.streams[install], Purpose.readSeconds, 0) ?? 0
      columns.early[slow[entry]] = arm.waitSeconds < asked + read + answers[entry] ? 1 : 0
    }
  }

  /// Works out how long it takes to open one session of each of some installs.
  private func openSessions(
    _ sessions: UnsafeMutablePointer<Int>, of installs: UnsafeMutablePointer<Int>, _ count: Int
  ) {
    let columns = columns
    for entry in 0..<count {
      let install = installs[entry]
      let number = UInt32(truncatingIfNeeded: sessions[install])
      let stream = columns.streams[install]
      columns.activations[entry] = stream.uniform(purpose: Purpose.activation, index: number)
      columns.onboardings[entry] = stream.uniform(purpose: Purpose.onboardingSeconds, index: number)
    }
    people.activation.draw(fromUniforms: columns.activations, count: count)
    if people.hasOnboarding { people.onboardingSeconds.draw(fromUniforms: columns.onboardings, count: count) }
  }
}

extension CrowdColumns {
  /// How long a session takes to open, seconds.
  struct Opening: BitwiseCopyable {
    let activation: Double
    /// How long onboarding takes, where the app has one.
    let onboarding: Double
  }

  /// What ``CrowdBlock`` worked out of an entry of a list.
  @inline(__always)
  func opening(_ entry: Int) -> Opening {
    Opening(activation: activations[entry], onboarding: onboardings[entry])
  }

  /// Whether it goes out before a session, in a life in which nothing is asked.
  func isSentUnasked(
    _ install: Int, before session: Int, _ arm: ClearArm, _ people: SegmentNumbers
  ) -> Bool {
    isSurelySent(install, before: session, arm, people)
      || isSentByTheClock(install, before: session, first: nil, arm, people)
  }

  /// The same as far as a few uniforms tell.
  @inline(__always)
  func isSurelySent(
    _ install: Int, before session: Int, _ arm: ClearArm, _ people: SegmentNumbers
  ) -> Bool {
    guard arm.gateWaits else { return true }
    while sentSeen[install] < session, sentIn[install] == .max {
      let other = sentSeen[install]
      sentSeen[install] = other + 1
      var lasts = outlastsGate(install, other, arm)
      if !lasts, arm.eventOutlastsGate > 0, onboardedIn[install] <= other {
        lasts = anEventLasts(
          install, of: fewEvents(install, other, people), in: other, below: arm.eventOutlastsGate)
      }
      if lasts { sentIn[install] = other }
    }
    return sentIn[install] < session
  }

  /// Whether onboarding or browsing alone surely takes longer than the install event waits.
  ///
  /// Alerts only make a session longer.
  @inline(__always)
  fileprivate func outlastsGate(_ install: Int, _ session: Int, _ arm: ClearArm) -> Bool {
    session <= onboardedIn[install]
      ? onboardingUniform(install, session) > arm.clear.onboardingOutlastsGate
      : browses(install, in: session, below: arm.clear.browsingOutlastsGate)
  }

  /// The same by the clock; see ``SessionClock``.
  ///
  /// - Parameter first: how long the first session takes to open, where it is known.
  @inline(never)
  func isSentByTheClock(
    _ install: Int, before session: Int, first: Opening?, _ arm: ClearArm, _ people: SegmentNumbers
  ) -> Bool {
    while !clockSends[install], clockSeen[install] < session {
      let other = clockSeen[install]
      let known = other == 0 ? first : nil
      clockSends[install] = outlastsWait(
        install, other, known ?? opening(install, other, people), arm, people)
      clockSeen[install] = other + 1
    }
    return clockSends[install] && clockSeen[install] <= session
  }

  /// Whether a session in which nothing is asked takes as long as the install event waits.
  private func outlastsWait(
    _ install: Int, _ session: Int, _ opening: Opening, _ arm: ClearArm, _ people: SegmentNumbers
  ) -> Bool {
    let onboarded = onboardedIn[install]
    let contentBegins =
      session <= onboarded ? opening.activation + opening.onboarding : opening.activation
    if arm.waitSeconds <= contentBegins { return true }
    var end = contentBegins
    if onboarded <= session {
      end += contentSeconds(install, session, people)
      if arm.waitSeconds <= end { return true }
    }
    guard arm.hasAlert, session == (arm.alertAtOnboarding ? onboarded : 0), meetsAlert(install, arm) else {
      return false
    }
    let due = (arm.alertAtOnboarding ? contentBegins : opening.activation) + arm.alertOffset
    guard due <= end else { return false }
    let shift = due + alertSeconds(install, arm) - due
    return arm.waitSeconds <= contentBegins + shift || arm.waitSeconds <= end + shift
  }

  /// Seconds from a session's start to a clear ask at the trigger.
  func askedAt(
    _ install: Int, _ session: Int, _ event: Int, _ opening: Opening, _ arm: ClearArm,
    _ people: SegmentNumbers
  ) -> Double {
    var moment = opening.activation
    if !arm.asksAtActivation {
      if session <= onboardedIn[install] { moment += opening.onboarding }
      if event >= 0 { moment += eventEnd(install, session, event, people) }
      if arm.hasAlert, !arm.alertAtOnboarding, session == 0, meetsAlert(install, arm) {
        let due = opening.activation + arm.alertOffset
        // An alert stops the app's clock.
        if moment > due { moment += due + alertSeconds(install, arm) - due }
      }
    }
    return moment + arm.delaySeconds
  }

  func activation(_ install: Int, _ session: Int, _ people: SegmentNumbers) -> Double {
    people.activation.draw(
      streams[install], Purpose.activation, UInt32(truncatingIfNeeded: session))
  }

  private func alertSeconds(_ install: Int, _ arm: ClearArm) -> Double {
    arm.alertSeconds.draw(streams[install], Purpose.alertSeconds, arm.alertID)
  }

  func opening(_ install: Int, _ session: Int, _ people: SegmentNumbers) -> Opening {
    let number = UInt32(truncatingIfNeeded: session)
    guard people.hasOnboarding else {
      return Opening(
        activation: people.activation.draw(streams[install], Purpose.activation, number), onboarding: 0)
    }
    let pair = streams[install].logNormals(
      Address(purpose: Purpose.activation, index: number),
      Address(purpose: Purpose.onboardingSeconds, index: number),
      medians: SIMD2(people.activation.median, people.onboardingSeconds.median),
      sigmas: SIMD2(people.activation.sigma, people.onboardingSeconds.sigma))
    return Opening(activation: pair[0], onboarding: pair[1])
  }
}
