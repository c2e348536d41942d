import PromptFlow
import Testing

@Suite("What holds of the system after any order of events")
struct SystemPermissionLaws {
  private static let seeds = Array(UInt64(1)...20)

  /// A life on a system and a device drawn by the seed, in a region that lets nobody ask again.
  private func life(
    _ seed: UInt64, given: [String: String] = [:], besides excluded: Set<String> = []
  ) throws -> [Step<SystemPermission>] {
    try Machines.system.life(
      seed: seed,
      given: ["usage_string": seed % 8 == 0 ? "no" : "yes", "is_simulator": seed % 8 == 1 ? "yes" : "no"]
        .merging(given) { $1 },
      besides: excluded.union(["may_ask_again"]))
  }

  @Test("R29, R30: between two installs at most one answer is recorded", arguments: seeds)
  func oneAnswer(seed: UInt64) throws {
    var answers = 0
    var most = 0
    for step in try life(seed) {
      if step.event == "reinstalled" { answers = 0 }
      if step.event.hasPrefix("answered "), step.before.presented == .tracking,
        step.after.recordedAnswer != .unknown
      {
        answers += 1
      }
      most = max(most, answers)
    }
    #expect(most <= 1)
  }

  @Test(
    "R19, R46: a request that shows no alert changes nothing, but for one under the switch on iOS 14.0",
    arguments: seeds)
  func lostRequestsAreFree(seed: UInt64) throws {
    let charged = try life(seed).filter { step in
      guard step.event == "requested", step.action.hasPrefix("complete ") else { return false }
      if step.before.rules.recordsSwitchedOffRequests, !step.before.device.allowsRequests {
        return step.before.status != step.after.status
      }
      return step.before != step.after
    }
    #expect(charged.isEmpty)
  }

  @Test("R5: a restricted device is never authorized and never shown the alert", arguments: seeds)
  func restricted(seed: UInt64) throws {
    let restriction = ["profile", "setting_not_changeable", "app_clip"][Int(seed % 3)]
    let wrong = try life(seed, given: ["restriction": restriction]).filter {
      $0.after.status == .authorized || $0.after.presented == .tracking || $0.after.identifierIsReadable
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "R6, R18: a device whose switch stays off is never authorized and never shown the alert",
    arguments: seeds)
  func switchedOff(seed: UInt64) throws {
    let given = ["restriction": "none", "allows_requests": "no"]
    let wrong = try life(seed, given: given, besides: ["global_switch on"]).filter {
      $0.after.status == .authorized || $0.after.presented == .tracking
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "R22, R33: an alert appears only where none is up or in place of the one that closes, over an inactive app",
    arguments: seeds)
  func oneAlert(seed: UInt64) throws {
    let wrong = try life(seed).filter { step in
      let closes = ["answered allow", "answered deny", "ended_undecided", "other_alert_closed"]
        .contains(step.event)
      let isUp = step.after.presented != nil
      return isUp && step.after.isActive
        || step.action.hasPrefix("present ") && (!isUp || (step.before.presented != nil) != closes)
    }
    #expect(wrong.isEmpty)
  }

  @Test("R19: a request shows the tracking alert only to an active app with nothing up", arguments: seeds)
  func activeOnly(seed: UInt64) throws {
    let wrong = try life(seed).filter {
      $0.event == "requested" && $0.action == "present tracking"
        && !($0.before.isActive && $0.before.presented == nil)
    }
    #expect(wrong.isEmpty)
  }

  @Test("R4: the status is always what the system's order makes of what it keeps", arguments: seeds)
  func statusIsComputed(seed: UInt64) throws {
    let wrong = try life(seed).filter { step in
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
  func identifierFollowsStatus(seed: UInt64) throws {
    let wrong = try life(seed).filter {
      $0.after.rules.identifierNeedsPermission && !$0.after.device.isSimulator
        && $0.after.identifierIsReadable != ($0.after.status == .authorized)
    }
    #expect(wrong.isEmpty)
  }

  @Test("R3: reading the status changes nothing, wherever the machine stands", arguments: seeds)
  func readingIsFree(seed: UInt64) throws {
    #expect(try life(seed).allSatisfy { $0.event != "status_read" || $0.before == $0.after })
  }

  @Test("R31: no order of events makes the machine trap, nor can alerts without end", arguments: seeds)
  func neverTraps(seed: UInt64) throws {
    for var machine in try life(seed, given: ["version": "ios_14_5"]).map(\.after).suffix(10) {
      for number in 0..<300 { machine.tell(.otherAlertDue(UInt8(truncatingIfNeeded: number)), .requested) }
      machine.tell(.otherAlertClosed, .answered(.deny), .processStarted, .activated)
      #expect(machine.presented == nil && machine.isActive)
    }
  }
}
