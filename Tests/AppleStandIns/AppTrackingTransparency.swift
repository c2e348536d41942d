// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents them; repeated here they could only differ.

import Dispatch

/// Apple's AppTrackingTransparency as compilers before Swift 6.2 import it: the handler is not `@Sendable`.
///
/// It is called on a queue of the framework's, as on a device. A closure that the compiler takes for the main
/// actor's traps there; `scripts/parse-apple` runs one.
public final class ATTrackingManager {
  public enum AuthorizationStatus: UInt, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
  }

  public class var trackingAuthorizationStatus: AuthorizationStatus { .notDetermined }

  public class func requestTrackingAuthorization(
    completionHandler: @escaping (AuthorizationStatus) -> Void
  ) {
    DispatchQueue(label: "AppTrackingTransparency").async { completionHandler(.authorized) }
  }

  public class func requestTrackingAuthorization() async -> AuthorizationStatus { .notDetermined }
}
