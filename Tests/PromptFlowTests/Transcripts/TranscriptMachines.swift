import Foundation
import PromptFlow
import Testing

/// One event, in the words of the transcripts, and the machine on both sides of it.
struct Step<M: Transcribed> {
  let before: M
  let event: String
  let action: String
  let after: M
}

/// The transcripts of one machine: its stories and its events in any order.
struct Machine<M: Transcribed> {
  let name: String
  let stories: [Story]
  /// What every story is given, unless it says otherwise.
  let ordinary: [String: String]
  /// What each drawn transcript is given, on top of that.
  let drawn: [[String: String]]
  /// Where the machine's rules are decided.
  let sources: [String]
  let make: ([String: String]) -> M?

  /// What happens to the machine that is given this; `nil` where something of it, or a word, is none.
  private func steps(_ given: [String: String], _ words: [String]) -> [Step<M>]? {
    guard var machine = make(given) else { return nil }
    var steps: [Step<M>] = []
    for line in words {
      guard let event = M.events.first(where: { $0.words == line })?.event else { return nil }
      let before = machine
      let action = machine.respond(to: event)
      steps.append(Step(before: before, event: line, action: action, after: machine))
    }
    return steps
  }

  private func written(_ given: [String: String], _ words: [String]) -> [TranscriptFile.Step]? {
    steps(given, words)?.map { .init(event: $0.event, action: $0.action, state: $0.after.standing) }
  }

  private func drawnWords(_ count: Int, _ random: inout SplitMix) -> [String] {
    (0..<count).map { _ in
      random.chance(oneIn: 3) ? random.pick(M.events).words : random.pick(M.usual)
    }
  }

  /// The life of a machine drawn by the seed: every event in any order, possible or not.
  func life(
    seed: UInt64, given changed: [String: String] = [:], besides excluded: Set<String> = []
  ) throws -> [Step<M>] {
    var random = SplitMix(seed: seed)
    let given = ordinary.merging(random.pick(drawn)) { $1 }.merging(changed) { $1 }
    return try #require(steps(given, drawnWords(400, &random).filter { !excluded.contains($0) }))
  }

  func recorded() throws -> TranscriptFile {
    var file = TranscriptFile(machine: name, transcripts: [])
    for story in stories {
      let given = ordinary.merging(story.given) { $1 }
      let steps = try #require(written(given, story.events), "'\(story.title)' has a word that is none")
      file.transcripts.append(.init(title: story.title, given: given, steps: steps))
    }
    for (place, changed) in drawn.enumerated() {
      let given = ordinary.merging(changed) { $1 }
      var random = SplitMix(seed: UInt64(place) + 1)
      let steps = try #require(written(given, drawnWords(30, &random)))
      file.transcripts.append(.init(title: "any order \(place + 1)", given: given, steps: steps))
    }
    return file
  }

  /// Replays the file, or records it.
  func check() throws {
    let folder = try #require(TranscriptFile.folder, "no folder Data/transcripts")
    let place = folder.appendingPathComponent("\(name).json")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(recorded().text().utf8).write(to: place, options: .atomic)
      Issue.record("recorded \(name).json; read the difference, then run again")
      return
    }
    let file = try JSONDecoder().decode(TranscriptFile.self, from: Data(contentsOf: place))
    #expect(file.schema == TranscriptFile.schema && file.machine == name)
    let drawnTitles = drawn.indices.map { "any order \($0 + 1)" }
    #expect(file.transcripts.map(\.title) == stories.map(\.title) + drawnTitles)
    let wrong = file.transcripts.filter { transcript in
      written(transcript.given, transcript.steps.map(\.event)) != transcript.steps
    }
    #expect(wrong.map(\.title) == [])
  }

  /// Plays a story to its end, which has to be as its rule says.
  func tell(_ story: Story) throws {
    let last = try #require(written(ordinary.merging(story.given) { $1 }, story.events)?.last)
    let told = last.state.merging(["action": last.action]) { $1 }
    #expect(!story.ends.isEmpty && told.filter { story.ends[$0.key] != nil } == story.ends)
  }

  /// Rules that the machine's source names in a comment and no story shows.
  func unshown() throws -> [String] {
    let folder = try #require(TranscriptFile.folder).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/PromptFlow")
    var named: Set<String> = []
    for source in sources {
      let text = try String(contentsOf: folder.appendingPathComponent("\(source).swift"), encoding: .utf8)
      for line in text.split(separator: "\n") {
        guard let comment = line.range(of: "//") else { continue }
        named.formUnion(line[comment.upperBound...].matches(of: /\bR[0-9]+\b/).map { String($0.output) })
      }
    }
    return named.subtracting(stories.flatMap(\.tags)).sorted()
  }
}

/// The four machines, made from what a transcript is given.
enum Machines {
  /// The case of that name.
  private static func named<Case: CaseIterable>(_ name: String?) -> Case? {
    Case.allCases.first { spelled($0) == name }
  }

