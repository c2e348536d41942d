import Foundation
import PromptFlow
import Testing

/// The transcripts of one machine: its stories and its events in any order.
private struct Machine<M: Transcribed> {
  let name: String
  let make: ([String: String]) -> M?
  let stories: [Story]
  /// What every story is given, unless it says otherwise.
  let ordinary: [String: String]
  /// What each drawn transcript is given, on top of that.
  let drawn: [[String: String]]
  /// Where the machine's rules are decided.
  let sources: [String]

  func steps(_ given: [String: String], _ words: [String]) -> [TranscriptFile.Step]? {
    guard var machine = make(given) else { return nil }
    var steps: [TranscriptFile.Step] = []
    for line in words {
      guard let event = M.events.first(where: { $0.words == line })?.event else { return nil }
      let action = machine.respond(to: event)
      steps.append(TranscriptFile.Step(event: line, action: action, state: machine.standing))
    }
    return steps
  }

  func recorded() throws -> TranscriptFile {
    var file = TranscriptFile(machine: name, transcripts: [])
    for story in stories {
      let given = ordinary.merging(story.given) { $1 }
      let steps = try #require(self.steps(given, story.events), "'\(story.title)' has a word that is none")
      file.transcripts.append(.init(title: story.title, given: given, steps: steps))
    }
    for (place, changed) in drawn.enumerated() {
      let given = ordinary.merging(changed) { $1 }
      var random = SplitMix(seed: UInt64(place) + 1)
      let words = (0..<30).map { _ in
        random.chance(oneIn: 3) ? random.pick(M.events).words : random.pick(M.usual)
      }
      let steps = try #require(self.steps(given, words))
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
      steps(transcript.given, transcript.steps.map(\.event)) != transcript.steps
    }
    #expect(wrong.map(\.title) == [])
  }

  /// Plays a story to its end, which has to be as its rule says.
  func tell(_ story: Story) throws {
    let last = try #require(steps(ordinary.merging(story.given) { $1 }, story.events)?.last)
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

@Suite("Conformance transcripts")
struct TranscriptTests {
  private var system: Machine<SystemPermission> {
    var drawn: [[String: String]] = []
    for version in SystemVersion.allCases {
      for restriction in ["none", "none", "none", "profile"] {
        for allows in ["yes", "no"] {
          drawn.append(["version": version.name, "restriction": restriction, "allows_requests": allows])
        }
      }
    }
    return Machine(
      name: "system", make: TranscriptMachines.system, stories: SystemStories.all,
      ordinary: [
        "version": "modern", "restriction": "none", "allows_requests": "yes", "usage_string": "yes",
        "is_extension": "no", "has_window": "yes", "is_simulator": "no",
      ],
      drawn: drawn,
      sources: ["Machines/Permission/SystemPermission", "System/SystemRules", "System/GlobalSwitch"])
  }

  private var flow: Machine<AppFlow> {
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
      name: "flow", make: TranscriptMachines.flow, stories: FlowStories.all,
      ordinary: [
        "version": "modern", "trigger": "launch", "hook": "did_become_active", "retry": "each_activation",
        "pre_prompt": "none", "trusts_callback": "no", "asks_from": "ios_14_5", "settings_link": "none",
      ],
      drawn: drawn, sources: ["Machines/AppFlow", "Machines/AppFlow+Memory"])
  }

  private var gate: Machine<AttributionGate> {
    Machine(
      name: "gate", make: TranscriptMachines.gate, stories: GateStories.all,
      ordinary: ["kind": "documented", "wait_seconds": "20"],
      drawn: ["documented", "foreground", "none", "timer"].flatMap { kind in
        ["0", "20", "400"].map { ["kind": kind, "wait_seconds": $0] }
      }, sources: ["Machines/Attribution/AttributionGate"])
  }

  private var consent: Machine<ConsentLayer> {
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
      name: "consent", make: TranscriptMachines.consent, stories: ConsentStories.all,
      ordinary: ["order": "after_att", "on_undetermined": "wait", "pre_grant": "no"], drawn: drawn,
      sources: ["Machines/Consent/ConsentLayer"])
  }

  @Test("R19, R23, R29, R33, R52, R53: the system does what its transcripts say")
  func systemReplays() throws { try system.check() }

  @Test("R81, R89, R140, R145: an app asks as its transcripts say")
  func flowReplays() throws { try flow.check() }

  @Test("R118, R119, R123, R126: a gate waits as its transcripts say")
  func gateReplays() throws { try gate.check() }

  @Test("R101, R103, R104, R107, R109: a consent layer comes as its transcripts say")
  func consentReplays() throws { try consent.check() }

  // How a story ends is written beside it by hand; its title begins with the rules that a failure is a failure of.
  @Test("a story of the system ends as its rule says", arguments: SystemStories.all)
  func systemTells(story: Story) throws { try system.tell(story) }

  @Test("a story of an app's asking ends as its rule says", arguments: FlowStories.all)
  func flowTells(story: Story) throws { try flow.tell(story) }

  @Test("a story of a gate ends as its rule says", arguments: GateStories.all)
  func gateTells(story: Story) throws { try gate.tell(story) }

  @Test("a story of a consent layer ends as its rule says", arguments: ConsentStories.all)
  func consentTells(story: Story) throws { try consent.tell(story) }

  @Test("every rule that a machine's source names has a story")
  func complete() throws {
    #expect(try system.unshown() == [])
    #expect(try flow.unshown() == [])
    #expect(try gate.unshown() == [])
    #expect(try consent.unshown() == [])
  }
}
