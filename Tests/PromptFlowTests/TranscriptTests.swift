import Foundation
import PromptFlow
import Testing

/// One file of `Data/transcripts`: what a machine does, for other implementations to compare.
struct TranscriptFile: Codable {
  var schema = "att-lab/transcript/1"
  var machine: String
  var transcripts: [Transcript]

  struct Transcript: Codable {
    var title: String
    var given: [String: String]
    var steps: [Step]
  }

  struct Step: Codable, Equatable {
    var event: String
    var action: String
    var state: [String: String]
  }
}

@Suite("Conformance transcripts")
struct TranscriptTests {
  /// The repository's folder, also from a copy of these tests further down in it.
  private static let folder: URL? = {
    var place = URL(fileURLWithPath: #filePath)
    while place.path.count > 1 {
      place.deleteLastPathComponent()
      let folder = place.appendingPathComponent("Data/transcripts")
      if FileManager.default.fileExists(atPath: folder.path) { return folder }
    }
    return nil
  }()

  // MARK: - Machines from what is given

  private static let triggers: [String: AskTrigger] = [
    "launch": .launch, "onboarding": .onboarding, "session 2": .session(2),
    "event 0 3": .event(EventKind(rawValue: 0), count: 3),
  ]
  private static let prePrompts: [String: PrePromptPolicy] = [
    "fixed": PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: nil),
    "dismissible": PrePromptPolicy(isDismissible: true, cooldownSessions: 2, maximumShows: 2),
  ]
  private static let hooks: [String: AskHook] = [
    "did_finish_launching": .didFinishLaunching, "view_appeared": .viewAppeared,
    "did_become_active": .didBecomeActive,
  ]
  private static let retries: [String: RetryPolicy] = [
    "each_activation": .eachActivation, "next_session": .nextSession, "never": .never,
  ]
  private static let gates: [String: GateKind] = [
    "none": .none, "documented": .documented, "timer": .timer, "foreground": .foreground,
  ]
  private static let restrictions: [String: Restriction] = [
    "none": .none, "profile": .profile, "setting_not_changeable": .settingNotChangeable,
    "app_clip": .appClip,
  ]

  private static func version(_ given: [String: String]) -> SystemVersion? {
    SystemVersion.allCases.first { $0.name == given["version"] }
  }

  private static func system(_ given: [String: String]) -> SystemPermission? {
    guard let version = version(given), let restriction = restrictions[given["restriction"] ?? ""] else {
      return nil
    }
    var machine = SystemPermission(
      rules: SystemRules(version),
      device: Device(restriction: restriction, allowsRequests: given["allows_requests"] == "yes"))
    machine.hasUsageString = given["usage_string"] == "yes"
    return machine
  }

  private static func flow(_ given: [String: String]) -> AppFlow? {
    guard let version = version(given), let trigger = triggers[given["trigger"] ?? ""],
      let hook = hooks[given["hook"] ?? ""], let retry = retries[given["retry"] ?? ""]
    else { return nil }
    return AppFlow(
      strategy: PromptStrategy(
        trigger: trigger, hook: hook, retry: retry, prePrompt: prePrompts[given["pre_prompt"] ?? ""],
        trustsCallback: given["trusts_callback"] == "yes"),
      version: version)
  }

  private static func gate(_ given: [String: String]) -> AttributionGate? {
    guard let kind = gates[given["kind"] ?? ""], let wait = Double(given["wait_seconds"] ?? "") else {
      return nil
    }
    return AttributionGate(kind: kind, waitSeconds: wait)
  }

  private static func consent(_ given: [String: String]) -> ConsentLayer? {
    ConsentLayer(
      order: given["order"] == "before_att" ? .beforeATT : .afterATT,
      onUndetermined: given["on_undetermined"] == "open" ? .open : .wait,
      preGrant: given["pre_grant"] == "yes")
  }

  // MARK: - Replaying and recording

  private func steps<M: Transcribed>(_ machine: M, _ words: [String]) -> [TranscriptFile.Step]? {
    var machine = machine
    var steps: [TranscriptFile.Step] = []
    for line in words {
      guard let event = M.events.first(where: { $0.words == line })?.event else { return nil }
      let action = machine.respond(to: event)
      steps.append(TranscriptFile.Step(event: line, action: action, state: machine.standing))
    }
    return steps
  }

  private func record<M: Transcribed>(
    _ name: String, _ make: ([String: String]) -> M?, _ stories: [(title: String, events: [String])],
    story given: [String: String], drawn: [[String: String]]
  ) throws -> TranscriptFile {
    var file = TranscriptFile(machine: name, transcripts: [])
    for story in stories {
      let machine = try #require(make(given))
      let steps = try #require(self.steps(machine, story.events))
      file.transcripts.append(.init(title: story.title, given: given, steps: steps))
    }
    for (place, given) in drawn.enumerated() {
      var random = SplitMix(seed: UInt64(place) + 1)
      let words = (0..<30).map { _ in
        random.chance(oneIn: 3) ? random.pick(M.events).words : random.pick(M.usual)
      }
      let machine = try #require(make(given))
      let steps = try #require(self.steps(machine, words))
      file.transcripts.append(.init(title: "any order \(place + 1)", given: given, steps: steps))
    }
    return file
  }

