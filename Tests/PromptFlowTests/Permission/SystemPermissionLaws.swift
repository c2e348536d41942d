import PromptFlow
import Testing

/// One event and the machine on both sides of it.
private struct Step {
  let before: SystemPermission
  let event: SystemPermission.Event
  let action: SystemPermission.Action
  let after: SystemPermission
}

@Suite("What holds of the system after any order of events")
struct SystemPermissionLaws {
  private static let seeds = Array(UInt64(1)...20)

  private static let answers: [SystemPermission.Event] = [.answered(.allow), .answered(.deny)]
  private static let switches: [SystemPermission.Event] =
    [.appSwitch(isOn: true), .appSwitch(isOn: false)] + GlobalSwitch.allCases.map { .globalSwitch($0) }

  /// Every event in any order, possible or not, on a system and a device drawn by the seed.
  private func makeSteps(
    seed: UInt64, device: TrackingDevice? = nil, besides excluded: Set<SystemPermission.Event> = []
  ) -> [Step] {
    var random = SplitMix(seed: seed)
    let drawn = TrackingDevice(
      restriction: random.chance(oneIn: 4) ? random.pick(TrackingRestriction.allCases) : .none,
      allowsRequests: !random.chance(oneIn: 4), isSimulator: random.chance(oneIn: 8))
    var machine = SystemPermission(
      rules: SystemRules(random.pick(SystemVersion.allCases)), device: device ?? drawn)
    machine.hasUsageString = !random.chance(oneIn: 8)
    var steps: [Step] = []
    while steps.count < 400 {
      let event = drawEvent(&random)
      if excluded.contains(event) { continue }
      let before = machine
      let action = machine.handle(event)
      steps.append(Step(before: before, event: event, action: action, after: machine))
    }
    return steps
  }

  private func drawEvent(_ random: inout SplitMix) -> SystemPermission.Event {
    switch random.below(16) {
    case 0: .processStarted
    case 1, 2, 3: .activated
    case 4, 5, 6: .requested
    case 7, 8, 9: .otherAlertDue(UInt8(random.below(256)))
    case 10: random.pick(Self.answers)
    case 11: .endedUndecided
    case 12, 13: .otherAlertClosed
    case 14: random.chance(oneIn: 3) ? .reinstalled : .statusRead
    default: random.pick(Self.switches)
    }
  }

  @Test("R29, R30: between two installs at most one answer is recorded", arguments: seeds)
  func oneAnswer(seed: UInt64) {
    var answers = 0
    var most = 0
    for step in makeSteps(seed: seed) {
      switch step.event {
      case .reinstalled: answers = 0
      case .answered where step.before.presented == .tracking && step.after.recordedAnswer != .unknown:
        answers += 1
      default: break
      }
      most = max(most, answers)
    }
    #expect(most <= 1)
  }

  @Test(
    "R19, R46: a request that shows no alert changes nothing, but for one under the switch on iOS 14.0",
    arguments: seeds)
  func lostRequestsAreFree(seed: UInt64) {
    let charged = makeSteps(seed: seed).filter { step in
      guard step.event == .requested, case .complete = step.action else { return false }
      if step.before.rules.recordsSwitchedOffRequests, !step.before.device.allowsRequests {
        return step.before.status != step.after.status
      }
      return step.before != step.after
    }
    #expect(charged.isEmpty)
  }

  @Test("R5: a restricted device is never authorized and never shown the alert", arguments: seeds)
  func restricted(seed: UInt64) {
    let restriction = TrackingRestriction.allCases[1 + Int(seed % 3)]
    let wrong = makeSteps(seed: seed, device: TrackingDevice(restriction: restriction)).filter {
      $0.after.status == .authorized || $0.after.presented == .tracking || $0.after.identifierIsReadable
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "R6, R18: a device whose switch stays off is never authorized and never shown the alert",
    arguments: seeds)
  func switchedOff(seed: UInt64) {
    let device = TrackingDevice(allowsRequests: false)
    let wrong = makeSteps(seed: seed, device: device, besides: [.globalSwitch(.on)]).filter {
      $0.after.status == .authorized || $0.after.presented == .tracking
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "R22, R33: an alert appears only where none is up or in place of the one that closes", arguments: seeds)
  func oneAlert(seed: UInt64) {
    let wrong = makeSteps(seed: seed).filter { step in
      guard case .present(let alert) = step.action else { return false }
      let closes: Bool =
        switch step.event {
        case .answered, .endedUndecided, .otherAlertClosed: true
        default: false
        }
      return step.after.presented != alert || (step.before.presented != nil) != closes
    }
    #expect(wrong.isEmpty)
  }

  @Test("R19: a request shows the tracking alert only to an active app with nothing up", arguments: seeds)
  func activeOnly(seed: UInt64) {
    let wrong = makeSteps(seed: seed).filter {
      $0.event == .requested && $0.action == .present(.tracking)
        && !($0.before.isActive && $0.before.presented == nil)
    }
    #expect(wrong.isEmpty)
  }

  @Test("R22: the app is never active under an alert", arguments: seeds)
  func inactiveUnderAlerts(seed: UInt64) {
    #expect(makeSteps(seed: seed).allSatisfy { !($0.after.isActive && $0.after.presented != nil) })
  }

  @Test("R4: the status is always what the system's order makes of what it keeps", arguments: seeds)
  func statusIsComputed(seed: UInt64) {
    let wrong = makeSteps(seed: seed).filter { step in
      let machine = step.after
      let off = !machine.device.allowsRequests
      let expected: AuthorizationStatus? =
        switch (machine.rules.hasTrackingPermission, machine.device.restriction, machine.recordedAnswer) {
        case (false, _, _): nil
        case (true, .profile, _), (true, .settingNotChangeable, _), (true, .appClip, _): .restricted
        case (true, .none, .granted):
          off && !machine.rules.grantSurvivesSwitchedOff ? .denied : .authorized
        case (true, .none, .denied): .denied
        case (true, .none, .unknown): off ? .denied : .notDetermined
        }
      return machine.status != expected
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "R51, R66: where permission is needed, the identifier is readable exactly when authorized",
    arguments: seeds)
  func identifierFollowsStatus(seed: UInt64) {
    let wrong = makeSteps(seed: seed).filter {
      $0.after.rules.identifierNeedsPermission && !$0.after.device.isSimulator
        && $0.after.identifierIsReadable != ($0.after.status == .authorized)
    }
    #expect(wrong.isEmpty)
  }

  @Test("R3: reading the status changes nothing, wherever the machine stands", arguments: seeds)
  func readingIsFree(seed: UInt64) {
    #expect(makeSteps(seed: seed).allSatisfy { $0.event != .statusRead || $0.before == $0.after })
  }

  @Test("R31: no order of events makes the machine trap, nor can alerts without end", arguments: seeds)
  func neverTraps(seed: UInt64) {
    var machine = makePermission(.iOS14_5)
    var random = SplitMix(seed: seed)
    for number in 0..<1_000 {
      machine.mayAskAgain = random.chance(oneIn: 2)
      machine.hasWindow = !random.chance(oneIn: 10)
      machine.isExtension = random.chance(oneIn: 10)
      machine.tell(.otherAlertDue(UInt8(truncatingIfNeeded: number)), drawEvent(&random))
    }
    machine.tell(.processStarted, .activated)
    #expect(machine.presented == nil && machine.isActive)
  }
}
