/// What a planned test is to show of an arm against the baseline.
public enum TestAim: Hashable, Sendable {
  /// That the two differ.
  case difference
  /// That the arm is not worse by the margin or more; the margin is above 0 and below 1.
  ///
  /// One-sided at half of the level, which agrees with the lower limit of an interval at that level.
  case nonInferior(margin: Double)
  /// That the two differ by less than the margin, in either direction: two one-sided tests, each at the level.
  case equivalent(margin: Double)
}
