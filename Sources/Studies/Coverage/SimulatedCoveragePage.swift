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

    ### False positives

    The share of tests in which the verdict of `analyze` is better or worse, by the whole rule: adjusted p-values of \
    several arms, differences within days after a ramp, within the releases that carry both arms where only some do, CR2 \
    and the reassignment of releases, and incidence.

    \(table(try SimulatedVerdicts.rates(simulations: simulations), "rate"))

    ### A running test is called different, or its split unlike

    The split is held to what was meant by Lindon and Malek's sequential test, which weighs splits off by half a point in a \
    hundred: it calls a sound one unlike far more rarely than it may. The last two rows are of splits that are broken, and how \
    often that is found within 20,000 installs.

    \(table(try SimulatedLooks.rates(simulations: simulations), "rate"))

    ### An interval holds the truth

    CR2 falls a point or two short with three releases an arm. `analyze` has no verdict of so few: no reassignment of \
    them is rare enough. Lee's interval is one-sided at either bound, and the normal approximation of a ratio leaves it up \
    to about a point short. The interval of a shrunken effect is one of the posterior: right on average over segments \
    whose effects are spread as the model says, and wider than it need be where all are alike.

    \(table(try SimulatedIntervals.rates(simulations: simulations), "coverage"))

    ### An arm that is worse by the margin is called not worse

    A guardrail's one-sided test at 2.5%, at its hardest: the arm is worse by exactly the margin. The value is judged by \
    Welch's interval and the bootstrap's, which must agree.

    \(table(try SimulatedGuardrails.rates(simulations: simulations), "rate"))

    ### Errors printed by `simulate` hold

    A small experiment (two arms, three uncertain inputs, \(SimulatedAnswers.trials) trials of \(SimulatedAnswers.installs) \
    installs) under many seeds: how often a number lies within t printed errors of the mean over all seeds. This is of \
    the simulation's own error alone, and says nothing of the assumptions. All rows are of the same runs, so they err \
    together. That of the level lies about a point below 95%, two of its errors.

    \(table(try SimulatedAnswers.rates(simulations: simulations), "coverage"))
    """
  }

  private static func table(_ rates: [SimulatedRate], _ word: String) -> String {
    (["| test | due | tests | \(word) | ± |", "|---|---|---|---|---|"] + rates.map(\.row))
      .joined(separator: "\n")
  }
}
