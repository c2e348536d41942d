import PromptFlow
import Testing

@Suite("A question that could not be asked, or whose answer is gone, is open again")
struct QuestionOpensAgainTests {
  /// An install whose status the test decides.
  private struct Install {
    var session: FlowSession

    init(_ setup: FlowSetup) { session = FlowSession(setup) }

    /// A process starts with what the last one kept and becomes active; everything that is due at once happens.
    mutating func launch(_ status: AuthorizationStatus) throws -> [FlowSession.Action] {
      session = FlowSession(session.setup, state: try throughJSON(session.state))
      return session.launch(status).actions
    }

    mutating func send(_ event: FlowSession.Event, _ status: AuthorizationStatus) -> [FlowSession.Action] {
      let moment = FlowSession.Moment(status: status, seconds: 0)
      var records = session.handle(event, at: moment)
      for timer in records.timers where timer.purpose == .ask {
        records += session.handle(.timerFired(timer), at: moment)
      }
      return records.actions
    }
  }

  @Test(
    "R7, R18: a device that may not be asked when the moment comes is asked in the first session in which it may",
    arguments: [AuthorizationStatus.denied, .restricted, .unknown(7)])
  func mayNotBeAsked(status: AuthorizationStatus) throws {
    for trigger in [AskTrigger.launch, .onboarding] {
      var install = Install(.make(trigger))
      var actions = try install.launch(status)
      actions += install.send(.onboardingCompleted, status)
      #expect(!actions.contains(.request) && install.session.hasFinishedAsking)
      #expect(try !install.launch(status).contains(.request))
      #expect(try install.launch(.notDetermined).contains(.request))
    }
  }

  @Test("R7: a switch that is turned on while the app is away is noticed, and the next session asks")
  func switchedOnMeanwhile() throws {
    var install = Install(.make())
    _ = try install.launch(.denied)
    let actions = install.send(.activated, .notDetermined)
    #expect(!actions.contains(.request) && !install.session.hasFinishedAsking)
    #expect(try install.launch(.notDetermined).contains(.request))
  }

  @Test(
    "R29, R30: an answer that the system has forgotten is asked for again, and one that it has not is not",
    arguments: [AuthorizationStatus.denied, .authorized])
  func forgotten(answer: AuthorizationStatus) throws {
    var install = Install(.make(settingsLink: .afterDenial))
    _ = try install.launch(.notDetermined)
    _ = install.send(.requestCompleted(answer), answer)
    #expect(try !install.launch(answer).contains(.request))
    let actions = try install.launch(.notDetermined)
    #expect(actions.contains(.request) && !actions.contains(.showSettingsLink))
  }

  @Test("R30, R92: with the answer gone the pre-prompt says why again, in a later session")
  func prePromptComesAgain() throws {
    var install = Install(.make(prePrompt: PrePromptPolicy(maximumShows: 1)))
    #expect(try install.launch(.notDetermined).contains(.showPrePrompt))
    _ = install.send(.prePromptEnded(.continued), .notDetermined)
    _ = install.send(.requestCompleted(.denied), .denied)
    #expect(!install.send(.activated, .notDetermined).contains(.showPrePrompt))
    #expect(try install.launch(.notDetermined).contains(.showPrePrompt))
  }

  @Test("R40: what was answered before the system forgot it says nothing of a denial after it")
  func deniedAfterReset() throws {
    for asks in [true, false] {  // the answer was given to the app, or read
      var install = Install(.make(asks ? .launch : .onboarding))
      _ = try install.launch(.notDetermined)
      _ = install.send(.requestCompleted(.authorized), .authorized)
      _ = try install.launch(.notDetermined)
      _ = install.send(.requestCompleted(.notDetermined), .notDetermined)
      _ = try install.launch(.denied)
      #expect(install.session.settingsRecovery == .trackingPage)
    }
  }

  @Test("R109: who refused in a layer that came first is not asked when the system forgets")
  func refusedFirst() throws {
    var install = Install(.make(consent: FlowSetup.ConsentSetup(order: .beforeATT)))
    _ = try install.launch(.notDetermined)
    _ = install.send(.consentEnded(isAccepted: false), .notDetermined)
    for status in [AuthorizationStatus.denied, .notDetermined, .notDetermined] {
      #expect(try !install.launch(status).contains(.request))
    }
  }
}
