/// Results of a planned test, one for each draw of the uncertain inputs, and that several times.
///
/// The same random numbers serve every size, so that sizes differ by their size alone.
public struct DrawnResults: Sendable {
  /// How often a result is drawn for each draw of the inputs.
  public static let repetitions = 10

  /// The shares that a test of a number of installs of all options together finds in a repetition, by option, the baseline
  /// first, and draw.
  let shares: @Sendable (_ installs: Double, _ repetition: Int) -> [[Double]]

  /// - Parameter shares: the same for the same installs and repetition.
  public init(shares: @escaping @Sendable (_ installs: Double, _ repetition: Int) -> [[Double]]) {
    self.shares = shares
  }
}
