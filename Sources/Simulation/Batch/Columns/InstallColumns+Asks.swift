import RandomStreams

/// Whether an ask reaches the alert, found by a few uniforms.
extension InstallColumns {
  /// Leaves an install to ``ArmPlayer``.
  @inline(__always)
  func leave(_ install: Int, _ arm: Int) {
    misfits[Self.index(arm, install)] = true
    isMisfit[install] = true
  }

  /// Keeps those of ``asked`` for whom a condition holds; the others become leavers, after those there are.
  ///
  /// - Returns: how many leavers there are then.
  @inline(__always)
  func sift(_ count: inout Int, after before: Int, where holds: (InstallColumns, Int) -> Bool) -> Int {
    var kept = 0
    var left = before
    for position in 0..<count {
      let install = asked[position]
      let isKept = holds(self, install)
      asked[kept] = install
      leavers[left] = install
      kept += isKept ? 1 : 0
      left += isKept ? 0 : 1
    }
    count = kept
    return left
  }

  /// Whether the ask at the trigger finds the app active, uncovered and the session still going on.
  @inline(__always)
  func seesAlertAtOnce(
    _ install: Int, _ session: Int, event: Int, _ arm: BatchArm, _ people: TrialSegment
  ) -> Bool {
    let isOnboarding = session <= onboardedIn[install]
    var isMet = false
    if arm.hasAlert, session == (arm.alertAtOnboarding ? onboardedIn[install] : 0) {
      isMet = meetsAlert(install, arm)
      if isMet, arm.alertAtOnboarding { return false }  // R21
    }
    switch arm.trigger {
    case .launch, .session:
      if isMet, !arm.clear.alertComesLater || arm.isPrimed { return false }  // R21
      return outlastsDelayAtActivation(install, session, isOnboarding: isOnboarding, arm, people)
    case .onboarding:
      if isMet, onboardingUniform(install, session) <= arm.clear.onboardingOutlastsAlert { return false }
      return outlastsDelay(install, session, arm, people)
    case .events:
      if isMet,
        !(isOnboarding
          ? onboardingUniform(install, session) > arm.clear.onboardingOutlastsAlert
          : browses(install, in: session, below: arm.clear.browsingOutlastsAlert))
      {
        return false
      }
      return arm.delaySeconds == 0 || nextEndOutlastsDelay(install, session, after: event, arm, people)
    }
  }

  /// Whether the delay, begun at a moment, is surely over before anything else ends.
  @inline(__always)
  func outlastsDelay(
    _ install: Int, _ session: Int, event: Int, _ arm: BatchArm, _ people: TrialSegment
  ) -> Bool {
    event >= 0
      ? nextEndOutlastsDelay(install, session, after: event, arm, people)
      : outlastsDelay(install, session, arm, people)
  }

  /// The same of a delay that begins when an event ends, by the next event of the session or what follows its last.
  @inline(never)
  private func nextEndOutlastsDelay(
    _ install: Int, _ session: Int, after event: Int, _ arm: BatchArm, _ people: TrialSegment
  ) -> Bool {
    let next = event + 1
    let seconds =
      next < eventCount(install, session, people)
      ? eventSeconds(install, session, next, people) : lingerSeconds(install, session, people)
    return seconds > AskBounds.roomy(arm.delaySeconds)
  }

  /// Whether the delay, begun at the start of a session's content, is surely over before an event ends, and
  /// before the session does.
  @inline(__always)
  func outlastsDelay(_ install: Int, _ session: Int, _ arm: BatchArm, _ people: TrialSegment) -> Bool {
    guard session >= onboardedIn[install] else { return false }
    return browses(install, in: session, below: arm.clear.browsingOutlastsDelay)
      || firstEndOutlastsDelay(install, session, arm, people)
  }

  /// The same of who browses shortly, by the end of the first event, or of the session where it has none.
  @inline(never)
  private func firstEndOutlastsDelay(
    _ install: Int, _ session: Int, _ arm: BatchArm, _ people: TrialSegment
  ) -> Bool {
    let firstEnd =
      fewEvents(install, session, people) > 0
      ? eventEnd(install, session, 0, people) : contentSeconds(install, session, people)
    return firstEnd > AskBounds.roomy(arm.delaySeconds)
  }

  /// The same of a delay that begins at the activation of a session.
  ///
  /// - Parameter isOnboarding: whether onboarding is not completed by then.
  @inline(__always)
  func outlastsDelayAtActivation(
    _ install: Int, _ session: Int, isOnboarding: Bool, _ arm: BatchArm, _ people: TrialSegment
  ) -> Bool {
    guard isOnboarding else { return outlastsDelay(install, session, arm, people) }
    return arm.clear.onboardingOutlastsDelay == 0
      || onboardingUniform(install, session) > arm.clear.onboardingOutlastsDelay
  }

  @inline(__always)
  func browses(_ install: Int, in session: Int, below bound: Double) -> Bool {
    let number = UInt32(truncatingIfNeeded: session)
    return bound == 1
      || streams[install].uniform(purpose: DrawPurpose.browseSeconds, index: number) < bound
  }

  @inline(__always)
  func onboardingUniform(_ install: Int, _ session: Int) -> Double {
    let number = UInt32(truncatingIfNeeded: session)
    return streams[install].uniform(purpose: DrawPurpose.onboardingSeconds, index: number)
  }

  /// Whether the competing alert is asked for.
  @inline(__always)
  func meetsAlert(_ install: Int, _ arm: BatchArm) -> Bool {
    streams[install].uniform(purpose: DrawPurpose.alertAsked, index: arm.alert.id) < arm.alert.share
  }
}
