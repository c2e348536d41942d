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

/// One machine and its transcripts: stories, and its events in any order.
struct Machine<M: Transcribed> {
  let name: String
  /// What a life is given, unless it says otherwise.
  let ordinary: [String: String]
  /// What each of the machine's setups is given, on top of that.
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

  /// The life of a machine drawn by the seed: every event in any order, possible or not.
  func life(
    seed: UInt64, given changed: [String: String] = [:], besides excluded: Set<String> = []
  ) throws -> [Step<M>] {
    var random = SplitMix(seed: seed)
    let given = ordinary.merging(random.pick(drawn)) { $1 }.merging(changed) { $1 }
    let words = (0..<400).map { _ in
      random.chance(oneIn: 3) ? random.pick(M.events).words : random.pick(M.usual)
    }
    return try #require(steps(given, words.filter { !excluded.contains($0) }))
  }

  private var place: URL? { TranscriptFile.folder?.appendingPathComponent("\(name).json") }

  private var file: TranscriptFile? {
    place.flatMap { try? JSONDecoder().decode(TranscriptFile.self, from: Data(contentsOf: $0)) }
  }

  /// What the file of the machine holds.
  var transcripts: [Transcript] { file?.transcripts ?? [] }

  /// A transcript's events as the machine answers them; `nil` where a word of it is none.
  private func recorded(_ transcript: Transcript) -> [Transcript.Step]? {
    steps(transcript.given, transcript.steps.map(\.event))?.map {
      .init(event: $0.event, action: $0.action, state: $0.after.standing)
    }
  }

  /// Holds the machine to a transcript.
  func replay(_ transcript: Transcript) {
    let steps = recorded(transcript)
    let told = steps?.last.map { $0.state.merging(["action": $0.action]) { $1 } } ?? [:]
    let ends = transcript.ends ?? [:]
    #expect(steps == transcript.steps && told.filter { ends[$0.key] != nil } == ends)
  }

  /// Whether the file is whole; with `RECORD` in the environment what the machine does is written into it.
  func check() throws {
    var file = try #require(file, "no \(name).json in Data/transcripts")
    #expect(file.schema == TranscriptFile.schema && file.machine == name)
    #expect(file.transcripts.allSatisfy { $0.tags.isEmpty == ($0.ends == nil) && $0.ends?.isEmpty != true })
    #expect(try unshown() == [])
    guard ProcessInfo.processInfo.environment["RECORD"] != nil, let place else { return }
    for index in file.transcripts.indices {
      let transcript = file.transcripts[index]
      file.transcripts[index].steps = try #require(
        recorded(transcript), "'\(transcript.title)' has a word that is none")
    }
    try Data(file.text().utf8).write(to: place, options: .atomic)
    Issue.record("recorded \(name).json; read the difference, then run again")
  }

  /// Rules that the machine's source names in a comment and no story shows.
  private func unshown() throws -> [String] {
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
    return named.subtracting(transcripts.flatMap(\.tags)).sorted()
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

  /// Every choice of one value for each key, those of the last key next to each other.
  private static func choices(_ values: KeyValuePairs<String, [String]>) -> [[String: String]] {
    values.reduce([[:]]) { chosen, next in
      chosen.flatMap { given in next.value.map { given.merging([next.key: $0]) { $1 } } }
    }
  }

  static var system: Machine<SystemPermission> {
    Machine(
      name: "system",
      ordinary: [
        "version": "modern", "restriction": "none", "allows_requests": "yes", "usage_string": "yes",
        "is_extension": "no", "has_window": "yes", "is_simulator": "no",
      ],
      drawn: choices([
        "version": SystemVersion.allCases.map(\.name), "restriction": ["none", "none", "none", "profile"],
        "allows_requests": ["yes", "no"],
      ]),
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
    let drawn = choices([
      "trigger": ["event 0 3", "launch", "onboarding", "session 2"],
      "pre_prompt": ["none", "fixed", "dismissible"], "retry": ["each_activation", "never", "next_session"],
    ])
    let (trusts, links) = (["no", "yes"], ["none", "in_preferences", "after_denial"])
    return Machine(
      name: "flow",
      ordinary: [
        "version": "modern", "trigger": "launch", "hook": "did_become_active", "retry": "each_activation",
        "pre_prompt": "none", "trusts_callback": "no", "asks_from": "ios_14_5", "settings_link": "none",
      ],
      drawn: drawn.enumerated().map { place, given in
        given.merging(["trusts_callback": trusts[place % 2], "settings_link": links[place % 3]]) { $1 }
      }, sources: ["Machines/AppFlow", "Machines/AppFlow+Memory"]
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
      name: "gate", ordinary: ["kind": "documented", "wait_seconds": "20"],
      drawn: choices([
        "kind": ["documented", "foreground", "none", "timer"], "wait_seconds": ["0", "20", "400"],
      ]), sources: ["Machines/Attribution/AttributionGate"]
    ) { given in
      guard let kind: GateKind = named(given["kind"]), let wait = Double(given["wait_seconds"] ?? "") else {
        return nil
      }
      return AttributionGate(kind: kind, waitSeconds: wait)
    }
  }

  static var consent: Machine<ConsentLayer> {
    Machine(
      name: "consent",
      ordinary: ["order": "after_att", "on_undetermined": "wait", "pre_grant": "no"],
      drawn: choices([
        "order": ["after_att", "before_att"], "on_undetermined": ["wait", "open"],
        "pre_grant": ["no", "no", "yes", "yes"],
      ]),
      sources: ["Machines/Consent/ConsentLayer"]
    ) { given in
      ConsentLayer(
        order: given["order"] == "before_att" ? .beforeATT : .afterATT,
        onUndetermined: given["on_undetermined"] == "open" ? .open : .wait,
        preGrant: given["pre_grant"] == "yes")
    }
  }
}
