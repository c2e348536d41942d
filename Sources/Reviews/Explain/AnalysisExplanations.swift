extension Explanation {
  /// What `analyze` says of the data of a real test.
  static let ofAnalyses: [Explanation] = [
    Explanation(
      "rate", .analysis, "an option's observed rate",
      [
        "definition": "The share of the denominator that allowed.", "numerator": "allowed",
        "denominator": "installs, prompted or answered, as named",
        "is not": "It does not estimate another moment: options that ask later ask different people.",
        "JSON": "….arms.ARM.rate", "CSV": "rate, wilson_low, wilson_high",
      ]),
    Explanation(
      "difference", .analysis, "observed difference to the baseline",
      [
        "definition": "The option's rate minus the baseline's, with a Miettinen–Nurminen interval.",
        "formula": "x₁/n₁ − x₀/n₀",
        "is not": "With several comparisons the intervals are simultaneous; a single one would be narrower.",
        "JSON": "….comparisons.ARM.difference.estimate", "CSV": "difference, difference_low, difference_high",
      ]),
    Explanation(
      "ratio", .analysis, "observed ratio to the baseline",
      [
        "definition": "The option's rate over the baseline's, with a Koopman interval.",
        "formula": "(x₁/n₁) / (x₀/n₀)",
        "is not": "It is not the odds ratio, which is further from 1.",
        "JSON": "….comparisons.ARM.ratio.estimate", "CSV": "ratio, ratio_low, ratio_high",
      ]),
    Explanation(
      "odds_ratio", .analysis, "ratio of the odds",
      [
        "definition":
          "The odds of allowing under the option over those under the baseline, with a Woolf interval.",
        "formula": "x₁(n₀ − x₀) / (x₀(n₁ − x₁))", "is not": "It is not a ratio of rates.",
        "JSON": "….comparisons.ARM.odds_ratio.estimate", "CSV": "odds_ratio, odds_ratio_low, odds_ratio_high",
      ]),
    Explanation(
      "p", .analysis, "p-value of the score test",
      [
        "definition": "The probability of a difference at least this large if the options were equal.",
        "is not": "It is not the probability that the options are equal.",
        "JSON": "….comparisons.ARM.tests.score.p", "CSV": "p",
      ]),
    Explanation(
      "p_adjusted", .analysis, "p-value for several comparisons",
      [
        "definition": "The p-value as --correction adjusts it for the number of comparisons.",
        "is not": "It corrects for several options, not for looks at a running test.",
        "JSON": "….comparisons.ARM.tests.score.p_adjusted",
        "CSV": "p_adjusted",
      ]),
    Explanation(
      "together", .analysis, "intervals that hold together",
      [
        "definition": "With the level given, all intervals of the table contain their true values.",
        "is not": "It is not the interval of one comparison alone, which is narrower.",
        "JSON": "….comparison_confidence", "CSV": "comparison_confidence",
      ]),
    Explanation(
      "Dunnett", .analysis, "the constant of several comparisons with one baseline",
      [
        "definition":
          "How many standard errors wide intervals are for all of them to hold together, where several options are "
          + "compared with one baseline.",
        "is not":
          "It is not the adjustment of p-values, which --correction names; comparisons share a baseline, so it is a little "
          + "smaller than Bonferroni's.",
        "JSON": "….comparison_confidence", "CSV": "comparison_confidence",
        "source": "Dunnett, Journal of the American Statistical Association 50 (1955), 1096–1121",
      ]),
    Explanation(
      "Lee bounds", .analysis, "a difference per prompted that nobody can point at",
      [
        "definition":
          "Options that ask at different moments prompt different people. Between the bounds lies the difference among installs "
          + "that both would prompt; which installs these are, no data say.",
        "is not":
          "It is not a confidence interval: the bounds are that wide with any number of installs. With sampling error they "
          + "are the interval of Imbens and Manski.",
        "JSON": "….common_stratum.ARM.difference_bounds, ….common_stratum.ARM.ci",
        "source": "Lee, Review of Economic Studies 76 (2009), 1071–1102",
      ]),
    Explanation(
      "installs that old", .analysis, "installs old enough to be counted",
      [
        "definition": "Installs at least as many days old as the row says, when the data end.",
        "is not":
          "Younger installs are left out whatever they did, so that every option is seen equally long.",
        "JSON": "by_day.differences.ARM.installs",
      ]),
    Explanation(
      "incidence", .analysis, "the share that has allowed by an age",
      [
        "definition":
          "With --by incidence every install counts for as long as it was observed. With --by matured, the usual way, an install "
          + "counts once it is old enough.",
        "is not":
          "It is not the share of all installs that have allowed by now, which grows as they get older.",
        "JSON": "….comparisons.ARM.verdict_basis", "CSV": "verdict_basis",
      ]),
    Explanation(
      "stops beyond", .analysis, "bound of a look",
      [
        "definition":
          "At each planned look, the score beyond which the test stops, with the share of the plan reached by then.",
        "is not": "It is not the bound of a single test at the end, which is lower.", "JSON": "looks",
      ]),
    Explanation(
      "p_better", .analysis, "chance of being better",
      [
        "definition": "The posterior probability that the option's rate is above the baseline's.",
        "is not": "It is not one minus a p-value, and depends on the prior.",
        "JSON": "….comparisons.ARM.bayes.p_better", "CSV": "p_better",
      ]),
    Explanation(
      "boschloo", .analysis, "p-value of Boschloo's exact test",
      [
        "definition":
          "The largest probability, over the common rate, of a table whose two-sided Fisher p-value is at most the observed one.",
        "is not":
          "It differs from the defaults of scipy's boschloo_exact and R's exact2x2, which double the one-sided p-value. For 56 of 70 vs 48 of 80: 0.0099 here, 0.0088 there. exact2x2 with tsmethod = \"minlike\" agrees.",
        "JSON": "….comparisons.ARM.tests.boschloo.p",
      ]),
    Explanation(
      "always_valid", .analysis, "interval for any number of looks",
      [
        "definition":
          "A confidence sequence of the difference, valid at every look. It needs event rows, because counts do not record enrolment times.",
        "is not": "It is wider than an interval for one look.",
        "CSV": "always_valid_low, always_valid_high",
      ]),
    Explanation(
      "anytime_p", .analysis, "p-value for any number of looks",
      [
        "definition": "A p-value of no difference that is valid at every look.",
        "is not": "It is larger than the p-value of one look.",
        "JSON": "….comparisons.ARM.anytime_p", "CSV": "anytime_p",
      ]),
    Explanation(
      "non_inferiority", .analysis, "non-inferiority",
      [
        "definition":
          "Whether the option is shown to be worse by less than the margin, by the Farrington–Manning one-sided test.",
        "formula": "(p₁ − p₀ + δ) / √V, V at the most likely rates that differ by −δ",
        "is not": "It does not show that the options are equal.", "JSON": "….comparisons.ARM.non_inferiority",
        "CSV": "non_inferior, non_inferior_p",
      ]),
    Explanation(
      "guardrail", .analysis, "a metric that must not get worse",
      [
        "definition":
          "A column (retained_d1, retained_d7, value; of counts value_mean and value_sd) with a margin: not worse, may be worse, or worse by more than that.",
        "is not": "A guardrail that may be worse is not shown to be worse. Collect more installs.",
        "JSON": "guardrails.COLUMN.comparisons.ARM.finding", "CSV": "retained_d1_finding, …",
      ]),
    Explanation(
      "decision", .analysis, "whether to ship an option",
      [
        "definition":
          "ship: better (or not worse, with --non-inferiority) and no guardrail is worse. do_not_ship: the option or a guardrail is worse. Otherwise undecided.",
        "is not": "It is not the verdict, which is about opt-in alone.", "JSON": "….comparisons.ARM.decision",
        "CSV": "decision",
      ]),
    Explanation(
      "adjusted", .analysis, "difference adjusted for covariates",
      [
        "definition":
          "The difference within each combination of country, channel, device, system and segment, weighted by its installs.",
        "formula": "Σ (Nₛ/N)(p₁ₛ − p₀ₛ)",
        "is not":
          "It never decides the verdict. If it is far from the plain difference, the split is uneven.",
        "JSON": "….comparisons.ARM.adjusted", "CSV": "adjusted_difference, adjusted_low, adjusted_high",
      ]),
    Explanation(
      "p_reversal", .analysis, "chance of a reversal",
      [
        "definition":
          "The probability that the effect in a segment has the opposite sign to the mean effect. Segment effects are shrunk towards the mean.",
        "is not": "It is not a test of the segment on its own.",
        "JSON": "….segments.shrunken.ARM.strata[].p_reversal", "CSV": "p_reversal",
      ]),
    Explanation(
      "sample_ratio", .analysis, "check of the split (sample ratio mismatch)",
      [
        "definition":
          "A test of the options' sizes against the planned split. A small p-value means that installs were lost. "
          + "χ²; with --peek or --looks, a test that is valid at every look.",
        "is not": "A large p does not show that assignment worked.", "JSON": "sample_ratio",
        "CSV": "sample_ratio_p",
      ]),
  ]
}
