public import PromptFlow

/// What of App Tracking Transparency and of the application an adapter needs, in the framework's own shape.
///
/// On a device ``SystemTrackingAuthorization`` answers, one line each. In tests
/// a stand-in does, so that everything above this protocol is tested where the
/// framework does not exist.
@MainActor
public protocol TrackingAuthorization: AnyObject {
  /// `ATTrackingManager.trackingAuthorizationStatus` as the system's number; `nil` before iOS 14 (R10).
  ///
  /// Reading shows nothing and costs nothing (R3).
  var trackingAuthorizationStatus: UInt? { get }

  /// `ATTrackingManager.requestTrackingAuthorization(completionHandler:)`.
  ///
  /// The handler may be called at once or late, on any thread (R34), too early (R54), and by a hostile
  /// implementation twice or never.
  func requestTrackingAuthorization(completionHandler: @escaping @Sendable (UInt) -> Void)

  /// `ASIdentifierManager.shared().advertisingIdentifier`: zeros where it may not be read (R66).
  var advertisingIdentifier: AdvertisingIdentifier { get }

  /// Whether `UIApplication.shared.applicationState` is active, for the application and not for one of
  /// its scenes (R60).
  var isActive: Bool { get }

  /// Whether the process runs for a person to see, active or about to be: `applicationState` is not background.
  var isInForeground: Bool { get }
}

extension TrackingAuthorization {
  /// Only an active application is known to be; a session then begins with its first activation.
  public var isInForeground: Bool { isActive }
}
