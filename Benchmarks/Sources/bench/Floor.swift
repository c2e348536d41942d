/// The figures that must hold on an ordinary server core; a change to one is reviewed.
enum Floor {
  /// Installs × arms per second, one thread, `news-timing`; a quarter under what a quiet machine makes.
  static let rate = 15e6
  /// The same of `bare-timing`.
  static let bareRate = 40e6
  /// How many times as fast two threads are as one.
  static let gainOfTwo = 1.9
  /// The same as a share of what two commands together make, where the machine does not give twice as much for two.
  static let shareOfTwoCommands = 0.97
  /// Bytes held at once with 10⁸ installs.
  static let memory = 100_000_000
  /// Standard errors between a metric here and in another program; of some 150 comparisons one in a
  /// thousand goes further.
  static let distance = 4.5
  /// Standard errors between a number of two versions' answers; of some thousands, many of which go together, one in a
  /// hundred thousand goes further.
  static let farthest = 4.5
  /// Seconds until `--version` has answered.
  static let start = 0.030
  /// Seconds in which a store of 10,000 runs is listed.
  static let list = 1.0
}
