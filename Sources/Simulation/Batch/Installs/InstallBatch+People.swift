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
    let (columns, count) = (columns, evenCount)
    let address = Address(purpose: DrawPurpose.leavingProbability)
    switch people.leaving {
    case .constant(let value):
      columns.leaving.update(repeating: value, count: count)
    case .strips(let sampler, let mean, let deviation):
      sampler._withUnsafeGuaranteedRef { sampler in
        for install in 0..<count {
          columns.leaving[install] = sampler.draw(from: columns.streams[install], at: address)
        }
      }
      for install in stride(from: 0, to: count, by: 2) {
        let pair = ElementaryFunctions.moderateLogistic(columns.leaving.pair(install))
        columns.leaving.setPair(install, pair)
        columns.staying.setPair(install, (mean - pair) / deviation)
      }
    }
  }

  /// How many sessions there are; see ``LifeLength``.
  @inline(never)
  private func drawSessions() {
    let columns = columns
    let (longer, uniforms) = (columns.asked, columns.days)
    var longerCount = 0
    for install in 0..<count {
      let u = LifeLength.uniform(columns.streams[install])
      uniforms[install] = u
      columns.sessions[install] = 1
      longer[longerCount] = install
      longerCount += LifeLength.comesBack(u, leaving: columns.leaving[install]) ? 1 : 0
    }
    for position in 0..<longerCount {
      let install = longer[position]
      columns.visits[install] = LifeLength.visits(columns.streams[install], people)
    }
    if longerCount % 2 == 1 { longer[longerCount] = longer[longerCount - 1] }
    let isOneKind = if case .constant = people.leaving { true } else { false }
    let logsOfAll = SIMD2(repeating: ElementaryFunctions.log(1 - columns.leaving[0]))
    for position in stride(from: 0, to: longerCount, by: 2) {
      let (one, other) = (longer[position], longer[position + 1])
      let logs =
        isOneKind
        ? logsOfAll
        : ElementaryFunctions.logOfNormals(1 - SIMD2(columns.leaving[one], columns.leaving[other]))
      let endured = LifeLength.endured(SIMD2(uniforms[one], uniforms[other]), logs: logs)
      let sessions = LifeLength.sessions(
        endured: endured, visits: SIMD2(Double(columns.visits[one]), Double(columns.visits[other])))
      columns.sessions[one] = Int(sessions[0])
      columns.sessions[other] = Int(sessions[1])
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
    for position in 0..<laterCount {
      let install = later[position]
      let (stream, sessions) = (columns.streams[install], columns.sessions[install])
      var session = 1
      while session < sessions, !SessionDraws.completesOnboarding(stream, session, people) { session += 1 }
      columns.onboardedIn[install] = session
    }
  }

  /// The normal that activity, and in part willingness, come from; 0 where neither does.
  @inline(never)
  private func drawActivity() {
    guard people.usesActivity else { return }
    let columns = columns
    for install in 0..<evenCount {
      columns.activity[install] = columns.streams[install].uniform(purpose: DrawPurpose.activity)
    }
    Quantile.normals(columns.activity, count: evenCount)
  }

  @inline(never)
  private func drawWillingness() {
    let columns = columns
    for install in 0..<evenCount {
      columns.willingness[install] = columns.streams[install].uniform(purpose: DrawPurpose.willingness)
    }
    Quantile.normals(columns.willingness, count: evenCount)
    for install in stride(from: 0, to: evenCount, by: 2) {
      columns.willingness.setPair(
        install,
        people.willingness(
          activity: columns.activity.pair(install), staying: columns.staying.pair(install),
          own: columns.willingness.pair(install)))
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

extension UnsafeMutablePointer<Double> {
  /// The numbers of an install and the next.
  @inline(__always)
  func pair(_ install: Int) -> SIMD2<Double> { SIMD2(self[install], self[install + 1]) }

  @inline(__always)
  func setPair(_ install: Int, _ pair: SIMD2<Double>) {
    self[install] = pair[0]
    self[install + 1] = pair[1]
  }
}
