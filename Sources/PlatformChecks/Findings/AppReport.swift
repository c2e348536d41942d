/// What checking an app found.
public struct AppReport: Sendable, Codable {
  /// A file that was not read.
  public struct Unread: Hashable, Sendable, Codable {
    public var file: String
    /// Why, in a few words.
    public var why: String

    public init(file: String, why: String) {
      self.file = file
      self.why = why
    }
  }

  /// Everything that was seen, by file, line, column and rule.
  public var findings: [AppFinding]
  /// Files that were looked through.
  public var read: Int
  /// Files that could say something and were not looked through.
  public var unread: [Unread]

  public init(findings: [AppFinding], read: Int, unread: [Unread] = []) {
    self.findings = findings.sorted {
      ($0.place.file, $0.place.line, $0.place.column, $0.rule)
        < ($1.place.file, $1.place.line, $1.place.column, $1.rule)
    }
    self.read = read
    self.unread = unread
  }
}
