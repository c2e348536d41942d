// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents them; repeated here they could only differ.

/// Apple's AppTrackingTransparency as its documentation declares it.
public final class ATTrackingManager {
  public enum AuthorizationStatus: UInt, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
  }

  public class var trackingAuthorizationStatus: AuthorizationStatus { .notDetermined }

  public class func requestTrackingAuthorization(
    completionHandler: @escaping @Sendable (AuthorizationStatus) -> Void
  ) {}

  public class func requestTrackingAuthorization() async -> AuthorizationStatus { .notDetermined }
}
