/// What of App Tracking Transparency and of the application a flow needs.
///
/// On a device `SystemTrackingAuthorization` of `PromptFlowApple` answers, one line each. In tests `StandInSystem` of
/// `PromptFlowTesting` does, for a whole flow and for glue of your own alike.
@MainActor
public protocol TrackingAuthorization: AnyObject {
  /// `ATTrackingManager.trackingAuthorizationStatus`; `nil` before iOS 14.
  ///
  /// Reading shows nothing and costs nothing.
  var status: AuthorizationStatus? { get }

  /// `ATTrackingManager.requestTrackingAuthorization(completionHandler:)`.
  ///
  /// The handler may be called at once or late, on any thread, too early, and by a hostile implementation twice or
  /// never.
  func request(completionHandler: @escaping @Sendable (AuthorizationStatus) -> Void)

  /// `ASIdentifierManager.shared().advertisingIdentifier`: zeros where it may not be read.
  var advertisingIdentifier: AdvertisingIdentifier { get }

  /// Whether `UIApplication.shared.applicationState` is active, for the application and not for one of its scenes.
  var isActive: Bool { get }

  /// Whether `UIApplication.shared.applicationState` is not background.
  ///
  /// In an app with scenes it is background when every process starts, also one that is about to be seen.
  var isInForeground: Bool { get }
}

extension TrackingAuthorization {
  /// Only an active application is known to be; a session then begins when it comes to the foreground.
  public var isInForeground: Bool { isActive }
}
