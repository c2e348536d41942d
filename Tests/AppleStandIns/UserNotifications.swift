// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents them; repeated here they could only differ.

/// As much of Apple's UserNotifications as the pages here name.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let alert = UNAuthorizationOptions(rawValue: 4)
}

public final class UNUserNotificationCenter: Sendable {
  public static func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }
  public func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool { false }
}
