/// An attribution SDK, as far as it has a turn in the flow.
///
/// A few lines around a vendor's calls. `start` with Adjust-like waiting:
///
/// ```swift
/// func start(waitingUpTo seconds: Double) {
///   config.attConsentWaitingInterval = UInt(seconds)   // before the start, or without effect
///   Adjust.initSdk(config)
/// }
/// ```
///
/// An SDK that reads the identifier by itself heeds the alert and not the consent layer. Beside one it starts after it,
/// with its reading switched off unless ``setTracking(isAllowed:identifier:)`` has allowed it.
@MainActor
public protocol AttributionSDK: AnyObject {
  /// Starts; the SDK keeps its install event until the answer, at most for this many seconds.
  ///
  /// Called once in a process, in every process, and never in one that nobody sees. Set the wait before the
  /// start; it is 0 once the install event has been sent. ``setTracking(isAllowed:identifier:)`` has been
  /// called before.
  func start(waitingUpTo seconds: Double)

  /// Lets the install event go, for an SDK that does not wait by itself: once in the life of an install.
  ///
  /// At the alert's answer or, where the SDK starts ``FlowSetup/AttributionSetup/Start/afterConsent``, at the layer's end;
  /// when the wait is over at the latest.
  ///
  /// - Parameter identifier: `nil` where tracking is not permitted, or not agreed to in the consent layer.
  func sendInstall(identifier: AdvertisingIdentifier?)

  /// Lets the SDK track from now on, or forbids it: before its start, and whenever that changes.
  ///
  /// - Parameter identifier: the identifier while tracking is allowed, `nil` otherwise.
  func setTracking(isAllowed: Bool, identifier: AdvertisingIdentifier?)

  /// Passes a conversion value on: the latest one right after the start, every later one at once.
  ///
  /// ```swift
  /// func updateConversion(_ value: ConversionValue) {
  ///   Vendor.updatePostbackConversion(fineValue: value.fine, coarseValue: value.coarse?.rawValue)
  /// }
  /// ```
  func updateConversion(_ value: ConversionValue)
}

extension AttributionSDK {
  /// Nothing: most SDKs send by themselves.
  public func sendInstall(identifier: AdvertisingIdentifier?) {}

  /// Nothing: the app has no conversion values.
  public func updateConversion(_ value: ConversionValue) {}
}
