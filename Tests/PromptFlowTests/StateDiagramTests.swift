import Foundation
import PromptFlow
import Testing

/// Holds the page *StateMachines* to the machines: each is sent every event in every state it can reach.
@Suite("The diagrams of the machines")
struct StateDiagramTests {
  @Test("the system's machine takes the edges that its diagram has, and no others")
  func system() throws { try expectDiagram(of: SystemPermission.self, under: "SystemPermission") }

  @Test("the app's machine takes the edges that its diagram has, and no others")
  func flow() throws { try expectDiagram(of: AppFlow.self, under: "AppFlow") }

  @Test("the consent layer takes the edges that its diagram has, and no others")
  func consent() throws { try expectDiagram(of: ConsentLayer.self, under: "ConsentLayer") }

  @Test("the gate takes the edges that its diagram has, and no others")
  func gate() throws { try expectDiagram(of: AttributionGate.self, under: "AttributionGate") }

  private func expectDiagram<Machine: Charted>(of _: Machine.Type, under heading: String) throws {
    let written = try StateDiagram(under: heading)
    let taken = StateDiagram(of: Machine.self)
    #expect(!written.edges.isEmpty)
    #expect(written.edges.subtracting(taken.edges).sorted() == [], "written, and never taken")
    #expect(taken.edges.subtracting(written.edges).sorted() == [], "taken, and not written")
  }
}

/// The edges between the states of a machine, each as `state | event | next state`.
private struct StateDiagram {
  var edges: Set<String> = []

  /// The diagram that a machine walks.
  init<Machine: Charted>(of _: Machine.Type) {
    var seen: Set<Machine> = []
    var next = Machine.beginnings
    while let machine = next.popLast() {
      guard machine.isNear, seen.insert(machine).inserted else { continue }
      for (words, event) in Machine.events + Machine.untold where Machine.matters(words) {
        var after = machine
        after.take(event)
        if after.stateName != machine.stateName {
          edges.insert("\(machine.stateName) | \(Self.name(words)) | \(after.stateName)")
        }
        next.append(after)
      }
    }
  }

  /// What the page calls an event.
  private static func name(_ words: String) -> String {
    var name = String(words.prefix { $0 != " " })
    for (words, others) in [("_", " "), ("pre prompt", "pre-prompt"), ("by app", "by the app")] {
      name = name.replacing(words, with: others)
    }
    return name == "hook" ? "hook reached" : name
  }

  /// The diagram that stands in the page, in the table under a heading.
  init(under heading: String) throws {
    let page = TutorialTests.catalogue().appendingPathComponent("StateMachines.md")
    let sections = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n### ")
    let section = try #require(sections.first { $0.prefix { $0 != "\n" }.hasSuffix(": \(heading)") })
    for line in section.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, !cells[0].hasPrefix("-"), cells[0] != "state" else { continue }
      for state in cells[2].components(separatedBy: ", ") {
        edges.insert("\(cells[0]) | \(cells[1]) | \(state)")
      }
    }
  }
}

/// A machine whose states have names, and that can be walked from its beginnings by its events.
private protocol Charted: Transcribed, Hashable {
  /// Machines of every setup, before anything has happened.
  static var beginnings: [Self] { get }
  /// The state's name in the diagram.
  var stateName: String { get }
  /// Whether so little has happened that the walk goes on: counts never end.
  var isNear: Bool { get }
  /// Whether an event leads elsewhere than others do.
  static func matters(_ words: String) -> Bool
  /// Events that no transcript holds.
  static var untold: [(words: String, event: Word)] { get }
  mutating func take(_ word: Word)
}

extension Charted {
  var isNear: Bool { true }
  static func matters(_: String) -> Bool { true }
  static var untold: [(words: String, event: Word)] { [] }
  mutating func take(_ word: Word) { _ = respond(to: word) }
}

extension AppFlow: Charted {
  fileprivate static var beginnings: [AppFlow] {
    let triggers: [AskTrigger] = [
      .launch, .onboarding, .session(2), .event(EventKind(rawValue: 0), count: 2),
    ]
    let prePrompts = [nil, PrePromptPolicy(isDismissible: true, maximumShows: 1), PrePromptPolicy()]
    // Each trigger with each pre-prompt, and with each retry.
    return triggers.indices.flatMap { trigger in
      prePrompts.indices.map { prePrompt in
        AppFlow(
          strategy: PromptStrategy(
            trigger: triggers[trigger], retry: RetryPolicy.allCases[(trigger + prePrompt) % 3],
            prePrompt: prePrompts[prePrompt], trustsCallback: true),
          version: .modern)
      }
    }
  }

  fileprivate var stateName: String {
    switch kept.state {
    case .idle: "idle"
    case .determined: "determined"
    case .finished: "finished"
    case .delaying: "delaying"
    case .waitingForConsent: "waiting for consent"
    case .waitingToShowPrePrompt: "waiting to show"
    case .showingPrePrompt: "showing pre-prompt"
    case .requesting: "requesting"
    }
  }

  // The shows too: a machine with a fault could show its pre-prompt again and again.
  fileprivate var isNear: Bool { kept.memory.sessions <= 2 && prePromptShows <= 3 }

  fileprivate static func matters(_ words: String) -> Bool {
    !["no_status", "restricted", "authorized", "unknown_9", "event_ended 1"].contains { words.contains($0) }
  }

  fileprivate static var untold: [(words: String, event: Event)] { [("consent_reversed", .consentReversed)] }
  fileprivate mutating func take(_ event: Event) { _ = handle(event) }
}

extension ConsentLayer: Charted {
  fileprivate static var beginnings: [ConsentLayer] {
    Machines.consent.drawn.compactMap { Machines.consent.make($0) }
  }

  fileprivate var stateName: String {
    switch state {
    case .waiting: "waiting"
    case .due(let turn): "due" + words(turn)
    case .up(let turn, _): "up" + words(turn)
    case .givenUp(let turn, _): "given up" + words(turn)
    case .rejected: "rejected"
    case .acceptedUnasked: "accepted unasked"
    case .answered(let accepts, _): accepts ? "accepted" : "refused"
    }
  }

  private func words(_ turn: Turn) -> String { turn == .usual ? "" : " \(turn)" }

  fileprivate static var untold: [(words: String, event: Event)] {
    [true, false].map { ("changed", .changedBeforeAlert(accepts: $0)) }
  }
}

extension AttributionGate: Charted {
  fileprivate static var beginnings: [AttributionGate] {
    GateKind.allCases.map { AttributionGate(kind: $0, waitSeconds: 10) }
  }

  fileprivate var stateName: String { isSent ? "sent" : isWaiting ? "waiting" : "idle" }
}

extension SystemPermission: Charted {
  fileprivate static var beginnings: [SystemPermission] {
    ["yes", "no"].flatMap { hasText in
      Machines.system.drawn.compactMap {
        Machines.system.make(
          Machines.system.ordinary.merging($0) { $1 }.merging(["usage_string": hasText]) { $1 })
      }
    }
  }

  fileprivate var stateName: String {
    switch presented {
    case .tracking: "tracking alert up"
    case .other: "other alert up"
    case nil: isActive ? "active" : "inactive"
    }
  }
}