  private static func version(_ name: String?) -> SystemVersion? {
    SystemVersion.allCases.first { $0.name == name }
  }

  static var system: Machine<SystemPermission> {
    var drawn: [[String: String]] = []
    for version in SystemVersion.allCases {
      for restriction in ["none", "none", "none", "profile"] {
        for allows in ["yes", "no"] {
          drawn.append(["version": version.name, "restriction": restriction, "allows_requests": allows])
        }
      }
    }
    return Machine(
      name: "system", stories: SystemStories.all,
      ordinary: [
        "version": "modern", "restriction": "none", "allows_requests": "yes", "usage_string": "yes",
        "is_extension": "no", "has_window": "yes", "is_simulator": "no",
      ],
      drawn: drawn,
      sources: ["Machines/Permission/SystemPermission", "System/SystemRules", "System/GlobalSwitch"]
    ) { given in
      guard let version = version(given["version"]),
        let restriction: TrackingRestriction = named(given["restriction"])
      else { return nil }
      var machine = SystemPermission(
        rules: SystemRules(version),
        device: TrackingDevice(
          restriction: restriction, allowsRequests: given["allows_requests"] == "yes",
          isSimulator: given["is_simulator"] == "yes"))
      machine.hasUsageString = given["usage_string"] == "yes"
      machine.isExtension = given["is_extension"] == "yes"
      machine.hasWindow = given["has_window"] == "yes"
      return machine
    }
  }

  private static let triggers: [String: AskTrigger] = [
    "launch": .launch, "onboarding": .onboarding, "session 2": .session(2),
    "event 0 3": .event(EventKind(rawValue: 0), count: 3),
  ]
  private static let prePrompts: [String: PrePromptPolicy] = [
    "fixed": PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: nil),
    "dismissible": PrePromptPolicy(isDismissible: true, cooldownSessions: 2, maximumShows: 2),
  ]

  static var flow: Machine<AppFlow> {
    var drawn: [[String: String]] = []
    for trigger in ["event 0 3", "launch", "onboarding", "session 2"] {
      for prePrompt in ["none", "fixed", "dismissible"] {
        for retry in ["each_activation", "never", "next_session"] {
          let links = ["none", "in_preferences", "after_denial"]
          drawn.append([
            "trigger": trigger, "retry": retry, "pre_prompt": prePrompt,
            "trusts_callback": drawn.count.isMultiple(of: 2) ? "no" : "yes",
            "settings_link": links[drawn.count % 3],
          ])
        }
      }
    }
    return Machine(
      name: "flow", stories: FlowStories.all,
      ordinary: [
        "version": "modern", "trigger": "launch", "hook": "did_become_active", "retry": "each_activation",
        "pre_prompt": "none", "trusts_callback": "no", "asks_from": "ios_14_5", "settings_link": "none",
      ],
      drawn: drawn, sources: ["Machines/AppFlow", "Machines/AppFlow+Memory"]
    ) { given in
      guard let version = version(given["version"]), let trigger = triggers[given["trigger"] ?? ""],
        let hook: AskHook = named(given["hook"]), let retry: RetryPolicy = named(given["retry"]),
        let asksFrom = self.version(given["asks_from"]),
        let link: SettingsLink = named(given["settings_link"])
      else { return nil }
      return AppFlow(
        strategy: PromptStrategy(
          trigger: trigger, hook: hook, retry: retry, prePrompt: prePrompts[given["pre_prompt"] ?? ""],
          asksFrom: asksFrom, settingsLink: link, trustsCallback: given["trusts_callback"] == "yes"),
        version: version)
    }
  }

  static var gate: Machine<AttributionGate> {
    Machine(
      name: "gate", stories: GateStories.all, ordinary: ["kind": "documented", "wait_seconds": "20"],
      drawn: ["documented", "foreground", "none", "timer"].flatMap { kind in
        ["0", "20", "400"].map { ["kind": kind, "wait_seconds": $0] }
      }, sources: ["Machines/Attribution/AttributionGate"]
    ) { given in
      guard let kind: GateKind = named(given["kind"]), let wait = Double(given["wait_seconds"] ?? "") else {
        return nil
      }
      return AttributionGate(kind: kind, waitSeconds: wait)
    }
  }

  static var consent: Machine<ConsentLayer> {
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
    return Machine(
      name: "consent", stories: ConsentStories.all,
      ordinary: ["order": "after_att", "on_undetermined": "wait", "pre_grant": "no"], drawn: drawn,
      sources: ["Machines/Consent/ConsentLayer"]
    ) { given in
      ConsentLayer(
        order: given["order"] == "before_att" ? .beforeATT : .afterATT,
        onUndetermined: given["on_undetermined"] == "open" ? .open : .wait,
        preGrant: given["pre_grant"] == "yes")
    }
  }
}
