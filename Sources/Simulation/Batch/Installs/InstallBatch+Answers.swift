import RandomStreams

/// What the installs of a block answer, and what follows.
extension InstallBatch {
  /// Counts those who are asked and answer.
  ///
  /// - Parameter isCold: whether they have experienced nothing of the app.
  mutating func countAsked(
    _ asked: Int, isCold: Bool, _ arm: UnsafePointer<BatchArm>, _ moment: Moment
  ) {
    findEarly(asked, arm, moment)
    findAnswers(asked, isCold: isCold, arm, moment)
    findLeaving(asked, isCold: isCold, arm, moment)
    if people.settingsMost > 0 { visitSettings(asked, arm, moment) }
    countEnds(asked, arm, moment)
    countLaterAnswers(asked, arm, moment)
  }

  /// Works out with which probability each allows and, before anything that comes later, how they end.
  @inline(never)
  private func findAnswers(
    _ asked: Int, isCold: Bool, _ arm: UnsafePointer<BatchArm>, _ moment: Moment
  ) {
    let (columns, arm) = (columns, arm.pointee)
    let list = columns.asked
    let odds = arm.numbers._withUnsafeGuaranteedRef {
      AllowOdds(people, $0, isCold: isCold, isPrimed: arm.isPrimed)
    }
    // Where nothing tells people apart, one stands for all.
    var areAlike = people.allowSpread == 0
    if people.allowValue != 0 {
      if case .session = arm.trigger { areAlike = false }
      if people.events.count > 1 { areAlike = false }
    }
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
      columns.allows.setPair(position, allows)
      columns.setEnd(position, one, allows[0], moment)
      columns.setEnd(position + 1, other, allows[1], moment)
    }
  }

  /// Finds whom annoyance drives away after the session of the alert.
  @inline(never)
  private func findLeaving(
    _ asked: Int, isCold: Bool, _ arm: UnsafePointer<BatchArm>, _ moment: Moment
  ) {
    let (columns, arm) = (columns, arm.pointee)
    let stayProbability = isCold ? arm.stayProbabilityCold : arm.stayProbability
    guard stayProbability < 1 else { return }
    // Of lives that go on.
    let (candidates, driven) = (columns.others, columns.members)
    var longer = 0
    for position in 0..<asked {
      let session = moment.sessions[columns.asked[position]]
      candidates[longer] = position
      longer &+= isNegative(session &+ 1 &- columns.lived[position])
    }
    var drivenCount = 0
    for entry in 0..<longer {
      let position = candidates[entry]
      let install = columns.asked[position]
      driven[drivenCount] = position
      drivenCount &+=
        columns.isDrivenAway(install, after: moment.sessions[install], stayProbability: stayProbability)
        ? 1 : 0
    }
    for entry in 0..<drivenCount {
      let position = driven[entry]
      let session = moment.sessions[columns.asked[position]]
      arm.writer.addLoss(undisturbed: columns.lived[position], lived: session + 1)
      columns.lived[position] = session + 1
      columns.endSessions[position] = Int(columns.allowed[position])
    }
  }

  /// Follows those who may change their answer later.
  @inline(never)
  private mutating func visitSettings(_ asked: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    let (columns, arm) = (columns, arm.pointee)
    let visitors = columns.others
    var visitorCount = 0
    for position in 0..<asked {
      let install = columns.asked[position]
      visitors[visitorCount] = position
      visitorCount &+=
        Int(columns.visitSettings[install])
        & isNegative(moment.sessions[install] &- columns.lived[position] &+ 1)
    }
    for entry in 0..<visitorCount {
      let position = visitors[entry]
      let install = columns.asked[position]
      followToSettings(install)
      let end = arm.settings._withUnsafeGuaranteedRef {
        settings.permission(
          from: moment.sessions[install], columns.allowed[position] == 1, lived: columns.lived[position],
          $0)
      }
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

  /// Counts how they answer and end, two at a time.
  @inline(never)
  private func countEnds(_ asked: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    let (columns, arm) = (columns, arm.pointee)
    let first = InstallColumns.index(arm.position, 0)
    let (scores, areAuthorized) = (columns.scores + first, columns.areAuthorized + first)
    var sums = AnswerSums()
    var position = 0
    while position < asked {
      let (one, other) = (columns.asked[position], columns.asked[position &+ 1])
      let lived = (columns.lived[position], columns.lived[position &+ 1])
      guard position &+ 1 < asked, max(lived.0, lived.1) <= AnswerSums.longest else {
        countEnd(position, arm, moment)
        position &+= 1
        continue
      }
      let sessions = (moment.sessions[one], moment.sessions[other])
      let score = AnswerScore.Pair(
        allows: columns.allows.pair(position), sessionsLeft: (lived.0 &- sessions.0, lived.1 &- sessions.1),
        arm.chances)
      scores[one] = score.authorized[0]
      scores[other] = score.authorized[1]
      areAuthorized[one] = columns.endsAuthorized[position]
      areAuthorized[other] = columns.endsAuthorized[position &+ 1]
      let facts = (columns.facts(position, sessions.0), columns.facts(position &+ 1, sessions.1))
      sums.add(
        score, lived: SIMD2(Double(lived.0), Double(lived.1)),
        isFirst: (UInt64(facts.0 & 1), UInt64(facts.1 & 1)),
        isEarly: (UInt64(columns.early[position]), UInt64(columns.early[position &+ 1])))
      sums.addEnd(authorizedSessions: columns.endSessions[position], lived: lived.0)
      sums.addEnd(authorizedSessions: columns.endSessions[position &+ 1], lived: lived.1)
      arm.tally.addAnswer(facts.0)
      arm.tally.addAnswer(facts.1)
      position &+= 2
    }
    sums.add(to: arm.tally)
  }

  /// Counts how one ends who lives long, or is the last of an odd number.
  @inline(never)
  private func countEnd(_ position: Int, _ arm: BatchArm, _ moment: Moment) {
    let columns = columns
    let install = columns.asked[position]
    let session = moment.sessions[install]
    let lived = columns.lived[position]
    let score = arm.settings._withUnsafeGuaranteedRef {
      AnswerScore(allows: columns.allows[position], answeredIn: session, lived: lived, $0)
    }
    let index = InstallColumns.index(arm.position, install)
    columns.scores[index] = score.authorized
    columns.areAuthorized[index] = columns.endsAuthorized[position]
    arm.tally.addAsked(
      columns.facts(position, session), authorizedSessions: columns.endSessions[position], lived: lived,
      score)
  }

  /// Counts answers in later sessions than the first by their days.
  @inline(never)
  private func countLaterAnswers(_ asked: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    guard !arm.pointee.trigger.isLaunch else { return }
    let (columns, arm) = (columns, arm.pointee)
    let later = columns.lived
    // Whose day is to be found: of the second session, of another.
    let (second, others) = (columns.others, columns.members)
    var laterCount = 0
    var secondCount = 0
    var otherCount = 0
    for position in 0..<asked {
      let install = columns.asked[position]
      let session = moment.sessions[install]
      later[laterCount] = position
      laterCount &+= isNegative(0 &- session)
      let isMissing = isNegative(0 &- (columns.daySessions[install] ^ session))
      let isSecond = isNegative(session &- 2)
      second[secondCount] = install
      others[otherCount] = install
      secondCount &+= isMissing & isSecond
      otherCount &+= isMissing & (1 &- isSecond)
    }
    dateSessions(second, secondCount, moment)
    dateSessions(others, otherCount, moment)
    for entry in 0..<laterCount {
      let position = later[entry]
      let install = columns.asked[position]
      let allows = columns.allows[position]
      arm.writer.addAnswer(
        isAllowed: columns.allowed[position] == 1, day: columns.days[install], allows: allows)
    }
  }

  /// Finds the days of some installs' sessions, two at a time.
  private func dateSessions(_ installs: UnsafeMutablePointer<Int>, _ count: Int, _ moment: Moment) {
    let columns = columns
    if count % 2 == 1 { installs[count] = installs[count - 1] }
    for position in stride(from: 0, to: count, by: 2) {
      let (first, second) = (installs[position], installs[position + 1])
      let sessions = SIMD2(moment.sessions[first], moment.sessions[second])
      let days = VisitDays.days(
        of: sessions, numbers: SIMD2(columns.visits[first], columns.visits[second]), horizon: horizon,
        columns.streams[first], columns.streams[second])
      columns.days[first] = days[0]
      columns.days[second] = days[1]
      columns.daySessions[first] = sessions[0]
      columns.daySessions[second] = sessions[1]
    }
  }

  /// Counts how the installs' ends differ from those under the baseline.
  @inline(never)
  func compare(_ arm: UnsafePointer<BatchArm>, baseline: Int) {
    let first = InstallColumns.index(arm.pointee.position, 0)
    let base = InstallColumns.index(baseline, 0)
    let (scores, baseScores) = (columns.scores + first, columns.scores + base)
    let (ends, baseEnds) = (columns.areAuthorized + first, columns.areAuthorized + base)
    var squares: Int64 = 0
    var gained: Int64 = 0
    var lost: Int64 = 0
    for install in 0..<count {
      let difference = scores[install] - baseScores[install]
      squares &+= TallyWriter.nano(difference * difference)
      gained &+= Int64(ends[install] & ~baseEnds[install])
      lost &+= Int64(baseEnds[install] & ~ends[install])
    }
    arm.pointee.tally.addDiscordance(squares: squares, gained: gained, lost: lost)
  }
}

extension InstallColumns {
  @inline(__always)
  fileprivate func setEnd(_ position: Int, _ install: Int, _ allows: Double, _ moment: InstallBatch.Moment) {
    let isAllowed: UInt8 = answers[install] < allows ? 1 : 0
    lived[position] = sessions[install]
    allowed[position] = isAllowed
    endsAuthorized[position] = isAllowed
    endSessions[position] = (sessions[install] &- moment.sessions[install]) &* Int(isAllowed)
  }

  /// What ``BatchTally`` counts an answer by.
  @inline(__always)
  func facts(_ position: Int, _ session: Int) -> Int {
    // 1 for the first session alone.
    let first = isNegative(session &- 1)
    return first | Int(early[position]) << 1 | Int(allowed[position]) << 2
      | Int(endsAuthorized[position]) << 3
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
