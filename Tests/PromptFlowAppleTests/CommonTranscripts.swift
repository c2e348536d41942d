import Foundation
import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

/// A transcript of `Data/transcripts/system.json`, recorded from the machine that is simulated.
struct CommonTranscript: Decodable {
  struct Step: Decodable {
    let event: String
    let action: String
    let state: [String: String]
  }

  let title: String
  let given: [String: String]
  let steps: [Step]

  static func system() throws -> [CommonTranscript] {
    struct File: Decodable { let transcripts: [CommonTranscript] }
    var place = URL(fileURLWithPath: #filePath)
    while place.path.count > 1 {
      place.deleteLastPathComponent()
      let file = place.appendingPathComponent("Data/transcripts/system.json")
      guard let data = try? Data(contentsOf: file) else { continue }
      return try JSONDecoder().decode(File.self, from: data).transcripts
    }
    return []
  }
}

/// Statuses that handlers were called with; the stand-in calls them on the main actor.
@MainActor
final class Calls {
  private(set) var statuses: [AuthorizationStatus] = []

  func note(_ status: AuthorizationStatus) { statuses.append(status) }

  func takeAll() -> [AuthorizationStatus] {
    defer { statuses = [] }
    return statuses
  }
}

extension StandInSystem {
  convenience init(given: [String: String]) {
    self.init()
    func isSet(_ key: String) -> Bool { given[key] == "yes" }
    profileLocksTracking = given["restriction"] == "profile"
    accountIsRestricted = given["restriction"] == "setting_not_changeable"
    isAppClip = given["restriction"] == "app_clip"
    switchForAllApps = isSet("allows_requests")
    isSimulator = isSet("is_simulator")
    isExtension = isSet("is_extension")
    hasWindow = isSet("has_window")
    if !isSet("usage_string") { usageString = nil }
    let version = given["version"]
    isBeforeIOS14 = version == "before_14"
    alertsQueue = version == "ios_14_0" || version == "ios_14_5"
    identifierIsFree = version == "ios_14_0"
    recordsSwitchedOffRequests = version == "ios_14_0"
    grantNeedsSwitch = version == "ios_14_0"
    callsBackEarly = version == "ios_17_4"
  }

  /// Lives one event of a transcript; a process that does not run is started before it is activated.
  func live(_ event: String, _ calls: Calls) -> Bool {
    switch event {
    case "process_started": launch()
    case "activated":
      if appState == .notRunning, screen == .nothing { launch() }
      activate()
    case "requested":
      request { status in MainActor.assumeIsolated { calls.note(status) } }
    case "other_alert_due": showOther()
    case "answered allow": allow()
    case "answered deny": deny()
    case "ended_undecided": dismiss()
    case "other_alert_closed": closeOther()
    case "app_switch on": turnAppSwitch(on: true)
    case "app_switch off": turnAppSwitch(on: false)
    case "global_switch on": turnDeviceSwitch(on: true)
    case "global_switch off_keeping_grants": turnDeviceSwitch(on: false)
    case "global_switch off_stopping_tracking": turnDeviceSwitch(on: false, stopsTracking: true)
    case "status_read": _ = status
    case "may_ask_again": mayAskAgain = true
    case "reinstalled": reinstall()
    default: return false
    }
    return true
  }

  /// What can be seen from outside, in a transcript's words.
  var visible: [String: String] {
    let words: [AuthorizationStatus: String] = [
      .notDetermined: "not_determined", .restricted: "restricted", .denied: "denied",
      .authorized: "authorized",
    ]
    let screens: [Screen: String] = [.nothing: "none", .tracking: "tracking", .other: "other"]
    return [
      "status": status.map { words[$0] ?? "unknown" } ?? "no_status",
      "presented": screens[screen] ?? "", "is_active": isActive ? "yes" : "no",
      "identifier_is_readable": advertisingIdentifier == .zeros ? "no" : "yes",
    ]
  }
}

@MainActor
@Suite("The transcripts that other implementations test themselves by")
struct CommonTranscriptTests {
  /// The first step at which the stand-in shows something else than the transcript.
  private func difference(_ transcript: CommonTranscript) -> String? {
    let system = StandInSystem(given: transcript.given)
    let calls = Calls()
    var owed = 0
    for (place, step) in transcript.steps.enumerated() {
      system.clock += 10  // R12, which the machine leaves out, is kept out of the way
      let wasUp = system.screen == .tracking
      guard system.live(step.event, calls) else { return "\(place): no event '\(step.event)'" }
      let shown = system.visible
      for (key, value) in shown where step.state[key] != value {
        return "\(place) \(step.event): \(key) is \(value), recorded \(step.state[key] ?? "nothing")"
      }
      let called = calls.takeAll().map { "\($0)" }
      let expected = handlers(step, system)
      // R31
      if ["process_started", "reinstalled"].contains(step.event) || step.action == "crash" { owed = 0 }
      if step.event == "requested" {
        if called != expected { return "\(place): handlers \(called), recorded \(step.action)" }
        if expected.isEmpty, ["present tracking", "queued"].contains(step.action) { owed += 1 }
      } else if wasUp, system.screen != .tracking {
        let read = system.status ?? .notDetermined
        if called != Array(repeating: "\(read)", count: owed) {
          return "\(place): handlers \(called) after the alert, \(owed) owed"
        }
        owed = 0
      }
    }
    return nil
  }

  /// What a request's handlers are called with at once, by the recorded action.
  private func handlers(_ step: CommonTranscript.Step, _ system: StandInSystem) -> [String] {
    let words = step.action.split(separator: " ").map(String.init)
    switch words.first {
    case "complete":
      let names = ["not_determined": "notDetermined"]
      return [names[words[1]] ?? words[1]]
    case "present": return step.state["early_completion"] == "denied" ? ["denied"] : []
    default: return []
    }
  }

  @Test("R4–R78: the stand-in shows what the machine's transcripts say, stories and any order alike")
  func standIn() throws {
    let all = try CommonTranscript.system()
    #expect(all.count > 80)
    let wrong = all.compactMap { transcript in
      difference(transcript).map { "\(transcript.title): \($0)" }
    }
    #expect(wrong == [])
  }

  @Test("R12: a seventh request within a second of the last outcome gets the cached status")
  func rateLimit() {
    let calls = Calls()
    let system = StandInSystem()
    system.launch()
    func request() {
      system.request { status in MainActor.assumeIsolated { calls.note(status) } }
    }
    for _ in 0..<6 { request() }
    system.activate()
    request()
    #expect(calls.takeAll() == Array(repeating: .notDetermined, count: 7))
    #expect(system.alertsShown == 0, "active, and still no alert: too soon")
    system.clock = 1.5
    request()
    #expect(system.alertsShown == 1)
  }
}
