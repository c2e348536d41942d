public import PromptFlow

/// A consent platform whose person is a test.
@MainActor
public final class StandInConsent: ConsentPlatform {
  /// Whether the ad purposes stand accepted.
  public var acceptsAdPurposes = false
  /// What has been asked of it, in order.
  public private(set) var calls: [Call] = []
  /// Whether the person has answered: then there is nothing to ask, except where the layer is opened again.
  private var isAnswered: Bool
  private let layer = HeldCall()

  /// What a platform is asked for.
  public enum Call: Hashable, Sendable {
    case reject
    case open(asksToTrack: Bool)
    case reopen(asksToTrack: Bool)
  }

  /// A platform that nobody has answered, or in a later process one that has stored what the earlier one had.
  public init(after earlier: StandInConsent? = nil) {
    acceptsAdPurposes = earlier?.acceptsAdPurposes ?? false
    isAnswered = earlier?.isAnswered ?? false
  }

  /// Whether its layer is up.
  public var isUp: Bool { layer.isHeld }

  /// The person is through with the layer; returns when the app has heard of it.
  public func close(accepts: Bool) async {
    acceptsAdPurposes = accepts
    isAnswered = isAnswered || isUp
    layer.end()
    await HeldCall.settle()
  }

  /// Rejects, and takes its time.
  public func rejectAdPurposes() async {
    await HeldCall.returnLater()
    acceptsAdPurposes = false
    calls.append(.reject)
  }

  /// Opens the layer, until the person is through; an answer that is stored shows nothing.
  public func open(asksToTrack: Bool) async {
    calls.append(.open(asksToTrack: asksToTrack))
    if !isAnswered { await layer.hold() }
  }

  /// Opens the layer again.
  public func reopen(asksToTrack: Bool) async {
    calls.append(.reopen(asksToTrack: asksToTrack))
    await layer.hold()
  }
}

/// A platform as one process calls it: once that has ended nothing is asked of the platform, and no call returns.
@MainActor
final class ConsentInProcess: ConsentPlatform {
  private let platform: any ConsentPlatform
  private let clock: ManualClock
  /// The process that calls it first.
  private lazy var process = clock.endedProcesses

  init(_ platform: any ConsentPlatform, clock: ManualClock) {
    self.platform = platform
    self.clock = clock
  }

  private var isOver: Bool { process != clock.endedProcesses }

  var acceptsAdPurposes: Bool {
    _ = process  // that of the first event
    return platform.acceptsAdPurposes
  }
  func rejectAdPurposes() async { await call { await platform.rejectAdPurposes() } }
  func open(asksToTrack: Bool) async { await call { await platform.open(asksToTrack: asksToTrack) } }
  func reopen(asksToTrack: Bool) async { await call { await platform.reopen(asksToTrack: asksToTrack) } }

  private func call(_ call: @MainActor () async -> Void) async {
    if !isOver { await call() }
    if isOver { await clock.wait(seconds: .infinity) }
  }
}

/// An attribution SDK that notes what it is told.
@MainActor
public final class StandInSDK: AttributionSDK {
  /// What it was told, in order.
  public private(set) var calls: [Call] = []

  /// What an SDK is told.
  public enum Call: Hashable, Sendable {
    case start(waitSeconds: Double)
    case install(withIdentifier: Bool)
    case tracking(Bool)
    case conversion(ConversionValue)
  }

  /// An SDK that has not started.
  public init() {}

  /// Notes its start.
  public func start(waitingUpTo seconds: Double) { calls.append(.start(waitSeconds: seconds)) }

  /// Notes the install event.
  public func sendInstall(identifier: AdvertisingIdentifier?) {
    calls.append(.install(withIdentifier: identifier != nil))
  }

  /// Notes whether it may track.
  public func setTracking(isAllowed: Bool, identifier: AdvertisingIdentifier?) {
    calls.append(.tracking(isAllowed))
  }

  /// Notes the value.
  public func updateConversion(_ value: ConversionValue) { calls.append(.conversion(value)) }
}
