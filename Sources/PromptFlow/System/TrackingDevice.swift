/// Why a device can never be asked, where it cannot.
@frozen
@usableFromInline
package enum TrackingRestriction: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case none
  /// A configuration profile locks the setting.
  case profile
  /// The person may not change the setting: Shared iPad or account.
  case settingNotChangeable
  /// The binary is an App Clip.
  case appClip
}

/// What of a device decides about tracking, whatever the app does.
@frozen
@usableFromInline
package struct TrackingDevice: Hashable, Sendable, Codable {
  /// Why the device can never be asked, where it cannot.
  @usableFromInline package var restriction: TrackingRestriction
  /// The switch "Allow Apps to Request to Track".
  @usableFromInline package var allowsRequests: Bool
  /// Whether this is the Simulator, whose identifier is zeros whatever the answer.
  @usableFromInline package var isSimulator: Bool

  /// A device; by default an ordinary one.
  @inlinable
  package init(
    restriction: TrackingRestriction = .none, allowsRequests: Bool = true, isSimulator: Bool = false
  ) {
    self.restriction = restriction
    self.allowsRequests = allowsRequests
    self.isSimulator = isSimulator
  }
}
