/// Why a device can never be asked, where it cannot.
@frozen
public enum TrackingRestriction: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case none
  /// A configuration profile locks the setting (R13).
  case profile
  /// The person may not change the setting: Shared iPad or account (R14).
  case settingNotChangeable
  /// The binary is an App Clip (R15).
  case appClip
}

/// What of a device decides about tracking, whatever the app does.
@frozen
public struct TrackingDevice: Hashable, Sendable, Codable {
  /// Why the device can never be asked, where it cannot.
  public var restriction: TrackingRestriction
  /// The switch "Allow Apps to Request to Track".
  public var allowsRequests: Bool
  /// Whether this is the Simulator, whose identifier is zeros whatever the answer (R61).
  public var isSimulator: Bool

  /// A device; by default an ordinary one.
  @inlinable
  public init(
    restriction: TrackingRestriction = .none, allowsRequests: Bool = true, isSimulator: Bool = false
  ) {
    self.restriction = restriction
    self.allowsRequests = allowsRequests
    self.isSimulator = isSimulator
  }
}
