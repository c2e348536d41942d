// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents them; repeated here they could only differ.

/// As much of Apple's AdSupport as the sources here name.
public import Foundation

public final class ASIdentifierManager {
  public static func shared() -> ASIdentifierManager { ASIdentifierManager() }
  public var advertisingIdentifier: UUID { UUID() }
}
