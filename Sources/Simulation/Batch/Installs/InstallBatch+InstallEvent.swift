import ExperimentDesign
import RandomStreams

/// When an attribution SDK that waits for the answer sends its install event.
extension InstallBatch {
  /// Tells, for each that is asked and answers, whether it is sent before the answer.
  mutating func findEarly(_ asked: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    guard arm.pointee.hasGate, arm.pointee.gateWaits else {
      columns.early.update(repeating: arm.pointee.hasGate ? 1 : 0, count: asked)
      return
    }
    if arm.pointee.trigger.isLaunch {
      findEarlyAtLaunch(asked, arm)
    } else {
      findEarlyLater(asked, arm, moment)
    }
  }

  /// Counts those who are not asked, by whether the install event is sent nevertheless.
  @inline(never)
  mutating func countUnreached(_ count: Int, _ arm: UnsafePointer<BatchArm>) {
    let writer = arm.pointee.writer
    writer.addEnd(triggerReached: false, final: .undetermined, times: count)  // R146
    guard arm.pointee.hasGate else { return }
    let sent = arm.pointee.gateWaits ? countSent(count, arm) : count
    writer.add(.trackedBeforePermission, Int64(sent))
    writer.add(.unreported, Int64(count - sent))
  }

  /// For how many of the others it is sent.
  private mutating func countSent(_ count: Int, _ arm: UnsafePointer<BatchArm>) -> Int {
    look(at: arm)
    let (columns, arm) = (columns, arm.pointee)
    var sent = 0
    for position in 0..<count {
      let install = columns.others[position]
      if columns.sentAtLast[install] == 2 {
        let isSent = columns.isSentUnasked(install, before: columns.sessions[install], arm, people)
        columns.sentAtLast[install] = isSent ? 1 : 0
      }
      sent &+= Int(columns.sentAtLast[install])
    }
    return sent
  }

  /// Forgets what other surroundings had to do with the install event.
  mutating func look(at arm: UnsafePointer<BatchArm>) {
    guard gateSlot != arm.pointee.surroundingsSlot else { return }
    gateSlot = arm.pointee.surroundingsSlot
    columns.sentAtLast.update(repeating: 2, count: count)
    columns.sentSeen.update(repeating: 0, count: count)
    columns.sentIn.update(repeating: .max, count: count)
    columns.clockSeen.update(repeating: 0, count: count)
    columns.clockSends.update(repeating: false, count: count)
  }

  @inline(never)
  private func findEarlyAtLaunch(_ asked: Int, _ arm: UnsafePointer<BatchArm>) {
    let columns = columns
    let (isPrimed, clear) = (arm.pointee.isPrimed ? 1 : 0, arm.pointee.clear)
    let slow = columns.others
    var slowCount = 0
    for position in 0..<asked {
      let stream = columns.streams[columns.asked[position]]
      let activation = stream.uniform(purpose: DrawPurpose.activation)
      let answer = stream.uniform(purpose: DrawPurpose.answerSeconds)
      columns.early[position] = 0
      slow[slowCount] = position
      let isQuick =
        (activation < clear.activationIsQuick ? 1 : 0) & (answer < clear.answerIsQuick ? 1 : 0)
      slowCount &+= isPrimed | (1 &- isQuick)
    }
    findEarlyByTheClock(slowCount, arm, launch)
  }

  @inline(never)
  private mutating func findEarlyLater(_ asked: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    look(at: arm)
    let slowCount = findSurelyEarly(asked, arm, moment)
    findEarlyByTheClock(slowCount, arm, moment)
  }

  /// - Returns: how many are not surely early; ``InstallColumns/others`` lists their positions.
  private func findSurelyEarly(_ asked: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) -> Int {
    let (columns, arm) = (columns, arm.pointee)
    let slow = columns.others
    var slowCount = 0
    for position in 0..<asked {
      let install = columns.asked[position]
      let session = moment.sessions[install]
      let event = moment.events[install]
      let isEarly =
        !arm.asksAtActivation
        && (columns.anEventLasts(install, of: event + 1, in: session, below: arm.clear.eventOutlastsGate)
          || columns.outlastsGate(install, session, arm))
        || session > 0 && columns.isSentUnasked(install, before: session, arm, people)
      columns.early[position] = isEarly ? 1 : 0
      slow[slowCount] = position
      slowCount &+= isEarly ? 0 : 1
    }
    return slowCount
  }

  /// Tells of the positions in ``InstallColumns/others``.
  private func findEarlyByTheClock(_ count: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    let (columns, arm) = (columns, arm.pointee)
    for entry in 0..<count {
      let position = columns.others[entry]
      let install = columns.asked[position]
      let session = moment.sessions[install]
      let opening = columns.opening(install, session, people)
      let asked = columns.askedAt(install, session, moment.events[install], opening, arm, people)
      let answered =
        asked + columns.readSeconds(install, arm)
        + people.answerSeconds.draw(columns.streams[install], DrawPurpose.answerSeconds, 0)
      columns.early[position] = EarlySending.isBefore(answerAt: answered, wait: arm.waitSeconds) ? 1 : 0
    }
  }
}
