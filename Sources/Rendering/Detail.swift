/// How much of a finding a document shows.
public enum Detail: Sendable {
  /// What somebody acts on, on one screen.
  case brief
  /// All of it, as `--verbose` and reports have it.
  case full
}
