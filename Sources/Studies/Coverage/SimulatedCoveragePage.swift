/// The part of the page on coverage that is simulated, as Markdown.
public enum SimulatedCoveragePage {
  /// Tests of each kind on the page.
  public static let simulations = 2_000

  /// The sections, with headings of the second level.
  ///
  /// - Parameter simulations: tests of each kind.
  /// - Throws: what the analysis throws.
  public static func text(simulations: Int = simulations) throws -> String {
    """
    ## Verdicts, looks and what enumeration does not reach, by simulation

    \(simulations) tests of each kind, each from its own stream of random numbers, so that the same program gives the \
    same figures anywhere. ± is the Monte Carlo standard error: a rate within two of them of what is due is as good as \
    due.

    ### A difference is found where there is none

    The share of tests in which the verdict of `analyze` is better or worse, by the whole rule: adjusted p-values of \
    several arms, differences within days after a ramp, CR2 and the reassignment of releases together.

    \(table(try SimulatedVerdicts.rates(simulations: simulations), "rate"))

    ### A running test is called different, or its split unlike

    \(table(try SimulatedLooks.rates(simulations: simulations), "rate"))

    ### An interval holds the truth

    CR2 falls a point or two short with three releases an arm. `analyze` has no verdict of so few: no reassignment of \
    them is rare enough.

    \(table(try SimulatedIntervals.rates(simulations: simulations), "coverage"))
    """
  }

  private static func table(_ rates: [SimulatedRate], _ word: String) -> String {
    (["| test | due | tests | \(word) | ± |", "|---|---|---|---|---|"] + rates.map(\.row))
      .joined(separator: "\n")
  }
}
