import ExperimentDesign
import PromptFlow
import RandomStreams

/// Plays an install under a plain arm where nobody is asked; where somebody is, ``DirectPlay`` does.
extension ArmPlayer {
  /// Plays the whole life and counts what came of it, if nothing out of the ordinary happens in it.
  ///
  /// - Returns: whether it did; nothing has been counted otherwise.
  @inline(__always)
  mutating func playsPlainly(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers, _ ledger: Ledger
  ) -> Bool {
    guard arm.isPlain, life.version == .modern else { return false }
    endsAuthorized = false
    authorizedScore = 0
    let firing = life.firing(arm, people)
    let isReached = firing.session < life.sessionCount
    guard life.isAskable else {
      ledger.addEnd(
        triggerReached: isReached,
        final: life.device.restriction == .none ? .deniedByDevice : .restricted)  // R147
      if isReached, makesSingleRequest(firing, &life, arm, people) { ledger.addSingleRequests() }
      return true
    }
    guard isReached else {
      ledger.addEnd(triggerReached: false, final: .undetermined)
      if arm.hasGate {
        let isOut = life.sendsUnasked(before: life.sessionCount, arm, people)
        ledger.count(.trackedBeforePermission, if: isOut)
        ledger.count(.unreported, if: !isOut)
      }
      return true
    }
    return playsDirectly(firing, &life, arm, people, ledger)
  }

  /// Whether a device that answers by itself (R13–R18) gets to its one request, at the trigger.
  private mutating func makesSingleRequest(
    _ firing: Landmarks.Firing, _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Bool {
    // A moment of the session itself is never past its end.
    if arm.delaySeconds == 0 { return true }
    var session = firing.session
    while session < life.sessionCount {
      // Content comes after the trigger, unless an event fired it.
      if !arm.firesByEvent || session > firing.session, life.hasContent(session, people),
        arm.clear.isPossible, life.browses(in: session, below: arm.clear.browsingOutlastsDelay)
      {
        return true
      }
      let clock = SessionClock(session, of: &life, arm, people)
      let due = life.moment(session, firing, clock, arm, people) + arm.delaySeconds
      if clock.goesOn(at: due, &life, people) || (due >= clock.alertBegins && due < clock.alertEnds) {
        return true
      }
      session += 1
    }
    return false
  }
}
