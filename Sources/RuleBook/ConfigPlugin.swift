/// A plugin of Expo that writes a usage string, by the table of names.
public struct ConfigPlugin: Hashable, Sendable {
  /// The package, such as `expo-tracking-transparency`.
  public let name: String
  /// The argument that is the text.
  public let key: String
  /// The text that it writes where it is given none; `nil` where it then writes nothing.
  public let standard: String?

  /// Every one that is known.
  public static let all: [ConfigPlugin] = Record.all(of: "names").compactMap { record in
    guard record.fields.count == 2, record.fields[0] == "plug-in", let key = record["key"] else { return nil }
    return ConfigPlugin(name: record.fields[1], key: key, standard: record["default"])
  }
}
