extension Explanation {
  /// What `analyze` says of the data of a real test.
  static let ofAnalyses: [Explanation] = [
    Explanation(
      "rate", .analysis, "an arm's observed rate",
      [
        "definition": "Those who allowed, of the people of the denominator.", "numerator": "allowed",
        "denominator": "installs, prompted or answered, as it is named",
        "is not": "It is no estimate for other moments: arms that ask later ask other people.",
        "JSON": "….arms.ARM.rate", "CSV": "rate, wilson_low, wilson_high",
      ]),
    Explanation(
      "difference", .analysis, "points more than the baseline, observed",
      [
        "definition": "The arm's rate less the baseline's, with the interval of Miettinen and Nurminen.",
        "formula": "x₁/n₁ − x₀/n₀",
        "is not": "With several comparisons the intervals hold together; one alone would be narrower.",
        "JSON": "….comparisons.ARM.difference.estimate", "CSV": "difference, difference_low, difference_high",
      ]),
    Explanation(
      "ratio", .analysis, "times the baseline, observed",
      [
        "definition": "The arm's rate over the baseline's, with Koopman's interval.",
        "formula": "(x₁/n₁) / (x₀/n₀)",
        "is not": "It is not the odds ratio, which is further from one.",
        "JSON": "….comparisons.ARM.ratio.estimate", "CSV": "ratio, ratio_low, ratio_high",
      ]),
    Explanation(
      "odds_ratio", .analysis, "ratio of the odds",
      [
        "definition":
          "The odds of allowing under the arm over those under the baseline, with Woolf's interval.",
        "formula": "x₁(n₀ − x₀) / (x₀(n₁ − x₁))", "is not": "It is not a ratio of rates.",
        "JSON": "….comparisons.ARM.odds_ratio.estimate", "CSV": "odds_ratio, odds_ratio_low, odds_ratio_high",
      ]),
    Explanation(
      "p", .analysis, "p-value of the score test",
      [
        "definition": "How often arms that are equal would differ as much or more, by the score test.",
        "is not": "It is not the probability that the arms are equal.",
        "JSON": "….comparisons.ARM.tests.score.p", "CSV": "p",
      ]),
    Explanation(
      "p_adjusted", .analysis, "p-value for several comparisons",
      [
        "definition": "The p-value as --correction adjusts it for the number of comparisons.",
        "is not": "It pays for arms, not for looks at a running test.",
        "JSON": "….comparisons.ARM.tests.score.p_adjusted",
        "CSV": "p_adjusted",
      ]),
    Explanation(
      "p_better", .analysis, "probability better",
      [
        "definition": "The posterior probability that the arm's rate is above the baseline's.",
        "is not": "It is not one minus a p-value, and depends on the prior.",
        "JSON": "….comparisons.ARM.bayes.p_better", "CSV": "p_better",
      ]),
    Explanation(
      "expected_loss", .analysis, "what choosing the arm costs on average",
      [
        "definition":
          "The posterior mean of how far the arm's rate lies below the best of all arms, zero where it is the best.",
        "is not": "It is not the loss to the baseline, nor the expected loss of a simulation.",
        "JSON": "….arms.ARM.expected_loss",
        "CSV": "expected_loss",
      ]),
    Explanation(
      "boschloo", .analysis, "p-value of Boschloo's exact test",
      [
        "definition":
          "The largest probability, over the share that both arms may have, of a table whose two-sided p by Fisher's test is at most the one seen.",
        "is not":
          "It is not what scipy's boschloo_exact and R's exact2x2 give by default: they double the one-sided p. 56 of 70 against 48 of 80 has 0.0099 here and 0.0088 there; exact2x2 with tsmethod = \"minlike\" agrees.",
        "JSON": "….comparisons.ARM.tests.boschloo.p",
      ]),
    Explanation(
      "always_valid", .analysis, "interval for any number of looks",
      [
        "definition":
          "A confidence sequence of the difference: it holds at every look together. Event rows have it; counts do not, because they do not say who was enrolled when.",
        "is not": "It is wider than an interval for one look, which is the price.",
        "CSV": "always_valid_low, always_valid_high",
      ]),
    Explanation(
      "anytime_p", .analysis, "p-value for any number of looks",
      [
        "definition": "The p-value of no difference that may be read at every look.",
        "is not": "It is larger than the p-value of one look, which is the price.",
        "JSON": "….comparisons.ARM.anytime_p", "CSV": "anytime_p",
      ]),
    Explanation(
      "non_inferiority", .analysis, "not worse by a margin",
      [
        "definition":
          "Whether it is shown that the arm is not worse than the baseline by the margin or more, by Farrington and Manning's one-sided test.",
        "formula": "(p₁ − p₀ + δ) / √V, V at the most likely rates that differ by −δ",
        "is not": "It does not show that the arms are equal.", "JSON": "….comparisons.ARM.non_inferiority",
        "CSV": "non_inferior, non_inferior_p",
      ]),
    Explanation(
      "guardrail", .analysis, "what must not get worse",
      [
        "definition":
          "A column (retained_d1, retained_d7, value; of counts value_mean and value_sd) with a margin: not worse, may be worse, or worse by more than that.",
        "is not": "A guardrail that may be worse is not shown to be worse; more installs would tell.",
        "JSON": "guardrails.COLUMN.comparisons.ARM.finding", "CSV": "retained_d1_finding, …",
      ]),
    Explanation(
      "decision", .analysis, "whether to ship an arm",
      [
        "definition":
          "ship: better (or not worse, where that is asked), and no guardrail is worse. do_not_ship: worse, or a guardrail is. Else undecided.",
        "is not": "It is not the verdict, which is about opt-in alone.", "JSON": "….comparisons.ARM.decision",
        "CSV": "decision",
      ]),
    Explanation(
      "adjusted", .analysis, "difference adjusted for what is known at install",
      [
        "definition":
          "The difference within every combination of country, channel, device, system and segment, weighted by all installs of each.",
        "formula": "Σ (Nₛ/N)(p₁ₛ − p₀ₛ)",
        "is not": "It is never the verdict; far from the plain difference, it says that the split is uneven.",
        "JSON": "….comparisons.ARM.adjusted", "CSV": "adjusted_difference, adjusted_low, adjusted_high",
      ]),
    Explanation(
      "p_reversal", .analysis, "chance of a reversal",
      [
        "definition":
          "The probability that the effect within a segment has the other sign than the mean of all segments, each drawn towards that mean.",
        "is not": "It is not a test of the segment on its own.",
        "JSON": "….segments.shrunken.ARM.strata[].p_reversal", "CSV": "p_reversal",
      ]),
    Explanation(
      "sample_ratio", .analysis, "whether the split is the one meant",
      [
        "definition":
          "A test of the arms' sizes against the split that was meant; a small p says that something lost people. "
          + "χ², and with --peek or --looks a test that holds at every look.",
        "is not": "A large p does not show that assignment worked.", "JSON": "sample_ratio",
        "CSV": "sample_ratio_p",
      ]),
  ]
}
