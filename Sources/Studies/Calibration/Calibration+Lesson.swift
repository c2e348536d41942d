extension Calibration {
  /// What counts of an arm would teach.
  public struct Lesson: Hashable, Sendable {
    /// Position of the arm.
    public let arm: Int
    /// The two options that are best by the fitted numbers.
    public let lead: Pair
    /// The deviation of the best two options' difference now.
    public let before: Double
    /// The same after ``installs`` more of that arm.
    public let after: Double
    /// Installs of the arm.
    public let installs: Int
    /// By number, how much narrower it would be believed than before all data, as ``PenalisedFit/tells``.
    public let tells: [Double]

    /// Two options, by their positions.
    public struct Pair: Hashable, Sendable {
      /// The better one.
      public let best: Int
      /// The next.
      public let other: Int
    }
  }
}