  private func check<M: Transcribed>(
    _ name: String, _ make: ([String: String]) -> M?, _ stories: [(title: String, events: [String])],
    story given: [String: String], drawn: [[String: String]]
  ) throws {
    let folder = try #require(Self.folder, "no folder Data/transcripts")
    let place = folder.appendingPathComponent("\(name).json")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let file = try record(name, make, stories, story: given, drawn: drawn)
      try (encoder.encode(file) + Data("\n".utf8)).write(to: place, options: .atomic)
      Issue.record("recorded \(name).json; read the difference, then run again")
      return
    }
    let file = try JSONDecoder().decode(TranscriptFile.self, from: Data(contentsOf: place))
    #expect(file.schema == "att-lab/transcript/1" && file.machine == name)
    #expect(file.transcripts.count == stories.count + drawn.count)
    let wrong = file.transcripts.filter { transcript in
      guard let machine = make(transcript.given) else { return true }
      return steps(machine, transcript.steps.map(\.event)) != transcript.steps
    }
    #expect(wrong.map(\.title).isEmpty)
  }

  @Test("R19, R23, R29, R33, R52, R53: the system does what its transcripts say")
  func system() throws {
    let start = ["process_started", "activated"]
    var drawn: [[String: String]] = []
    for version in SystemVersion.allCases {
      for restriction in ["none", "none", "none", "profile"] {
        for allows in ["yes", "no"] {
          drawn.append([
            "version": version.name, "restriction": restriction, "allows_requests": allows,
            "usage_string": "yes",
          ])
        }
      }
    }
    try check(
      "system", Self.system,
      [
        ("R27: allowed", start + ["requested", "answered allow", "activated", "requested"]),
        ("R28: denied", start + ["requested", "answered deny", "activated", "requested"]),
        ("R19: lost while inactive", ["process_started", "requested", "activated", "requested"]),
        (
          "R53: lost behind an alert",
          start + ["other_alert_due", "requested", "other_alert_closed", "activated", "requested"]
        ),
        ("R26: no decision", start + ["requested", "ended_undecided", "activated", "requested"]),
        ("R33: a second request", start + ["requested", "requested", "answered allow"]),
        (
          "R6, R7: the switch off and on",
          start + ["global_switch off_keeping_grants", "requested", "global_switch on", "requested"]
        ),
        (
          "R37, R38: changed in Settings",
          start + ["requested", "answered deny", "activated", "app_switch on", "app_switch off"]
        ),
        ("R31: ended under the alert", start + ["requested", "process_started", "activated", "requested"]),
        (
          "R30: installed again",
          start + ["requested", "answered deny", "reinstalled", "process_started", "activated", "requested"]
        ),
      ],
      story: [
        "version": "modern", "restriction": "none", "allows_requests": "yes", "usage_string": "yes",
      ],
      drawn: drawn)
  }

  @Test("R81, R89, R140, R145: an app asks as its transcripts say")
  func flow() throws {
    let free = "not_determined free let_go"
    let start = ["session_started", "hook did_become_active", "activated"]
    var drawn: [[String: String]] = []
    for trigger in Self.triggers.keys.sorted() {
      for prePrompt in ["none", "fixed", "dismissible"] {
        for retry in Self.retries.keys.sorted() {
          drawn.append([
            "version": "modern", "trigger": trigger, "hook": "did_become_active", "retry": retry,
            "pre_prompt": prePrompt, "trusts_callback": drawn.count.isMultiple(of: 2) ? "no" : "yes",
          ])
        }
      }
    }
    try check(
      "flow", Self.flow,
      [
        ("R140, R29: asked and answered", start + ["ask_due \(free)", "request_ended denied", "activated"]),
        (
          "R145: lost and asked again",
          start + ["ask_due \(free)", "request_ended not_determined", "activated", "ask_due \(free)"]
        ),
        (
          "R101: waits for the consent layer",
          start + ["ask_due not_determined free held_back", "consent_ended \(free)", "ask_due \(free)"]
        ),
        ("R109: refused first", start + ["consent_refused", "ask_due \(free)", "activated"]),
      ],
      story: [
        "version": "modern", "trigger": "launch", "hook": "did_become_active", "retry": "each_activation",
        "pre_prompt": "none", "trusts_callback": "no",
      ],
      drawn: drawn)
  }

  @Test("R118, R119, R123, R126: a gate waits as its transcripts say")
  func gate() throws {
    let drawn = Self.gates.keys.sorted().flatMap { kind in
      ["0", "20", "400"].map { ["kind": kind, "wait_seconds": $0] }
    }
    try check(
      "gate", Self.gate,
      [
        ("R118: released by the answer", ["started undetermined", "determined", "deadline"]),
        ("R118: released by the deadline", ["started undetermined", "deadline", "determined"]),
        ("R117: a wait set too late", ["started undetermined", "wait_set 10", "deadline"]),
        ("R122: the wait begins anew", ["started undetermined", "session_ended 5", "started undetermined"]),
      ],
      story: ["kind": "documented", "wait_seconds": "20"], drawn: drawn)
  }

  @Test("R101, R103, R104, R107, R109: a consent layer comes as its transcripts say")
  func consent() throws {
    var drawn: [[String: String]] = []
    for order in ["after_att", "before_att"] {
      for onUndetermined in ["wait", "open"] {
        for preGrant in ["no", "yes"] {
          for _ in 0..<2 {
            drawn.append(["order": order, "on_undetermined": onUndetermined, "pre_grant": preGrant])
          }
        }
      }
    }
    try check(
      "consent", Self.consent,
      [
        (
          "R103: after a yes it asks",
          [
            "activated not_determined asks", "determined authorized asks", "shown readable", "ended yes",
            "reversed",
          ]
        ),
        (
          "R104: after a no it does not",
          ["activated not_determined asks", "determined denied asks", "shown unreadable", "ended yes"]
        ),
        (
          "R106: no permission in this system",
          ["activated no_status never_asks", "shown readable", "ended no"]
        ),
        ("R2: a status of a future system", ["activated unknown_9 asks", "shown unreadable", "ended yes"]),
      ],
      story: ["order": "after_att", "on_undetermined": "wait", "pre_grant": "no"], drawn: drawn)
  }
}
