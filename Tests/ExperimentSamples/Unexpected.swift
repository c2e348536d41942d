/// Ends a test whose rest needs something else than what was found.
public struct Unexpected: Error, CustomStringConvertible {
  /// What was found.
  public let description: String

  /// An end of the test with this in its message.
  public init(_ found: some Any) { description = "found \(found)" }
}
