public import PromptFlow

/// An attribution SDK, as far as it has a turn in the flow.
///
/// A few lines around a vendor's calls. `start` with Adjust-like waiting:
///
/// ```swift
/// func start(waitingUpTo seconds: Double) {
///   config.attConsentWaitingInterval = UInt(seconds)   // before the start, or without effect (R117)
///   Adjust.initSdk(config)
/// }
/// ```
@MainActor
public protocol AttributionSDK: AnyObject {
  /// Starts; the SDK holds its install event back until the answer or for so many seconds.
  ///
  /// Called once a session until the install event is out. Set the wait before the start (R117).
  func start(waitingUpTo seconds: Double)

  /// Lets the install event go, for an SDK that does not wait by itself.
  ///
  /// - Parameter identifier: `nil` where tracking is not permitted, or not agreed to in the consent layer.
  func sendInstall(identifier: AdvertisingIdentifier?)

  /// Lets the SDK track from now on, or forbids it: at the start, and whenever that changes (R42, R99).
  ///
  /// - Parameter identifier: the identifier while tracking is allowed, `nil` otherwise (R66).
  func setTracking(isAllowed: Bool, identifier: AdvertisingIdentifier?)
}

extension AttributionSDK {
  /// Nothing: most SDKs send by themselves.
  public func sendInstall(identifier: AdvertisingIdentifier?) {}
}
