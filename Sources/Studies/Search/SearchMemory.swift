/// Where the trials of a search are kept as it goes, so that one that was interrupted goes on.
public protocol SearchMemory: Sendable {
  /// Trials that an earlier search kept.
  ///
  /// - Parameters:
  ///   - installs: of a trial.
  ///   - strategy: position of the arm.
  ///   - first: the first of them.
  /// - Returns: `nil` for none.
  func trials(installs: Int, strategy: Int, from first: Int) -> SearchTrials?

  /// Keeps trials that were simulated, all of them or none.
  func keep(_ trials: [SearchTrials]) throws
}

/// What successive trials of a search found of one strategy, as numbers to be kept.
public struct SearchTrials: Equatable, Sendable {
  /// Installs of a trial.
  public var installs: Int
  /// Position of the arm.
  public var strategy: Int
  /// The first of them.
  public var first: Int
  /// How many there are.
  public var count: Int
  /// By view the merit of every trial, then by series its values, noise and variances; not a number where one is absent.
  public var numbers: [Double]

  /// The parts, unchanged.
  public init(installs: Int, strategy: Int, first: Int, count: Int, numbers: [Double]) {
    self.installs = installs
    self.strategy = strategy
    self.first = first
    self.count = count
    self.numbers = numbers
  }
}
