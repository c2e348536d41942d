import RandomStreams

/// When the install event of one install is sent, and the seconds that decide it.
extension InstallColumns {
  /// How long a session takes to open, seconds.
  struct Opening: BitwiseCopyable {
    let activation: Double
    /// How long onboarding takes, where the app has one.
    let onboarding: Double
  }

  /// Whether it is sent before a session, in a life in which nothing is asked.
  func isSentUnasked(_ install: Int, before session: Int, _ arm: BatchArm, _ people: TrialSegment) -> Bool {
    isSurelySent(install, before: session, arm, people)
      || isSentByTheClock(install, before: session, arm, people)
  }

  /// The same as far as a few uniforms tell.
  @inline(__always)
  func isSurelySent(_ install: Int, before session: Int, _ arm: BatchArm, _ people: TrialSegment) -> Bool {
    while sentSeen[install] < session, sentIn[install] == .max {
      let other = sentSeen[install]
      sentSeen[install] = other + 1
      var lasts = outlastsGate(install, other, arm)
      if !lasts, arm.clear.eventOutlastsGate > 0, onboardedIn[install] <= other {
        lasts = anEventLasts(
          install, of: fewEvents(install, other, people), in: other, below: arm.clear.eventOutlastsGate)
      }
      if lasts { sentIn[install] = other }
    }
    return sentIn[install] < session
  }

  /// Whether onboarding or browsing alone surely takes longer than the install event waits.
  ///
  /// Alerts only make a session longer.
  @inline(__always)
  func outlastsGate(_ install: Int, _ session: Int, _ arm: BatchArm) -> Bool {
    session <= onboardedIn[install]
      ? onboardingUniform(install, session) > arm.clear.onboardingOutlastsGate
      : browses(install, in: session, below: arm.clear.browsingOutlastsGate)
  }

  /// The same by the clock.
  @inline(never)
  private func isSentByTheClock(
    _ install: Int, before session: Int, _ arm: BatchArm, _ people: TrialSegment
  ) -> Bool {
    while !clockSends[install], clockSeen[install] < session {
      let other = clockSeen[install]
      clockSends[install] = outlastsWait(install, other, arm, people)
      clockSeen[install] = other + 1
    }
    return clockSends[install] && clockSeen[install] <= session
  }

  /// Whether a session in which nothing is asked takes as long as the install event waits.
  private func outlastsWait(_ install: Int, _ session: Int, _ arm: BatchArm, _ people: TrialSegment) -> Bool {
    let opening = opening(install, session, people)
    let onboarded = onboardedIn[install]
    let contentBegins = contentBegins(install, session, opening)
    if EarlySending.isBy(contentBegins, wait: arm.waitSeconds) { return true }
    var end = contentBegins
    if onboarded <= session {
      end += contentSeconds(install, session, people)
      if EarlySending.isBy(end, wait: arm.waitSeconds) { return true }
    }
    guard arm.hasAlert, session == (arm.alertAtOnboarding ? onboarded : 0), meetsAlert(install, arm) else {
      return false
    }
    let due = (arm.alertAtOnboarding ? contentBegins : opening.activation) + arm.alert.offset
    guard due <= end else { return false }
    let shift = due + alertSeconds(install, arm) - due
    return EarlySending.isBy(contentBegins + shift, wait: arm.waitSeconds)
      || EarlySending.isBy(end + shift, wait: arm.waitSeconds)
  }

  /// Seconds from a session's start until it is active and onboarded, or left before.
  @inline(__always)
  private func contentBegins(_ install: Int, _ session: Int, _ opening: Opening) -> Double {
    session <= onboardedIn[install] ? opening.activation + opening.onboarding : opening.activation
  }

  /// Seconds from a session's start to its end, where nothing comes over the app.
  func sessionEnd(_ install: Int, _ session: Int, _ opening: Opening, _ people: TrialSegment) -> Double {
    let contentBegins = contentBegins(install, session, opening)
    return onboardedIn[install] <= session
      ? contentBegins + contentSeconds(install, session, people) : contentBegins
  }

  /// Seconds from a session's start to a clear ask at the trigger.
  func askedAt(
    _ install: Int, _ session: Int, _ event: Int, _ opening: Opening, _ arm: BatchArm,
    _ people: TrialSegment
  ) -> Double {
    var moment = opening.activation
    if !arm.asksAtActivation {
      if session <= onboardedIn[install] { moment += opening.onboarding }
      if event >= 0 { moment += eventEnd(install, session, event, people) }
      if arm.hasAlert, !arm.alertAtOnboarding, session == 0, meetsAlert(install, arm) {
        let due = opening.activation + arm.alert.offset
        // An alert stops the app's clock.
        if moment > due { moment += due + alertSeconds(install, arm) - due }
      }
    }
    return moment + arm.delaySeconds
  }

  /// Seconds that the first pre-prompt is on screen; 0 where none comes before the ask.
  func readSeconds(_ install: Int, _ arm: BatchArm) -> Double {
    arm.readSeconds?.draw(streams[install], DrawPurpose.readSeconds, 0) ?? 0
  }

  private func alertSeconds(_ install: Int, _ arm: BatchArm) -> Double {
    arm.alert.seconds.draw(streams[install], DrawPurpose.alertSeconds, arm.alert.id)
  }

  func opening(_ install: Int, _ session: Int, _ people: TrialSegment) -> Opening {
    Opening(
      activation: SessionDraws.activation(streams[install], session, people),
      onboarding: people.hasOnboarding
        ? SessionDraws.onboardingSeconds(streams[install], session, people) : 0)
  }
}
