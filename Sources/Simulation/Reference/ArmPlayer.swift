import ExperimentDesign
import PromptFlow
import RandomStreams

/// Plays one install's life under one arm.
///
/// The player is the clock and the person: it knows when things happen and what
/// people would do. What the system does about it is decided by `SystemPermission`,
/// and what the app, the attribution SDK and the consent layer do, and in which
/// order, by `FlowDriver`: the ones that ship.
///
/// Inside a session two clocks run, in seconds since process start. The wall
/// clock always runs; the app clock stands still while an alert or a layer
/// covers the app. Next to come is always the earliest of seven times; at the
/// same instant the order is: app moment, end of a system alert, other alert,
/// end of a layer, ask, attribution, end of session.
struct ArmPlayer<Notes: LifeNotes>: ~Copyable {
  /// The system.
  var system: SystemPermission
  /// What the app reads of the permission, and whether it can read the identifier.
  var status: AuthorizationStatus?
  var identifierIsReadable = false
  /// The app.
  var driver: FlowDriver
  /// Whether sessions in which nothing can fall due may be passed; the same comes of it.
  let passes: Bool
  /// Where it notes what happens.
  var notes = Notes()

  // What lasts over sessions.
  var outcome = Outcome()
  var valueExperienced = 0.0
  var anyEventEnded = false
  var alertShows: UInt32 = 0
  var consentShows: UInt32 = 0
  /// By position among the arm's alerts: how many of the events that the alert waits for have ended.
  var alertEvents = SIMD8<Int>(repeating: 0)

  // What lasts for one session.
  var session = 0
  var now = 0.0
  /// Wall clock minus app clock, seconds, while uncovered.
  var shift = 0.0
  var coveredSince = 0.0
  var isCovered = false
  /// Seconds left of a layer that an alert covers.
  var layerLeft = 0.0
  var willContinue = false
  var willAllow = false
  var allowsWithProbability = 0.0
  /// Probability that no annoyance of this session makes the person leave for good.
  var stayProbability = 1.0
  /// Whether the attribution SDK starts once the consent layer is through.
  var gateAwaitsConsent = false
  var gateStarted = false
  var gateStartedAt = 0.0
  var sessionIsOver = false

  // The times to come; infinite when nothing is.
  var activationDue = Double.infinity
  var hookDue = Double.infinity
  var settlingEnds = Double.infinity
  var alertEnds = Double.infinity
  var layerEnds = Double.infinity
  var askDue = Double.infinity
  var gateDue = Double.infinity
  /// By position among the arm's alerts; valid where finite.
  var alertDues = SIMD8<Double>(repeating: .infinity)
  /// The earliest of `alertDues`.
  var nextAlertDue = Double.infinity

  // How far the app clock has come in this session.
  /// Whether onboarding is still to be completed in this session, and will be.
  var completesOnboarding = false
  /// Whether the session is spent in onboarding and ends without content.
  var hasContent = false
  /// App clock at which a completed onboarding ends.
  var onboardingEnds = 0.0
  /// App clock at which content begins, where the session has any.
  var contentBegins = 0.0
  /// Position among the life's events of the next to end in this session.
  var nextEvent = 0
  /// Position after the last of them.
  var lastEvent = 0
  /// App clock at which the session ends.
  var endsAt = Double.infinity

  /// The player as it was when the alert was answered, to give the other answer.
  let otherwise = UnsafeMutablePointer<ArmPlayer>.allocate(capacity: 1)

  init(passes: Bool = false) {
    precondition(
      _isPOD(SystemPermission.self) && _isPOD(FlowDriver.self), "A player is kept as bits")
    self.passes = passes
    system = SystemPermission(rules: SystemRules(.modern), device: TrackingDevice())
    driver = FlowDriver(
      flow: AppFlow(strategy: PromptStrategy(trigger: .launch), version: .modern), consent: nil, gate: nil)
  }

  deinit { otherwise.deallocate() }

  /// Keeps the player as it is, so that ``otherwise`` can play on from here.
  @inline(__always)
  mutating func keepAtAnswer() {
    let kept = UnsafeMutableRawPointer(otherwise)
    withUnsafeMutablePointer(to: &self) { kept.copyMemory(from: $0, byteCount: MemoryLayout<Self>.size) }
  }

  /// Makes the player ready for another life; what lasts for one session begins with the session.
  @inline(__always)
  mutating func begin(_ life: borrowing Life, _ arm: TrialArm) {
    (system, status, identifierIsReadable) = (life.system, life.status, life.identifierIsReadable)
    driver = arm.freshApps[Int(life.version.rawValue)]
    outcome = Outcome()
    valueExperienced = 0
    anyEventEnded = false
    alertShows = 0
    consentShows = 0
    alertEvents = SIMD8(repeating: 0)
    session = 0
    stayProbability = 1
  }
}

extension ArmPlayer {
  /// Where what happens is noted; `nil` where nobody traces, which the compiler then knows.
  var log: Unmanaged<TraceLog>? { @inline(__always) get { notes.log } }

  /// Reads the permission again, where it may have changed.
  @inline(__always)
  mutating func readPermission() {
    (status, identifierIsReadable) = (system.status, system.identifierIsReadable)
  }

  // The app's parts, as they stand.
  var flow: AppFlow { @inline(__always) get { driver.flow } }
  var gate: AttributionGate { @inline(__always) get { driver.gate } }
  var consent: ConsentLayer { @inline(__always) get { driver.consent } }
  var hasGate: Bool { @inline(__always) get { driver.hasGate } }
  var hasConsent: Bool { @inline(__always) get { driver.hasConsent } }
  /// The app's own screen that covers it.
  var layer: FlowSession.Screen { @inline(__always) get { driver.screen } }

  /// What the app can see now.
  var view: FlowDriver.View {
    @inline(__always) get {
      FlowDriver.View(
        status: status, identifierIsReadable: identifierIsReadable, isUncovered: system.isActive)
    }
  }
}
