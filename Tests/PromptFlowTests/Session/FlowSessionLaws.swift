import FlowRehearsal
import PromptFlow
import Testing

@Suite("What holds of a whole flow after any order of events")
struct FlowSessionLaws {
  private static let seeds = Array(UInt64(1)...60)

  private func live(
    _ seed: UInt64, holdsBack: Bool = false, change: (inout FlowSetup) -> Void = { _ in }
  ) -> (records: [FlowRecord], session: FlowSession) {
    var source = EventSource(seed: seed)
    var setup = FlowSetup.drawn(&source.random)
    change(&setup)
    var session = FlowSession(setup, holdsBack: holdsBack)
    var records: [FlowRecord] = []
    var timers: [FlowSession.Timer] = []
    for _ in 0..<600 {
      let event = source.event(timers: timers)
      let moment = source.moment()
      var found = session.handle(event, at: moment)
      if found.actions.contains(.rejectAdPurposes) {
        found += session.handle(.adPurposesRejected, at: moment)
      }
      timers += found.timers
      records += found
    }
    return (records, session)
  }

  @Test("R101: the log proves that consent comes only after the permission is settled", arguments: seeds)
  func consentAfterPermission(seed: UInt64) {
    let (records, _) = live(seed) {
      $0.consent = FlowSetup.ConsentSetup(order: .afterATT)
      $0.strategy.trustsCallback = false  // R54: what believes too early opens too early
    }
    #expect(ConsentOrderProof.firstViolation(in: records) == nil)
  }

  @Test("R99, R102, R103: nothing tracks without the permission and the layer's yes", arguments: seeds)
  func tracking(seed: UInt64) {
    let (records, _) = live(seed)
    #expect(ConsentOrderProof.firstTrackingViolation(in: records) == nil)
  }

  @Test(
    "R2, R16, R17, R18, R78, R112: an unknown status allows nothing, an open one alone is asked, under no screen",
    arguments: seeds)
  func fitting(seed: UInt64) {
    let wrong = live(seed).records.filter { record in
      switch record.action {
      case .showPrePrompt?: record.state.screen != .prePrompt
      case .showConsent?: record.state.screen != .consent
      case .request?: record.state.screen != .none || record.state.status != .notDetermined
      case .setTracking(.allowed)?, .sendInstall(withIdentifier: true)?:
        if case .unknown? = record.state.status { true } else { false }
      default: false
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "R94, R99, R103: an SDK learns what it may do before it starts, and before it sends", arguments: seeds)
  func flagsFirst(seed: UInt64) {
    var told: FlowSession.Action?
    var wrong: [FlowRecord] = []
    for record in live(seed).records {
      if record.event == .processStarted || record.event == .processStartedInBackground,
        case .tellStatus? = record.action
      {
        told = nil  // a new process, whose SDKs know nothing
      }
      let isPermitted = record.state.status == nil || record.state.status == .authorized
      let isAgreed = record.state.purposes == nil || record.state.purposes == .accepted
      let flag = FlowSession.Action.setTracking(isPermitted && isAgreed ? .allowed : .forbidden)
      switch record.action {
      case .setTracking?: told = record.action
      case .startAttribution?: if told != flag { wrong.append(record) }
      case .sendInstall(let withIdentifier)?:
        if told != flag || withIdentifier != (isPermitted && isAgreed) { wrong.append(record) }
      default: break
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("R71, R126: the install event is sent at most once", arguments: seeds)
  func sendsOnce(seed: UInt64) {
    let sent = live(seed).records.filter {
      if case .sendInstall? = $0.action { true } else { false }
    }
    #expect(sent.count <= 1)
  }

  @Test("records are numbered without a gap, and each action has the tag of a rule", arguments: seeds)
  func numbered(seed: UInt64) {
    let (records, _) = live(seed)
    #expect(records.map(\.number) == Array(1...records.count))
    let untagged = records.filter { ($0.action == nil) != ($0.rule == nil) }
    #expect(untagged.isEmpty)
  }

  @Test("R29: a process that must not ask asks nothing", arguments: seeds)
  func heldBack(seed: UInt64) {
    let actions = live(seed, holdsBack: true).records.actions
    #expect(!actions.contains { $0 == .request || $0 == .showPrePrompt })
  }

  @Test("R101: nor does it open a layer that comes after an answer which is still open")
  func heldBackLayer() {
    for (status, opens) in [(AuthorizationStatus.notDetermined, false), (.denied, true)] {
      var session = FlowSession(.make(consent: FlowSetup.ConsentSetup()), holdsBack: true)
      var records = session.launch(status)
      records += session.handle(.adPurposesRejected, at: .init(status: status, seconds: 0))
      #expect(records.actions.contains(.showConsent(asksToTrack: false)) == opens)
      #expect(!records.actions.contains(.showConsent(asksToTrack: true)))
    }
  }

  @Test("R23, R101: these lives are no empty ones: requests, pre-prompts and layers come in many")
  func full() {
    let lives = Self.seeds.map { live($0).records.actions }
    #expect(lives.filter { $0.contains(.request) }.count >= 20)
    #expect(lives.filter { $0.contains(.showPrePrompt) }.count >= 8)
    #expect(lives.filter { $0.contains(.showConsent(asksToTrack: false)) }.count >= 10)
    #expect(lives.filter { $0.contains(.setTracking(.allowed)) }.count >= 8)
  }

  @Test("the proof finds a layer that came too early, and tracking without a yes")
  func proofBites() {
    var life = Rehearsal.launched(.make(consent: FlowSetup.ConsentSetup()), answering: .allow)
    life.send(.consentEnded(isAccepted: true))
    var tampered = life.records
    for index in tampered.indices { tampered[index].state.status = .notDetermined }
    #expect(ConsentOrderProof.firstViolation(in: tampered)?.action == .showConsent(asksToTrack: true))
    #expect(ConsentOrderProof.firstTrackingViolation(in: tampered)?.action == .setTracking(.allowed))
  }
}
