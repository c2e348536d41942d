#if canImport(AppTrackingTransparency) && canImport(AdSupport) && canImport(UIKit) && !os(watchOS)
  public import Foundation
  public import PromptFlow

  import AdSupport
  import AppTrackingTransparency
  import UIKit

  /// The framework itself.
  ///
  /// Not for app extensions, which have no application to ask whether it is active and can never show the alert.
  @MainActor
  @available(iOSApplicationExtension, unavailable)
  public final class SystemTrackingAuthorization: TrackingAuthorization {
    private let makeRequest: (@escaping @Sendable (UInt) -> Void) -> Void

    /// The framework, with the call that every version since iOS 14 has.
    public convenience init() {
      self.init { handler in
        // Where the framework does not say `@Sendable` itself (compilers before 6.2), a closure without it would be
        // the main actor's, and trap when the system calls it from a queue of its own.
        ATTrackingManager.requestTrackingAuthorization { @Sendable status in handler(status.rawValue) }
      }
    }

    /// The framework, with a call of the app's own: the one of iOS 27.2 that asks for the expanded sheet, its
    /// Markdown and its button "Additional Information".
    ///
    /// - Parameter request: makes the request and hands over the raw value of the status; the handler may be
    ///   called on any thread.
    public init(requestingBy request: @escaping (@escaping @Sendable (UInt) -> Void) -> Void) {
      makeRequest = request
    }

    /// The status as the system has it; reading it asks nothing.
    public var status: AuthorizationStatus? {
      AuthorizationStatus(rawValue: ATTrackingManager.trackingAuthorizationStatus.rawValue)
    }

    /// Asks; the handler comes on any thread.
    public func request(completionHandler: @escaping @Sendable (AuthorizationStatus) -> Void) {
      makeRequest { completionHandler(AuthorizationStatus(rawValue: $0)) }
    }

    /// The identifier as the system gives it: zeros where it may not be read.
    public var advertisingIdentifier: AdvertisingIdentifier {
      AdvertisingIdentifier(ASIdentifierManager.shared().advertisingIdentifier)
    }

    /// Whether the application is active.
    public var isActive: Bool { UIApplication.shared.applicationState == .active }

    /// Whether the application is known to be in the foreground: with scenes no process that starts is.
    public var isInForeground: Bool { UIApplication.shared.applicationState != .background }
  }

  extension AdvertisingIdentifier {
    /// The identifier with these sixteen bytes.
    public init(_ identifier: UUID) {
      self = withUnsafeBytes(of: identifier.uuid) { bytes in
        let halves = bytes.enumerated().reduce(into: [UInt64](repeating: 0, count: 2)) { halves, byte in
          halves[byte.offset / 8] = halves[byte.offset / 8] << 8 | UInt64(byte.element)
        }
        return AdvertisingIdentifier(high: halves[0], low: halves[1])
      }
    }

    /// The identifier as Foundation has it.
    public var uuid: UUID? { UUID(uuidString: uuidString) }
  }
#endif
