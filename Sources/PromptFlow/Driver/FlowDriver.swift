/// The one order in which the parts of an app hear of things: asks, consent layer, attribution SDK.
///
/// The code that plays an install, in the simulation or on a device, tells it what happened and what can be seen at that
/// moment, and does what it answers, in order. It owns no clock, no system and no person: those are theirs, and the
/// order is not.
///
///     activation:        consent layer notified, shown if due; waiting pre-prompt shown; hook; retry
///     request ended:     flow, consent layer and gate notified; layer shown if due
///     layer ended:       refusal passed on; the ask that waited goes on
///     pre-prompt ended:  flow notified; layer shown if due
///
/// Last of all that falls on one instant the SDK starts; one that waits for the consent layer, where that is through.
@frozen
@usableFromInline
package struct FlowDriver: Hashable, Sendable {
  /// When and how the app asks.
  @usableFromInline package var flow: AppFlow
  /// The consent layer, where the app has one.
  @usableFromInline package var consent: ConsentLayer
  /// The attribution SDK's gate, where the app has one.
  @usableFromInline package var gate: AttributionGate
  /// Whether the app has a consent layer.
  @usableFromInline package var hasConsent: Bool
  /// Whether the app has an attribution SDK.
  @usableFromInline package var hasGate: Bool
  /// The app's own screen that is up.
  @usableFromInline package var screen = FlowSession.Screen.none
  /// Whether the person has the consent layer open again.
  @usableFromInline package var isConsentReopened = false
  /// Where the app's rejection of the ad purposes stands: in the simulation the platform has it at once.
  @usableFromInline package var rejection = Rejection.stored
  /// Whether the SDK waits for the consent layer's end too, where it has been started before.
  @usableFromInline let gateAwaitsConsent: Bool
  /// Whether the app would ask, and does not in this process: its consent layer waits all the same.
  @usableFromInline let holdsBack: Bool

  /// The parts of one install's app.
  @inlinable
  @inline(__always)
  package init(
    flow: AppFlow, consent: ConsentLayer?, gate: AttributionGate?, gateAwaitsConsent: Bool = false,
    holdsBack: Bool = false
  ) {
    self.flow = flow
    self.gateAwaitsConsent = gateAwaitsConsent
    self.holdsBack = holdsBack
    self.consent = consent ?? ConsentLayer(order: .afterATT, onUndetermined: .wait, preGrant: false)
    self.gate = gate ?? AttributionGate(kind: .none, waitSeconds: 0)
    hasConsent = consent != nil
    hasGate = gate != nil
  }

  /// Where the app's rejection of the ad purposes stands, which comes before a layer that does not ask (R104).
  @frozen
  @usableFromInline
  package enum Rejection: Hashable, Sendable {
    /// Not yet in this process.
    case owed
    /// The platform stores it; how the layer stood before, which counts where the process ends meanwhile.
    case pending(before: ConsentLayer.State)
    case stored
  }

  /// What can be seen when something happens.
  @frozen
  @usableFromInline
  package struct View: Hashable, Sendable {
    /// The status as read now; `nil` where the system has none.
    @usableFromInline package var status: AuthorizationStatus?
    /// Whether the advertising identifier can be read, as far as is known.
    @usableFromInline package var identifierIsReadable: Bool
    /// Whether the app is active and nothing but its own screens covers it.
    @usableFromInline package var isUncovered: Bool
    /// Whether the permission forbids tracking, so that no layer asks; the simulated one before the alert asks everyone.
    @usableFromInline package var isForbidden: Bool

    @inlinable
    @inline(__always)
    package init(
      status: AuthorizationStatus?, identifierIsReadable: Bool, isUncovered: Bool, isForbidden: Bool = false
    ) {
      self.status = status
      self.identifierIsReadable = identifierIsReadable
      self.isUncovered = isUncovered
      self.isForbidden = isForbidden
    }
  }

  /// What has to be done, by the code that has the clock, the system and the screens.
  @frozen
  @usableFromInline
  package enum Task: Hashable, Sendable {
    /// Tell of ``FlowDriver/askDue(_:)`` when the strategy's delay is over (R142): even one of no seconds.
    case startDelay
    case showPrePrompt
    case request
    /// Reject the ad purposes; the layer that is due waits until that is stored (R104).
    case rejectAdPurposes
    /// Show the consent layer; it asks for tracking, or is there for the other purposes only (R104).
    case showConsent(asksToTrack: Bool)
    /// Tell of ``FlowDriver/sdkWaitEnded()`` after this number of seconds.
    case waitForSDK(seconds: Double)
    /// Let the install event go.
    case sendInstall
  }
}
