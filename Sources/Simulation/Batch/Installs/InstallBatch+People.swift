import ExperimentDesign
import RandomStreams

/// Who the installs of a block are, drawn as ``Life`` draws them.
extension InstallBatch {
  /// Draws what ``TrialSegment/traits`` and nothing else decide.
  mutating func drawPeople() {
    drawLeaving()
    drawSessions()
    drawActivity()
    if people.activitySpread > 0 { drawEventMeans() }
    guard areAskable else { return }
    if people.usesWillingness { drawWillingness() }
    drawAnswers()
    if people.settingsMost > 0 { findWhoVisitsSettings() }
  }

  /// Draws what else every arm asks for.
  mutating func findMoments() {
    if people.hasOnboarding { drawOnboarding() }
    findEvents()
    gateSlot = -1
    columns.isMisfit.update(repeating: false, count: count)
    guard areAskable else { return }
    if people.settingsMost > 0 {
      settings.removeAll()
      columns.settingsRanges.update(repeating: SettingsVisits.Range(first: -1, count: 0), count: count)
    }
    columns.daySessions.update(repeating: 0, count: count)
  }

  @inline(never)
  private func drawLeaving() {
    let columns = columns
    for install in 0..<count {
      (columns.leaving[install], columns.staying[install]) = Life.leaving(columns.streams[install], people)
    }
  }

  @inline(never)
  private func drawSessions() {
    let columns = columns
    let longer = columns.asked
    var longerCount = 0
    for install in 0..<count {
      (columns.sessions[install], columns.visits[install]) = (1, 0)
      longer[longerCount] = install
      longerCount &+=
        LifeLength.comesBack(columns.streams[install], leaving: columns.leaving[install]) ? 1 : 0
    }
    for entry in 0..<longerCount {
      let install = longer[entry]
      let life = LifeLength(columns.streams[install], leaving: columns.leaving[install], people)
      (columns.sessions[install], columns.visits[install]) = (life.sessions, life.visits)
    }
  }

  @inline(never)
  private func drawOnboarding() {
    let columns = columns
    let later = columns.asked
    var laterCount = 0
    for install in 0..<count {
      let session = SessionDraws.completesOnboarding(columns.streams[install], 0, people) ? 0 : 1
      columns.onboardedIn[install] = session
      later[laterCount] = install
      laterCount &+= session & isNegative(1 &- columns.sessions[install])
    }
    for entry in 0..<laterCount {
      let (stream, sessions) = (columns.streams[later[entry]], columns.sessions[later[entry]])
      var session = 1
      while session < sessions, !SessionDraws.completesOnboarding(stream, session, people) { session += 1 }
      columns.onboardedIn[later[entry]] = session
    }
  }

  /// The normal that activity, and in part willingness, come from; 0 where neither does.
  @inline(never)
  private func drawActivity() {
    guard people.usesActivity else { return }
    let columns = columns
    for install in 0..<count {
      columns.activity[install] = Quantile.normal(
        columns.streams[install].uniform(purpose: DrawPurpose.activity))
    }
  }

  @inline(never)
  private func drawWillingness() {
    let columns = columns
    for install in 0..<count {
      columns.willingness[install] = people.willingness(
        activity: columns.activity[install], staying: columns.staying[install],
        own: Quantile.normal(columns.streams[install].uniform(purpose: DrawPurpose.willingness)))
    }
  }

  @inline(never)
  private func drawAnswers() {
    let columns = columns
    for install in 0..<count {
      columns.answers[install] = columns.streams[install].uniform(purpose: DrawPurpose.answer)
    }
    guard people.unanswered > 0 else { return }
    for install in 0..<count {
      columns.areUnanswered[install] = people.leavesUnanswered(columns.streams[install], showing: 0)
    }
  }

  /// Who surely never visits Settings; a table tells.
  @inline(never)
  private func findWhoVisitsSettings() {
    let columns = columns
    let last = people.settingsPassed.count - 1
    for install in 0..<count {
      let u = columns.streams[install].uniform(purpose: DrawPurpose.settingsGap)
      let later = columns.sessions[install] - 1
      let visits = later > last || u >= people.settingsPassed[min(later, last)]
      columns.visitSettings[install] = visits ? 1 : 0
    }
  }
}
