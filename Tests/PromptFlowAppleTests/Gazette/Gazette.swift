import PromptFlow
import PromptFlowApple
import PromptFlowTesting

/// A newspaper's app: the question after the third article, a screen with one button before it, an SDK that starts with the
/// process and waits two minutes by itself, a consent platform after the alert.
///
/// It is written twice, around the flow and around the controller alone. Each is played by one device.
@MainActor
protocol Gazette: AnyObject {
  init(_ device: RehearsedDevice, consent: StandInConsent, sdk: StandInSDK)
  func lifeCycle(_ event: RehearsedDevice.LifeCycle)
  /// The person read an article.
  func read()
  /// The person tapped the one button.
  func proceed()
  var showsPrePrompt: Bool { get }
  var offersSettings: Bool { get }
  var tracks: Bool { get }
}

/// The app around the flow.
@MainActor
final class FlowGazette: Gazette {
  private let flow: TrackingFlow

  init(_ device: RehearsedDevice, consent: StandInConsent, sdk: StandInSDK) {
    flow = device.makeFlow(
      FlowSetup(
        asking: .event("article_read", count: 3), prePrompt: PrePromptPolicy(), settingsLink: .inPreferences,
        attribution: .init(waitSeconds: 120, start: .process)),
      consent: consent, attribution: [sdk])
  }

  func lifeCycle(_ event: RehearsedDevice.LifeCycle) {
    RehearsedDevice.tell(flow, event)
  }

  func read() { flow.record("article_read") }

  func proceed() {
    flow.prePromptDidAppear(in: self)
    flow.continuePrePrompt()
    flow.prePromptDidDisappear(from: self)
  }

  var showsPrePrompt: Bool { flow.shown.prePrompt }
  var offersSettings: Bool { flow.shown.settingsRow }
  var tracks: Bool { flow.shown.tracksPerson }
}

/// The app around the controller: what a team writes that takes the machines alone.
@MainActor
final class ControllerGazette: Gazette {
  private let system: any TrackingAuthorization
  private let clock: any FlowClock
  private let consent: StandInConsent
  private let sdk: StandInSDK
  private var controller: FlowController?
  private(set) var tracks = false

  init(_ device: RehearsedDevice, consent: StandInConsent, sdk: StandInSDK) {
    (system, clock) = (device.system, device.clock)
    (self.consent, self.sdk) = (consent, sdk)
    controller = FlowController(
      FlowSetup(
        asking: .event("article_read", count: 3), prePrompt: PrePromptPolicy(), settingsLink: .inPreferences,
        consent: .init(), attribution: .init(waitSeconds: 120, start: .process)), store: device.store
    ) { [system, clock] in
      FlowSession.Moment(status: system.status, seconds: clock.seconds)
    } perform: { [weak self] in
      self?.carryOut($0)
    }
  }

  func lifeCycle(_ event: RehearsedDevice.LifeCycle) {
    switch event {
    case .processStarted: send(system.isInForeground ? .processStarted : .processStartedInBackground)
    case .foregrounded: send(.foregrounded)
    case .viewAppeared: send(.viewAppeared)
    case .activated:
      if system.isActive { return send(.activated) }
      Task {
        await clock.wait(seconds: 0.1)
        if system.isActive { send(.activated) }
      }
    case .deactivated: send(.deactivated)
    case .backgrounded: send(.backgrounded)
    }
  }

  func read() { send(.eventEnded("article_read")) }

  func proceed() {
    send(.prePromptEnded(.continued))
    send(.prePromptDisappeared)
  }

  var showsPrePrompt: Bool { controller?.session.screen == .prePrompt }
  var offersSettings: Bool { controller?.session.offersSettingsRow ?? false }

  private func send(_ event: FlowSession.Event) { controller?.send(event) }

  private func carryOut(_ action: FlowSession.Action) {
    switch action {
    case .startTimer(let timer, let seconds):
      Task {
        if seconds > 0 { await clock.wait(seconds: seconds) }
        send(.timerFired(timer))
      }
    case .request:
      system.request { status in Task { @MainActor in self.send(.requestCompleted(status)) } }
    case .rejectAdPurposes:
      Task {
        await consent.rejectAdPurposes()
        send(.adPurposesRejected)
      }
    case .showConsent(let asksToTrack, let isAgain):
      Task {
        if isAgain {
          await consent.reopen(asksToTrack: asksToTrack)
        } else {
          await consent.open(asksToTrack: asksToTrack)
        }
        send(.consentEnded(isAccepted: consent.acceptsAdPurposes))
      }
    case .startAttribution(let waitSeconds): sdk.start(waitingUpTo: waitSeconds)
    case .sendInstall(let withIdentifier):
      sdk.sendInstall(identifier: withIdentifier ? system.advertisingIdentifier : nil)
    case .setTracking(let tracking):
      tracks = tracking == .allowed
      sdk.setTracking(isAllowed: tracks, identifier: tracks ? system.advertisingIdentifier : nil)
    case .showPrePrompt, .hidePrePrompt, .giveUpConsent, .tellStatus, .showSettingsLink: break
    }
  }
}
