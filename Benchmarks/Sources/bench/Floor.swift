/// The figures that must hold on an ordinary server core; a change to one is reviewed.
enum Floor {
  /// Installs × arms per second, one thread, `news-timing`; a quarter under what a quiet machine makes.
  static let rate = 12e6
  /// The same of `bare-timing`.
  static let bareRate = 27e6
  /// How many times as fast two threads are as one.
  static let gainOfTwo = 1.9
  /// The same as a share of what two commands together make, where the machine does not give twice as much for two.
  static let shareOfTwoCommands = 0.97
  /// Bytes held at once with 10⁸ installs.
  static let memory = 100_000_000
  /// Seconds until `--version` has answered.
  static let start = 0.030
}
