/// A source of an app, as its bytes.
public struct SourceText: Sendable {
  /// The file as it was named.
  public var path: String
  /// The language it is written in.
  public var language: SourceLanguage
  /// In UTF-8, or in another encoding that leaves ASCII as it is.
  public var bytes: [UInt8]

  /// The text of a file, in UTF-8.
  public init(path: String, language: SourceLanguage, bytes: [UInt8]) {
    self.path = path
    self.language = language
    self.bytes = bytes
  }
}

/// A language whose sources are looked through for calls.
public enum SourceLanguage: Hashable, Sendable {
  case swift, objectiveC, dart
  /// TypeScript and JavaScript, with their forms that hold markup.
  case typeScript

  /// The language of a file by its name; `nil` where it is none of these.
  public init?(path: String) {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch String(name[name.index(after: dot)...]) {
    case "swift": self = .swift
    case "m", "mm", "h": self = .objectiveC
    case "dart": self = .dart
    case "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs": self = .typeScript
    case _: return nil
    }
  }
}
