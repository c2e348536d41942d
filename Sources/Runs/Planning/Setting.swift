/// A key of an experiment set from outside: `path=value`.
public struct Setting: Hashable, Sendable {
  /// The key, as a path: `population.allow.rate`.
  public var path: String
  /// The value, spelled as in the file.
  public var value: String

  /// A setting of a key.
  public init(path: String, value: String) {
    self.path = path
    self.value = value
  }

  /// Reads ``text``; `nil` for a text that has no path before a `=`.
  public init?(_ text: String) {
    guard let separator = text.firstIndex(of: "="), separator > text.startIndex else { return nil }
    path = String(text[..<separator])
    value = String(text[text.index(after: separator)...])
  }

  /// As it was given: `path=value`.
  public var text: String { "\(path)=\(value)" }
}
