/// What an attribution backend has received about one install.
///
/// The install event is sent once. Whether it carried the identifier is
/// settled at that moment; a later permission reaches later events only, and
/// the backend has to attribute again (R71).
package struct AttributionRecord: Hashable, Sendable {
  /// Whether the install event carried the identifier; `nil` while it is unsent.
  package private(set) var installCarriesIdentifier: Bool?
  /// Whether an event after it was the first to carry the identifier (R71).
  package private(set) var needsNewAttribution = false

  /// A record of nothing sent.
  package init() {}

  /// The install event is sent; a second one is not recorded.
  package mutating func sendInstall(identifierIsReadable: Bool) {
    guard installCarriesIdentifier == nil else { return }
    installCarriesIdentifier = identifierIsReadable  // R121: as the status is at that instant
  }

  /// An app event is sent; returns whether it carries the identifier.
  package mutating func sendEvent(identifierIsReadable: Bool) -> Bool {
    guard let installCarriesIdentifier else { return false }
    if identifierIsReadable, !installCarriesIdentifier { needsNewAttribution = true }  // R71
    return identifierIsReadable
  }
}
