import FlowRehearsal
import Foundation
import PromptFlow
import PromptFlowStorage
import Testing

/// A point at which a process can end.
struct EndOfProcess: CustomTestStringConvertible, Sendable {
  let testDescription: String
  var setup = FlowSetup.onDisk()
  var launch: @Sendable (inout Rehearsal) -> Void = { $0.launch() }
  /// How long after the launch.
  var seconds = 5.0
  /// What is kept of the asking there.
  var stage = AskStage.none
  /// Which screen of the flow is up there.
  var screen = FlowSession.Screen.none
  /// Whether it takes another session after the relaunch, or the moment that the strategy waits for.
  var stillNeeds: @Sendable (inout Rehearsal) -> Void = { _ in }
  /// What has happened by then.
  var reach: @Sendable (inout Rehearsal) -> Void = { _ in }
}

extension FlowSetup {
  static let article: CountedEvent = "article"

  static func onDisk(
    _ trigger: Trigger = .launch, prePrompt: Bool = false, cooldown: Int = 1,
    retry: RetryPolicy = .eachActivation, version: SystemVersion = .modern,
    order: ConsentOrder = .afterATT
  ) -> FlowSetup {
    let policy = PrePromptPolicy(isDismissible: true, cooldownSessions: cooldown, maximumShows: nil)
    return FlowSetup(
      asking: trigger, prePrompt: prePrompt ? policy : nil, retry: retry, settingsLink: .afterDenial,
      version: version, delaySeconds: 1, consent: ConsentSetup(order: order),
      attribution: AttributionSetup(kind: .documented, waitSeconds: 60, start: .process))
  }
}

extension EndOfProcess {
  static let all: [EndOfProcess] = asking + beside

  static let asking: [EndOfProcess] = [
    EndOfProcess(testDescription: "before the first view", launch: { $0.start() }),
    EndOfProcess(
      testDescription: "two of three articles read", setup: .onDisk(.event(FlowSetup.article, count: 3)),
      stillNeeds: { $0.send(.eventEnded(FlowSetup.article)) },
      reach: { app in
        for _ in 0..<2 { app.send(.eventEnded(FlowSetup.article)) }
      }),
    EndOfProcess(
      testDescription: "onboarded, and the ask not yet made", setup: .onDisk(.onboarding), stage: .delaying,
      reach: { $0.send(.onboardingCompleted) }),
    EndOfProcess(testDescription: "in the first of two sessions", setup: .onDisk(.session(2))),
    EndOfProcess(testDescription: "the delay before the ask", seconds: 0, stage: .delaying),
    EndOfProcess(
      testDescription: "the ask behind a consent layer", setup: .onDisk(order: .beforeATT),
      stage: .waitingForConsent, screen: .consent),
    EndOfProcess(
      testDescription: "the pre-prompt behind another screen", setup: .onDisk(prePrompt: true), seconds: 0,
      stage: .waitingToShowPrePrompt,
      reach: { app in
        app.send(.covered(true))
        app.wait(5)
      }),
    EndOfProcess(
      testDescription: "the pre-prompt up", setup: .onDisk(prePrompt: true), stage: .showingPrePrompt,
      screen: .prePrompt),
    EndOfProcess(
      testDescription: "the pre-prompt closed, and not due again for two sessions",
      setup: .onDisk(prePrompt: true, cooldown: 2), stillNeeds: { $0.launch() },
      reach: { $0.send(.prePromptEnded(.dismissed)) }),
    EndOfProcess(testDescription: "R31: the alert up", stage: .inFlight),
    EndOfProcess(
      testDescription: "R54: the alert up and called back early", setup: .onDisk(version: .iOS17_4),
      stage: .inFlight),
    EndOfProcess(
      testDescription: "R145: a request lost, to be made again in the next session",
      setup: .onDisk(retry: .nextSession),
      reach: { $0.answer(nil) }),
  ]

  static let beside: [EndOfProcess] = [
    EndOfProcess(
      testDescription: "in the background, the attribution SDK waiting and the ask due again",
      stage: .delaying,
      reach: { app in
        app.answer(nil)
        app.send(.deactivated)
        app.send(.backgrounded)
      }),
    EndOfProcess(
      testDescription: "answered, and the consent layer due behind another screen",
      reach: { app in
        app.send(.covered(true))
        app.answer(.allow)
      }),
    EndOfProcess(
      testDescription: "answered, and the consent layer up", screen: .consent, reach: { $0.answer(.allow) }),
    EndOfProcess(testDescription: "all done", reach: { $0.goThrough() }),
  ]
}

extension Rehearsal {
  /// A willing person and a patient app: every screen is gone through until nothing is left to do.
  fileprivate mutating func goThrough() {
    for _ in 0..<12 {
      wait(5)
      switch session.screen {
      case .prePrompt: send(.prePromptEnded(.continued))
      case .consent: send(.consentEnded(isAccepted: true))
      case .none: break
      }
      answer(.allow)
    }
  }

  /// How often an action was carried out.
  fileprivate func count(_ action: FlowSession.Action) -> Int { actions.count { $0 == action } }
}

@MainActor
@Suite("A relaunch in any state goes on, by the state in the file")
struct RelaunchTests {
  /// What the next process finds in a file.
  private func read(_ state: FlowState) throws -> FlowState? {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "PromptFlow-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try FileStateStore(file: file).save(state)
    return try FileStateStore(file: file).load()
  }

  @Test("the app reaches the end it would have reached", arguments: EndOfProcess.all)
  func goesOn(end: EndOfProcess) throws {
    var app = Rehearsal(end.setup)
    end.launch(&app)
    app.wait(end.seconds)
    end.reach(&app)
    // A rehearsal's next process has the state of the last one.
    #expect(try read(app.session.state) == app.session.state)
    let kept = app.session.state.flow
    let flow = AppFlow(strategy: PromptStrategy(trigger: .launch), version: .modern, resuming: kept)
    #expect(flow.stage == end.stage)
    #expect(app.session.screen == end.screen)

    app.launch()
    end.stillNeeds(&app)
    app.goThrough()
    let session = app.session
    #expect(session.status == .authorized && session.isTrackingAllowed && session.hasFinishedAsking)
    #expect(session.screen == .none && session.stage == .none)
    let sent = app.actions.count { if case .sendInstall = $0 { true } else { false } }
    #expect(sent == 1, "the install event goes out once, over all processes")
    #expect(app.lastLoss == nil, "no request is lost on the way")
    let consents = app.count(.showConsent(asksToTrack: true))
    #expect(consents == (end.screen == .consent ? 2 : 1), "a layer that was cut off comes again")
  }

  @Test("the ends are every stage of an ask and every screen there is")
  func complete() {
    #expect(Set(EndOfProcess.all.map(\.stage)) == Set(AskStage.allCases))
    #expect(Set(EndOfProcess.all.map(\.screen)) == Set(FlowSession.Screen.allCases))
  }
}
