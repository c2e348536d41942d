public import PromptFlow

extension AdvertisingIdentifier {
  /// The identifier as SDKs take it: 8-4-4-4-12 hexadecimal digits in capitals.
  ///
  /// For an SDK that wants zeros rather than nothing:
  /// `(manager.advertisingIdentifier ?? .zeros).uuidString`.
  public var uuidString: String {
    let digits = Self.digits(high) + Self.digits(low)
    var text = ""
    for (position, digit) in digits.enumerated() {
      if position == 8 || position == 12 || position == 16 || position == 20 { text += "-" }
      text.append(digit)
    }
    return text
  }

  private static func digits(_ half: UInt64) -> String {
    let text = String(half, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
