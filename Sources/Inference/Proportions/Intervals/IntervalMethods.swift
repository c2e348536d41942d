/// Intervals of one proportion.
///
/// Raw values are their names in files and flags.
public enum ProportionMethod: String, CaseIterable, Hashable, Sendable {
  /// Inverts the score test (Wilson 1927). The default.
  case wilson
  /// Inverts two exact binomial tests (Clopper & Pearson 1934): never covers less than it says.
  case clopperPearson = "clopper_pearson"
  /// Equal tails of the posterior under Beta(½, ½), closed at 0 and 1 (Brown, Cai & DasGupta 2001).
  case jeffreys
  /// Wald's about Wilson's midpoint (Agresti & Coull 1998).
  case agrestiCoull = "agresti_coull"

  /// The name in files and flags.
  public var name: String { rawValue }
}

/// Intervals of a difference of two proportions.
///
/// Raw values are their names in files and flags.
public enum DifferenceMethod: String, CaseIterable, Hashable, Sendable {
  /// Inverts the score test with the variance N/(N − 1) larger (Miettinen & Nurminen 1985). The default.
  case miettinenNurminen = "miettinen_nurminen"
  /// The hybrid of two Wilson intervals (Newcombe 1998, method 10).
  case newcombe
  /// Wald's with one person of each kind added to each arm (Agresti & Caffo 2000).
  case agrestiCaffo = "agresti_caffo"
  /// The textbook interval; misleading for small counts, offered for comparison.
  case wald

  /// The name in files and flags.
  public var name: String { rawValue }
}

/// Intervals of a ratio of two proportions.
///
/// Raw values are their names in files and flags.
public enum RatioMethod: String, CaseIterable, Hashable, Sendable {
  /// Inverts the score test of the ratio (Koopman 1984). The default.
  case koopman
  /// Normal on the logarithm (Katz et al. 1978).
  case katz

  /// The name in files and flags.
  public var name: String { rawValue }
}

/// Intervals of an odds ratio.
///
/// Raw values are their names in files and flags.
public enum OddsRatioMethod: String, CaseIterable, Hashable, Sendable {
  /// Normal on the logarithm (Woolf 1955). No value where a cell is 0: nothing is added to cells.
  case woolf

  /// The name in files and flags.
  public var name: String { rawValue }
}

/// Tests that two proportions are equal, two-sided.
///
/// Raw values are their names in files and flags.
public enum EqualityTest: String, CaseIterable, Hashable, Sendable {
  /// The score test that the Miettinen–Nurminen interval inverts. The default.
  case score
  /// The normal test with the pooled variance.
  case zPooled = "z_pooled"
  /// Pearson's χ² without continuity correction: the square of ``zPooled``.
  case chiSquare = "chi_square"
  /// Fisher's exact test, two-sided by minimum likelihood.
  case fisher
  /// Fisher's p-value as the statistic of an unconditional exact test (Boschloo 1970).
  case boschloo

  /// The name in files and flags.
  public var name: String { rawValue }
}
