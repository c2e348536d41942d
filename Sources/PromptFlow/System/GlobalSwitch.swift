/// A change of "Allow Apps to Request to Track", the device's switch for all apps.
@frozen
@usableFromInline
package enum GlobalSwitch: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Apps may ask again; an app never answered is undetermined again (R7).
  case on
  /// Off, and apps that were allowed go on: "Allow apps to continue tracking" (R45).
  case offKeepingGrants
  /// Off, and apps that were allowed are denied for good: "Ask apps to stop tracking" (R44).
  case offStoppingTracking
}
