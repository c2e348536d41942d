import RandomStreams

/// What the installs of a block answer, and what follows.
extension InstallBatch {
  /// Counts those who are asked and answer.
  ///
  /// - Parameter isCold: whether they have experienced nothing of the app.
  mutating func countAsked(_ asked: Int, isCold: Bool, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    findEarly(asked, arm, moment)
    findAnswers(asked, isCold: isCold, arm, moment)
    findLeaving(asked, isCold: isCold, arm, moment)
    if people.settingsMost > 0 { visitSettings(asked, arm, moment) }
    if !arm.pointee.trigger.isLaunch { dateAnswers(asked, moment) }
    countEnds(asked, arm, moment)
  }

  /// Works out with which probability each allows and, before anything that comes later, how they end.
  @inline(never)
  private func findAnswers(_ asked: Int, isCold: Bool, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    let (columns, arm) = (columns, arm.pointee)
    let list = columns.asked
    let odds = arm.numbers._withUnsafeGuaranteedRef {
      AllowOdds(people, $0, isCold: isCold, isPrimed: arm.isPrimed)
    }
    // Where nothing tells people apart, one stands for all.
    var areAlike = people.allowSpread == 0
    if case .session = arm.trigger { areAlike = areAlike && people.allowValue == 0 }
    if people.events.count > 1 { areAlike = areAlike && people.allowValue == 0 }
    if asked % 2 == 1 { list[asked] = list[asked - 1] }
    var allows = SIMD2(0.0, 0.0)
    for position in stride(from: 0, to: asked, by: 2) {
      let (one, other) = (list[position], list[position + 1])
      if position == 0 || !areAlike {
        let logOdds = odds.logOdds(
          willingness: SIMD2(columns.willingness[one], columns.willingness[other]),
          logValue: SIMD2(moment.logValues[one], moment.logValues[other]))
        allows = ElementaryFunctions.moderateLogistic(logOdds)
      }
      columns.setEnd(position, one, allows[0], moment)
      columns.setEnd(position + 1, other, allows[1], moment)
    }
  }

  /// Finds whom annoyance drives away after the session of the alert.
  @inline(never)
  private func findLeaving(_ asked: Int, isCold: Bool, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    let (columns, arm) = (columns, arm.pointee)
    let chances = people.stayChances
    let stayProbability = chances.afterAlert(arm.isPrimed ? chances.afterPrePrompt(1) : 1, isCold: isCold)
    guard stayProbability < 1 else { return }
    for position in 0..<asked {
      let install = columns.asked[position]
      let session = moment.sessions[install]
      guard session + 1 < columns.lived[position],
        columns.isDrivenAway(install, after: session, stayProbability: stayProbability)
      else { continue }
      arm.writer.addLoss(undisturbed: columns.lived[position], lived: session + 1)
      columns.lived[position] = session + 1
      columns.endSessions[position] = Int(columns.allowed[position])
    }
  }

  /// Follows those who may change their answer later.
  @inline(never)
  private mutating func visitSettings(_ asked: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    let (columns, arm) = (columns, arm.pointee)
    for position in 0..<asked {
      let install = columns.asked[position]
      let session = moment.sessions[install]
      guard columns.visitSettings[install] == 1, session + 1 < columns.lived[position] else { continue }
      followToSettings(install)
      let end = settings.permission(
        from: session, columns.allowed[position] == 1, lived: columns.lived[position], arm.settings)
      columns.endsAuthorized[position] = end.isAuthorized ? 1 : 0
      columns.endSessions[position] = end.sessions
    }
  }

  /// Asks about an install's visits to Settings, the same under every arm.
  mutating func followToSettings(_ install: Int) {
    settings.life = columns.settingsRanges[install]
    if settings.life.first < 0 {
      settings.drawAnother(columns.streams[install], columns.sessions[install], people)
      columns.settingsRanges[install] = settings.life
    }
  }

  /// Counts how they answer and end.
  @inline(never)
  private func countEnds(_ asked: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    let (columns, arm) = (columns, arm.pointee)
    let areAuthorized = columns.areAuthorized + InstallColumns.index(arm.position, 0)
    var first = 0
    for position in 0..<asked {
      let install = columns.asked[position]
      let session = moment.sessions[install]
      let lived = columns.lived[position]
      let allows = columns.allows[position]
      let endsAuthorized = columns.endsAuthorized[position]
      areAuthorized[install] = endsAuthorized
      first &+= isNegative(session &- 1)
      arm.writer.addAnswered(
        isAllowed: columns.allowed[position] == 1, allows: allows,
        day: session == 0 ? 0 : columns.days[install],
        end: (isAuthorized: endsAuthorized == 1, sessions: columns.endSessions[position]), lived: lived,
        AnswerScore(allows: allows, answeredIn: session, lived: lived, arm.settings),
        isSent: arm.hasGate ? columns.early[position] == 1 : nil)
    }
    arm.writer.addSingleAsks(asked, first: first, isPrimed: arm.isPrimed)
  }

  /// Finds the days of answers in later sessions than the first.
  @inline(never)
  private func dateAnswers(_ asked: Int, _ moment: Moment) {
    let columns = columns
    let missing = columns.others
    var missingCount = 0
    for position in 0..<asked {
      let install = columns.asked[position]
      missing[missingCount] = install
      missingCount &+= isNegative(0 &- (columns.daySessions[install] ^ moment.sessions[install]))
    }
    for entry in 0..<missingCount {
      let install = missing[entry]
      columns.days[install] = day(of: moment.sessions[install], install)
      columns.daySessions[install] = moment.sessions[install]
    }
  }

  /// Days from install to a later session's start.
  func day(of session: Int, _ install: Int) -> Double {
    VisitDays.day(of: session, number: columns.visits[install], horizon: horizon, columns.streams[install])
  }

  /// Counts how the installs' ends differ from those under the baseline.
  @inline(never)
  func compare(_ arm: UnsafePointer<BatchArm>, baseline: Int) {
    let ends = columns.areAuthorized + InstallColumns.index(arm.pointee.position, 0)
    let baseEnds = columns.areAuthorized + InstallColumns.index(baseline, 0)
    var gained: Int64 = 0
    var lost: Int64 = 0
    for install in 0..<count {
      gained &+= Int64(ends[install] & ~baseEnds[install])
      lost &+= Int64(baseEnds[install] & ~ends[install])
    }
    arm.pointee.writer.addDiscordance(gained: gained, lost: lost)
  }
}

extension InstallColumns {
  @inline(__always)
  fileprivate func setEnd(_ position: Int, _ install: Int, _ allows: Double, _ moment: InstallBatch.Moment) {
    let isAllowed: UInt8 = answers[install] < allows ? 1 : 0
    self.allows[position] = allows
    lived[position] = sessions[install]
    allowed[position] = isAllowed
    endsAuthorized[position] = isAllowed
    endSessions[position] = (sessions[install] &- moment.sessions[install]) &* Int(isAllowed)
  }

  /// Whether annoyance drives the person away after a session that is not the last.
  @inline(__always)
  func isDrivenAway(_ install: Int, after session: Int, stayProbability: Double) -> Bool {
    let u = streams[install].uniform(purpose: DrawPurpose.leaving, index: UInt32(truncatingIfNeeded: session))
    let leaving = leaving[install]
    return Leaving.uniform(ofStaying: u, leaving)
      < Leaving.probability(leaving, stayProbability: stayProbability)
  }
}
