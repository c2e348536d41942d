/// How ads are served to an install.
///
/// They always are: a no changes their worth, not whether they come (R72).
package enum AdServing: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case personalized
  case contextual

  /// Both have to say yes, the permission and the consent layer where there is one.
  ///
  /// - Parameters:
  ///   - identifierIsReadable: what the system says; nothing outranks it (R80, R99).
  ///   - purposes: how the ad purposes stand; `nil` without a consent layer.
  package init(identifierIsReadable: Bool, purposes: ConsentPurposes?) {
    guard identifierIsReadable else {
      self = .contextual  // R72, R99, R115
      return
    }
    self = purposes == nil || purposes == .accepted ? .personalized : .contextual  // R103
  }
}
