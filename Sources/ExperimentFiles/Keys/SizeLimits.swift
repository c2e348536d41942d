import ExperimentDesign

/// Limits on what is read at all, so that no text can exhaust time or memory.
enum ReadingLimits {
  /// Bytes of one text; a file of a hundred arms has about twenty thousand.
  static let bytes = 1 << 20
  /// Nested mappings and lists.
  static let depth = 40
  /// Values in one text.
  static let values = 100_000
  /// Keys of one mapping; as many as there may be arms.
  static let keys = 1_000
}

/// The sizes an experiment may have.
enum SizeLimits {
  /// Installs over all trials.
  static let totalInstalls = 1_000_000_000_000
  /// Trials, and installs of a trial: they are numbers of 32 bits in the addresses of draws.
  static let count = TallyLimits.installs
  /// Arms after sweeps; of a search with the strategies that it makes.
  static let arms = 1_000
  /// Combinations of scenario, segment and arm.
  static let cells = 20_000
  /// The same of a search, whose arms are simulated in parts.
  static let searchedCells = 100_000
  /// Different retention figures, each of which is fitted.
  static let fits = 100
  /// Kinds of events of an experiment.
  static let eventKinds = 100
  /// Competing alerts of one arm.
  static let alerts = 7
  /// Counts within a life: events, sessions, showings.
  static let lifeCount = 1_000_000
  static let horizonDays = 3_650.0
  /// Weights of an objective and of arms, whose products with metrics are squared.
  static let weight = 1e12
  /// Sessions of one life: mean rate times horizon.
  static let sessions = 100_000.0
}
