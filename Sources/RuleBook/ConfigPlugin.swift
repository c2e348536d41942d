/// A plugin of Expo that writes a usage string, by the table of names.
public struct ConfigPlugin: Hashable, Sendable {
  /// The package, such as `expo-tracking-transparency`.
  public let name: String
  /// The argument that is the text.
  public let key: String
  /// The text that it writes where it is given none; `nil` where it then writes nothing.
  public let standard: String?

  /// Whether a plugin is known to write none.
  public static func writesNone(_ name: String) -> Bool {
    harmless.contains { $0 == name || ($0.hasSuffix("/") || $0.hasSuffix("-")) && name.hasPrefix($0) }
  }

  private static let harmless = Record.all(of: "names").filter { $0.fields.first == "plug-in none" }
    .flatMap(\.lines).flatMap { Record.parts($0, at: ",") }

  /// Every one that is known.
  public static let all: [ConfigPlugin] = Record.all(of: "names").compactMap { record in
    guard record.fields.count == 2, record.fields[0] == "plug-in", let key = record["key"] else { return nil }
    return ConfigPlugin(name: record.fields[1], key: key, standard: record["default"])
  }
}
