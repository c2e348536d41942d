extension Explanation {
  /// The numbers that stand beside a metric, and what is said of the choice.
  static let ofEstimates: [Explanation] = [
    Explanation(
      "mean", .estimate, "a metric's value",
      [
        "definition": "The mean over trials of the metric, each trial's value formed from its own sums.",
        "is not": "It is not the value of any one cohort, and says nothing of how much is unknown.",
        "JSON": "….mean", "CSV": "the metric's own column",
      ]),
    Explanation(
      "mcse", .estimate, "simulation error (±)",
      [
        "definition":
          "Monte Carlo standard error: how far the mean may be off because only so many trials were run.",
        "formula": "standard deviation over trials / √trials",
        "is not": "It is not uncertainty about people or about a test. More trials remove it.",
        "JSON": "….mcse", "CSV": "METRIC_mcse",
      ]),
    Explanation(
      "sd", .estimate, "spread over trials",
      [
        "definition":
          "The standard deviation over trials: what is not known about people, and what so many installs cannot tell.",
        "is not": "It is not the spread between people.", "JSON": "….sd",
      ]),
    Explanation(
      "parameter90", .estimate, "what the file allows",
      [
        "definition":
          "The interval that holds 90 % of what the file's distributions leave open about people.",
        "formula":
          "5% and 95% quantiles of mean + √B (value − mean), B the share of the variance that is not noise of installs; at its upper limit (\"within\") where it cannot be distinguished from noise",
        "is not": "It is not the chance of a test; better evidence narrows it, no number of installs does.",
        "JSON": "….uncertainty_interval_90, ….uncertainty_interval_90_is_at_most",
        "CSV": "METRIC_low, METRIC_high; difference_low, difference_high",
      ]),
    Explanation(
      "test90", .estimate, "what a test would show",
      [
        "definition":
          "The interval that holds 90 of 100 real tests of `installs` independent people per arm: what is not known about people, and chance.",
        "is not": "It is not a confidence interval of data; nobody was measured.",
        "JSON": "….prediction_interval_90", "CSV": "test_low, test_high",
      ]),
    Explanation(
      "difference_to_baseline", .estimate, "points more than the baseline",
      [
        "definition": "The mean over trials of the objective less the baseline's in the same trial.",
        "numerator": "the arm's objective less the baseline's", "denominator": "that of the objective",
        "is not": "It is no effect on a person: arms share their people only to reduce variance.",
        "JSON": "scenarios.SCENARIO.differences.ARM.METRIC.mean", "CSV": "difference_to_baseline",
      ]),
    Explanation(
      "p_best", .estimate, "probability best",
      [
        "definition":
          "The probability, over what the file allows, that the arm's expected objective is the best of all arms.",
        "numerator": "draws of the file's numbers under which the arm is best; ties share",
        "denominator": "all draws",
        "is not": "It is not the chance to win a test (share_of_tests_won), and says nothing of by how much.",
        "JSON": "scenarios.SCENARIO.arms.ARM.chance_best", "CSV": "p_best",
      ]),
    Explanation(
      "p_within_margin", .estimate, "probability good enough",
      [
        "definition":
          "The probability, over what the file allows, that the arm is within the margin of the best.",
        "numerator": "draws under which the arm's expectation is at most the margin from the best",
        "denominator": "all draws", "is not": "It does not say that the arms are equivalent.",
        "JSON": "scenarios.SCENARIO.arms.ARM.chance_within_margin", "CSV": "p_within_margin",
      ]),
    Explanation(
      "regret", .estimate, "expected regret",
      [
        "definition":
          "What choosing the arm loses on average against knowing every number of the file first.",
        "formula":
          "mean over draws of (best expectation − the arm's), noise of the installs removed by the two halves of each trial; \"under\" a limit where it is below two of its errors",
        "is not": "It is not the difference to the runner-up.",
        "JSON": "scenarios.SCENARIO.arms.ARM.expected_loss", "CSV": "regret",
      ]),
    Explanation(
      "share_of_tests_won", .estimate, "tests won",
      [
        "definition":
          "The share of simulated tests of `installs` people per arm in which the arm comes first.",
        "is not": "It is not p_best: it has the chance of a test in it.",
        "JSON": "scenarios.SCENARIO.arms.ARM.share_of_tests_won",
      ]),
    Explanation(
      "value_of_perfect_information", .estimate, "what knowing everything is worth",
      [
        "definition":
          "The regret of the best arm: the most that any data could be worth, in units of the objective.",
        "formula": "E[max over arms] − max over arms of E (Raiffa and Schlaifer 1961), the smallest regret",
        "is not": "It is not what a test of finite size is worth.",
        "JSON": "scenarios.SCENARIO.value_of_perfect_information",
      ]),
    Explanation(
      "near_twins", .estimate, "arms that hardly differ",
      [
        "definition":
          "Arms whose expectations differ by less than a tenth of the margin, root mean square over the draws. They take the chance of being best from one another; together they have the chance of the best of them.",
        "is not": "It is not a tie of the simulation: they are nearly the same whatever the inputs are.",
        "JSON": "scenarios.SCENARIO.near_twins", "CSV": "near_twins",
      ]),
    Explanation(
      "margin", .estimate, "the smallest difference that matters",
      [
        "definition":
          "Half a point of a share, or a hundredth of the baseline's level of anything else, unless --margin says otherwise.",
        "is not": "It is a judgement, not a result.", "JSON": "….margin", "CSV": "margin",
      ]),
    Explanation(
      "verdict", .estimate, "better, worse, equivalent or unknown",
      [
        "definition":
          "better or worse where the interval leaves out zero, equivalent where it lies inside the margin, else unknown.",
        "is not": "unknown is not equivalent.", "JSON": "….verdict", "CSV": "verdict",
      ]),
    Explanation(
      "headline", .estimate, "what may be said of the best arm",
      [
        "definition":
          "best: within the margin of the best in at least 95% of draws of the uncertain inputs, or ahead of every other arm in the central 90% of them. best_guess: best on average only. tied: the simulation cannot tell it from another arm at this size. level: another arm has its value in every trial. too_few_trials, only_option.",
        "is not": "It is not about the baseline, which decides no more than which differences a table shows.",
        "JSON": "scenarios.SCENARIO.recommendation", "CSV": "standing",
      ]),
    Explanation(
      "runner_up", .estimate, "the next best arm",
      [
        "definition":
          "The arm with the next best mean of those that may win, arms level with the best left aside. The lead is the best arm's objective less the runner-up's.",
        "is not": "It is not the baseline.", "JSON": "scenarios.SCENARIO.runner_up, scenarios.SCENARIO.lead",
        "CSV": "standing; lead, lead_low, lead_high",
      ]),
    Explanation(
      "rivals", .estimate, "alternative models",
      [
        "definition":
          "Other readings of the same facts, each simulated at a reduced size under the same seed: of selection or cause, of framing and of the cold question, once nothing and once as strong as is assumed possible; and experience that puts people off. A model falls where another arm is best beyond the margin.",
        "is not": "They are not drawn from the inputs, and say nothing of how likely they are.",
        "JSON": "scenarios.SCENARIO.alternative_models",
      ]),
    Explanation(
      "input_search", .estimate, "the fewest inputs that change the recommendation",
      [
        "definition":
          "One input, or else two, held at the 5% or 95% quantile, the others as uncertain as they are, under which another arm is best. The settings that the run's trials say are worst are simulated.",
        "is not": "It is not every setting there is: what no straight line shows may be missed.",
        "JSON": "scenarios.SCENARIO.input_search",
      ]),
    Explanation(
      "rank_correlation", .estimate, "what the lead leans on",
      [
        "definition":
          "Spearman's correlation over trials of a parameter's draws with the lead of the best arm over the runner-up.",
        "is not": "It is not a share of the variance, and misses effects that rise and fall.",
        "JSON": "scenarios.SCENARIO.rank_correlations",
      ]),
    Explanation(
      "turns_at", .estimate, "flip point",
      [
        "definition":
          "The value of a parameter, the others as the file has them on average, at which the lead turns.",
        "is not": "It is not a threshold in any person.",
        "JSON": "scenarios.SCENARIO.sensitivity.parameters[].break_even",
      ]),
    Explanation(
      "explained_share", .estimate, "what a parameter explains of the lead",
      [
        "definition":
          "The share of the lead's variance over trials that a parameter explains by itself, from an additive fit.",
        "is not":
          "It is not the effect of a change, and shares of parameters that work together do not add up to one.",
        "JSON": "scenarios.SCENARIO.sensitivity.parameters[].share",
      ]),
    Explanation(
      "value_of_knowing", .estimate, "what knowing one parameter is worth",
      [
        "definition": "How much the expected regret would fall if this parameter were known before choosing.",
        "is not": "It is not what a test that measures it would give, which never knows exactly.",
        "JSON": "scenarios.SCENARIO.sensitivity.parameters[].value_of_learning",
      ]),
    Explanation(
      "objective_value", .estimate, "the weighted sum that is ranked by",
      [
        "definition": "The sum of the objective's metrics, each times its weight; more is better.",
        "is not": "It has the unit of none of them.", "JSON": "….objective_value", "CSV": "objective",
      ]),
  ]
}
