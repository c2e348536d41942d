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
      for (name, event) in Machine.chartedEvents {
        var after = machine
        after.take(event)
        if after.stateName != machine.stateName {
          edges.insert("\(machine.stateName) | \(name) | \(after.stateName)")
        }
        next.append(after)
      }
    }
  }

  /// The diagram that stands in the page, in the table under a heading.
  init(under heading: String) throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(
        "Sources/PromptFlow/PromptFlow.docc/StateMachines.md")
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
private protocol Charted: Hashable {
  associatedtype Happening
  /// Machines of every setup, before anything has happened.
  static var beginnings: [Self] { get }
  /// Every kind of event, by its name in the diagram, with all that matters in it.
  static var chartedEvents: [(name: String, event: Happening)] { get }
  /// The state's name in the diagram.
  var stateName: String { get }
  /// Whether so little has happened that the walk goes on: counts never end.
  var isNear: Bool { get }
  mutating func take(_ event: Happening)
}

extension AppFlow: Charted {
  fileprivate static var beginnings: [AppFlow] {
    let article = EventKind(rawValue: 0)
    let prePrompts = [nil, PrePromptPolicy(isDismissible: true, maximumShows: 1), PrePromptPolicy()]
    return [AskTrigger.launch, .onboarding, .session(2), .event(article, count: 2)].flatMap { trigger in
      prePrompts.flatMap { prePrompt in
        RetryPolicy.allCases.map { retry in
          AppFlow(
            strategy: PromptStrategy(
              trigger: trigger, retry: retry, prePrompt: prePrompt, trustsCallback: true),
            version: .modern)
        }
      }
    }
  }

  fileprivate static var chartedEvents: [(name: String, event: Event)] {
    let situations = [AuthorizationStatus.notDetermined, .denied].flatMap { status in
      [true, false].flatMap { canShow in
        [true, false].map {
          Situation(status: status, canShowScreen: canShow, consentHoldsBack: $0)
        }
      }
    }
    return [
      ("session started", .sessionStarted), ("activated", .activated),
      ("onboarding completed", .onboardingCompleted), ("event ended", .eventEnded(EventKind(rawValue: 0))),
      ("called back early", .calledBackEarly), ("question open", .questionOpen),
      ("consent refused", .consentRefused), ("consent reversed", .consentReversed),
      ("session ended", .sessionEnded), ("answered by person", .answeredByPerson),
      ("status rechecked", .statusRechecked), ("settings link due", .settingsLinkDue),
      ("request ended", .requestEnded(.notDetermined)), ("request ended", .requestEnded(.denied)),
      ("pre-prompt ended", .prePromptEnded(.continued)), ("pre-prompt ended", .prePromptEnded(.dismissed)),
      ("pre-prompt ended", .prePromptEnded(.left)),
    ] + AskHook.allCases.map { ("hook reached", .hookReached($0)) }
      + situations.flatMap {
        [("ask due", .askDue($0)), ("screen free", .screenFree($0)), ("consent ended", .consentEnded($0))]
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
  fileprivate mutating func take(_ event: Event) { _ = handle(event) }
}

extension ConsentLayer: Charted {
  fileprivate static var beginnings: [ConsentLayer] {
    ConsentOrder.allCases.flatMap { order in
      ConsentOnUndetermined.allCases.flatMap { undetermined in
        [true, false].map { ConsentLayer(order: order, onUndetermined: undetermined, preGrant: $0) }
      }
    }
  }

  fileprivate static var chartedEvents: [(name: String, event: Event)] {
    let statuses: [AuthorizationStatus?] = [nil, .notDetermined, .denied, .authorized]
    let views = statuses.flatMap { status in
      [true, false].map { View(status: status, appAsks: $0) }
    }
    return [
      ("process started", .processStarted), ("request undetermined", .requestUndetermined),
      ("given up", .givenUp), ("rejected by the app", .rejectedByApp), ("occasion gone", .occasionGone),
      ("shown", .shown(identifierIsReadable: true)), ("shown", .shown(identifierIsReadable: false)),
      ("shown", .shown(identifierIsReadable: false, isForbidden: true)),
      ("ended", .ended(wouldAccept: true)), ("ended", .ended(wouldAccept: false)),
    ]
      + [true, false].flatMap { accepts in
        [true, false].map { ("changed", .changed(accepts: accepts, mayAsk: $0)) }
          + [("changed", .changedBeforeAlert(accepts: accepts))]
      } + views.flatMap { [("activated", .activated($0)), ("determined", .determined($0))] }
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

  private func words(_ turn: Turn) -> String {
    switch turn {
    case .usual: ""
    case .early: " early"
    case .again: " again"
    }
  }

  fileprivate var isNear: Bool { true }
  fileprivate mutating func take(_ event: Event) { handle(event) }
}

extension AttributionGate: Charted {
  fileprivate static var beginnings: [AttributionGate] {
    GateKind.allCases.map { AttributionGate(kind: $0, waitSeconds: 10) }
  }

  fileprivate static var chartedEvents: [(name: String, event: Event)] {
    [
      ("started", .started(isDetermined: true)),
      ("started", .started(isDetermined: false)), ("determined", .determined),
      ("believed denied", .believedDenied), ("deadline", .deadline),
      ("session ended", .sessionEnded(secondsSinceStart: 5)),
    ]
  }

  fileprivate var stateName: String { isSent ? "sent" : isWaiting ? "waiting" : "idle" }
  fileprivate var isNear: Bool { true }
  fileprivate mutating func take(_ event: Event) { _ = handle(event) }
}

extension SystemPermission: Charted {
  fileprivate static var beginnings: [SystemPermission] {
    [SystemVersion.before14, .iOS14_0, .modern].flatMap { version in
      [true, false].flatMap { hasUsageString in
        [true, false].map {
          var system = SystemPermission(
            rules: SystemRules(version), device: TrackingDevice(allowsRequests: $0))
          system.hasUsageString = hasUsageString
          return system
        }
      }
    }
  }

  fileprivate static var chartedEvents: [(name: String, event: Event)] {
    [
      ("process started", .processStarted), ("activated", .activated), ("requested", .requested),
      ("other alert due", .otherAlertDue(0)), ("answered", .answered(.allow)), ("answered", .answered(.deny)),
      ("ended undecided", .endedUndecided), ("other alert closed", .otherAlertClosed),
      ("app switch", .appSwitch(isOn: true)), ("app switch", .appSwitch(isOn: false)),
      ("status read", .statusRead), ("reinstalled", .reinstalled),
    ] + GlobalSwitch.allCases.map { ("device's switch", .globalSwitch($0)) }
  }

  fileprivate var stateName: String {
    switch presented {
    case .tracking: "tracking alert up"
    case .other: "other alert up"
    case nil: isActive ? "active" : "inactive"
    }
  }

  fileprivate var isNear: Bool { true }
  fileprivate mutating func take(_ event: Event) { _ = handle(event) }
}
