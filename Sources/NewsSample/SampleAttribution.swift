public import PromptFlow

/// Stands in for an attribution SDK that waits, and notes what it would send.
@MainActor
public final class SampleAttribution: AttributionSDK {
  /// The seconds it was asked to wait; `nil` before its start.
  public private(set) var waitSeconds: Double?
  /// The install event: sent with the identifier, without it, or not yet (`nil`).
  public private(set) var installCarriesIdentifier: Bool?
  /// Whether it may track.
  public private(set) var tracks = false

  /// An SDK that has not started.
  public init() {}

  /// Starts.
  public func start(waitingUpTo seconds: Double) { waitSeconds = seconds }

  /// Sends the one install event.
  public func sendInstall(identifier: AdvertisingIdentifier?) {
    installCarriesIdentifier = installCarriesIdentifier ?? (identifier != nil)
  }

  /// Tracks from now on, or does not.
  public func setTracking(isAllowed: Bool, identifier: AdvertisingIdentifier?) { tracks = isAllowed }
}
