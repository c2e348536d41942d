/// Bounds of the difference among those whom both arms would have prompted.
///
/// Arms that ask at different moments prompt different people, so rates per prompted compare
/// different people. If whoever the more reluctant arm prompts would also be prompted by the other
/// (monotonicity: true where one trigger can only come after the other), that common stratum is the
/// whole of the reluctant arm's prompted and a share π, the ratio of the two prompted shares, of
/// the other's. Trimming the other's prompted from above or below gives the bounds (Lee 2009),
/// which for a yes-or-no answer are closed forms.
public struct CommonStratumBounds: Hashable, Sendable {
  /// The smallest difference per prompted, arm minus baseline, that the counts allow.
  public let lower: Double
  /// The largest.
  public let upper: Double
  /// The share of installs in the stratum: the smaller of the two prompted shares.
  public let share: Double
}
