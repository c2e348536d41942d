/// A country or region, by its two letters (ISO 3166-1 alpha-2).
public struct TrackingRegion: Hashable, Sendable {
  let letters: UInt16

  /// Reads two ASCII letters of either case; `nil` for anything else.
  public init?(_ code: String) {
    var letters: UInt16 = 0
    var count = 0
    for byte in code.utf8 {
      let upper = byte & 0b1101_1111
      guard upper >= 65, upper <= 90, count < 2 else { return nil }
      letters = letters << 8 | UInt16(upper)
      count += 1
    }
    guard count == 2 else { return nil }
    self.letters = letters
  }

  /// The two letters, upper case.
  public var code: String {
    String(decoding: [UInt8(letters >> 8), UInt8(letters & 0xFF)], as: UTF8.self)
  }

  /// Whether it is a member state of the European Union (27 states, as of 2026).
  public var isEuropeanUnion: Bool { Self.europeanUnion.contains(self) }

  /// Whether the prompt is always a full-page sheet there from iOS 27.2 on (R73).
  package var alwaysShowsSheet: Bool { Self.sheetCountries.contains(self) }

  private static let sheetCountries = named("FR DE IT PL RO")  // R73
  private static let europeanUnion = named(
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE")

  private static func named(_ codes: String) -> [TrackingRegion] {
    codes.split(separator: " ").compactMap { TrackingRegion(String($0)) }
  }
}
