/// Which test of equality decides whether a planned test shows a difference.
public enum DecidingTest: String, CaseIterable, Hashable, Sendable {
  /// The score test, which the verdicts of an analysis are by.
  case score
  /// Fisher's exact test, which is never wrong more often than its level and takes more people for it.
  case fisher
}
