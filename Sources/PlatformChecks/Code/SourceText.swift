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
public enum SourceLanguage: String, CaseIterable, Sendable {
  case swift, objectiveC, dart
  /// TypeScript and JavaScript, with their forms that hold markup.
  case typeScript
}
