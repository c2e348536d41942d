import Foundation
import PromptFlow
import PromptFlowStorage

/// An app whose state is in a file and whose process can end at any moment, on a system that is a machine.
///
/// The system and the file outlive the process; the controller, the timers and what was on screen do not.
@MainActor
final class AppOnDisk {
  let setup: FlowSetup
  let file: URL
  private(set) var system: SystemPermission
  private(set) var controller: FlowController?
  private(set) var performed: [FlowSession.Action] = []
  private(set) var alerts = 0
  private var timers: [FlowSession.Timer] = []
  private var seconds = 0.0
  private var wasCalledBackEarly = false

  init(_ setup: FlowSetup, device: TrackingDevice = TrackingDevice()) {
    self.setup = setup
    system = SystemPermission(rules: SystemRules(setup.version), device: device)
    file = FileManager.default.temporaryDirectory
      .appendingPathComponent("PromptFlow-\(UUID().uuidString)", isDirectory: true)
      .appendingPathComponent("state.json")
  }

  deinit { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

  var session: FlowSession? { controller?.session }

  /// What a fresh store reads: what the next process will find.
  func kept() throws -> FlowState? { try FileStateStore(file: file).load() }

  /// A process starts; one that ran is gone without notice.
  func startProcess() {
    timers = []
    wasCalledBackEarly = false
    _ = system.handle(.processStarted)
    controller = FlowController(setup, store: FileStateStore(file: file)) { [unowned self] in
      FlowSession.Moment(status: system.status, seconds: seconds)
    } perform: { [unowned self] in
      perform($0)
    }
    send(.processStarted)
  }

  func launch() {
    startProcess()
    send(.viewAppeared)
    activate()
  }

  func send(_ event: FlowSession.Event) { controller?.send(event) }

  func activate() {
    _ = system.handle(.activated)
    if system.isActive { send(.activated) }
  }

  /// Lets every timer of the asking fire.
  func wait() {
    seconds += 5
    let due = timers.filter { $0.purpose == .ask }
    timers.removeAll { $0.purpose == .ask }
    for timer in due { send(.timerFired(timer)) }
  }

  /// The tracking alert ends: an answer, or none.
  func answer(_ answer: AlertAnswer?) {
    guard system.presented == .tracking else { return }
    let settled = system.handle(answer.map { .answered($0) } ?? .endedUndecided) == .settle
    if !wasCalledBackEarly, let status = system.status {
      send(.requestCompleted(status))
    }
    wasCalledBackEarly = false
    if settled { activate() }
  }

  /// A willing person and a patient app: every screen is gone through until nothing is left to do.
  func goThrough() {
    for _ in 0..<12 {
      wait()
      switch session?.screen {
      case .prePrompt: send(.prePromptEnded(.continued))
      case .consent: send(.consentEnded(isAccepted: true))
      case .none?, nil: break
      }
      answer(.allow)
      if system.presented == nil, !system.isActive { activate() }
    }
  }

  /// The person turns the app's switch off while it does not run (R38).
  func turnOffInSettings() { _ = system.handle(.appSwitch(isOn: false)) }

  private func perform(_ action: FlowSession.Action) {
    performed.append(action)
    switch action {
    case .startTimer(let timer, _): timers.append(timer)
    case .request: request()
    case .hidePrePrompt: send(.prePromptDisappeared)
    case .rejectAdPurposes: send(.adPurposesRejected)
    case .showPrePrompt, .showConsent, .giveUpConsent, .startAttribution, .sendInstall,
      .tellStatus,
      .setTracking, .showSettingsLink:
      break
    }
  }

  private func request() {
    switch system.handle(.requested) {
    case .complete(let status, _): send(.requestCompleted(status))
    case .present:
      alerts += 1
      send(.deactivated)
      guard let early = system.earlyCompletion else { return }
      wasCalledBackEarly = true
      send(.requestCompleted(early))
    case .none, .queued, .crash, .settle: break
    }
  }
}
