/// What an app may do again a year after an answer, in the European Union from iOS 27.2 on.
///
/// Announced on 16 September 2026. Both the device's location and the account's region have to be in the Union; that a
/// mixed pair counts as outside is our reading.
public struct RegionalRules: Hashable, Sendable {
  /// Whether the Union's rules hold at all.
  public let isEuropean: Bool

  /// The releases that differ.
  public enum Release: UInt8, CaseIterable, Hashable, Sendable {
    case before27_2
    case from27_2
  }

  /// The rules where a device is and an account is registered.
  ///
  /// - Parameters:
  ///   - device: the country by its two letters (ISO 3166-1 alpha-2), in either case.
  ///   - account: the account's, likewise.
  ///   - release: the system's release.
  public init(device: String, account: String, release: Release) {
    isEuropean =
      release == .from27_2 && [device, account].allSatisfy { Self.union.contains($0.uppercased()[...]) }
  }

  /// The 27 member states, as of 2026.
  private static let union: Set<Substring> = Set(
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split(separator: " "))

  /// Whether one more request shows the prompt although the person has answered, either way, a year ago.
  ///
  /// What the device's switch says only the system knows; where it is off, nothing is shown (R18).
  package func mayAskAgain(daysSinceAnswer: Double) -> Bool {
    isEuropean && daysSinceAnswer >= 365  // R78
  }
}
