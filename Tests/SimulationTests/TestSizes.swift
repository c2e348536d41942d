/// How much a test simulates: debug builds are some fifty times slower.
enum TestSize {
  #if DEBUG
    /// Installs of a test that looks at a share.
    static let installs = 4_000
    /// Trials of a test that looks at what is drawn per trial.
    static let trials = 600
    /// Generated experiments.
    static let experiments = 20
  #else
    static let installs = 300_000
    static let trials = 20_000
    static let experiments = 400
  #endif
  /// Differences beyond this many standard errors are 1 in 147,000.
  static let largestZ = 4.5
}
