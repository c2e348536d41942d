extension Explanation {
  /// The numbers that stand beside a metric, and what is said of the choice.
  static let ofEstimates: [Explanation] = [
    Explanation(
      "mean", .estimate, "a metric's value",
      [
        "definition": "The mean over trials of the metric, each trial's value formed from its own sums.",
        "is not": "It is not the value of any one cohort, and does not say how uncertain it is.",
        "JSON": "….mean", "CSV": "the metric's own column",
      ]),
    Explanation(
      "mcse", .estimate, "Monte Carlo standard error (±)",
      [
        "definition":
          "Monte Carlo standard error: how far the mean may be off because the number of trials is finite.",
        "formula": "standard deviation over trials / √trials",
        "is not": "It is not uncertainty about the inputs or about a test. More trials reduce it.",
        "JSON": "….mcse", "CSV": "METRIC_mcse",
      ]),
    Explanation(
      "sd", .estimate, "spread over trials",
      [
        "definition":
          "The standard deviation over trials: the uncertain inputs and the sampling of installs together.",
        "is not": "It is not the spread between people.", "JSON": "….sd",
      ]),
    Explanation(
      "uncertainty_interval_90", .estimate, "90% range over the uncertain inputs",
      [
        "definition":
          "The uncertainty interval: it holds 90% of the draws of the uncertain inputs.",
        "formula":
          "5% and 95% quantiles of mean + √B (value − mean). B is the share of the variance that is not sampling of installs; \"within\" marks an upper limit",
        "is not": "It is not the result of a test. Better evidence narrows it; more installs do not.",
        "JSON": "….uncertainty_interval_90, ….uncertainty_interval_90_is_at_most",
        "CSV": "METRIC_low, METRIC_high; difference_low, difference_high",
      ]),
    Explanation(
      "prediction_interval_90", .estimate, "90% prediction interval of a test",
      [
        "definition":
          "The range that 90 of 100 A/B tests of 'test.installs_per_arm' installs would show: uncertain inputs and chance together. It holds the 90% range; where chance adds nothing at an end, both end at the same number.",
        "is not": "It is not a confidence interval of data; nobody was measured.",
        "JSON": "….prediction_interval_90", "CSV": "test_low, test_high",
      ]),
    Explanation(
      "difference_to_baseline", .estimate, "difference to the baseline",
      [
        "definition": "The mean over trials of the objective minus the baseline's in the same trial.",
        "numerator": "the option's objective minus the baseline's", "denominator": "that of the objective",
        "is not": "It is not an effect on one person: options share their installs only to reduce variance.",
        "JSON": "scenarios.SCENARIO.differences.ARM.METRIC.mean", "CSV": "difference_to_baseline",
      ]),
    Explanation(
      "chance_best", .estimate, "chance of being best",
      [
        "definition":
          "The share of draws of the uncertain inputs in which the option's expected objective is best.",
        "numerator": "draws in which the option is best; ties are shared",
        "denominator": "all draws",
        "in analyze": "The posterior probability that the option's rate is the largest.",
        "is not":
          "It is not the chance to win a test (share_of_tests_won), and does not say by how much the option is better.",
        "JSON": "scenarios.SCENARIO.arms.ARM.chance_best", "CSV": "chance_best",
      ]),
    Explanation(
      "chance_within_margin", .estimate, "chance of being within the margin",
      [
        "definition":
          "The share of draws of the uncertain inputs in which the option is within the margin of the best.",
        "numerator": "draws under which the option's expectation is at most the margin from the best",
        "denominator": "all draws", "is not": "It does not say that the options are equivalent.",
        "JSON": "scenarios.SCENARIO.arms.ARM.chance_within_margin", "CSV": "chance_within_margin",
      ]),
    Explanation(
      "expected_loss", .estimate, "expected loss",
      [
        "definition":
          "What you give up on average by choosing this option, compared with knowing every input first.",
        "formula":
          "mean over draws of (best expectation − the option's), with sampling noise removed by splitting each trial. \"under\" marks a loss below two of its errors",
        "in analyze":
          "The posterior mean of how far the option's rate lies below the best option's; 0 where it is the best.",
        "is not": "It is not the difference to the runner-up, nor the loss against the baseline.",
        "JSON": "scenarios.SCENARIO.arms.ARM.expected_loss", "CSV": "expected_loss",
      ]),
    Explanation(
      "share_of_tests_won", .estimate, "tests won",
      [
        "definition":
          "The share of simulated tests of 'test.installs_per_arm' installs per option that the option wins.",
        "is not": "It is not chance_best: it includes the sampling error of a test.",
        "JSON": "scenarios.SCENARIO.arms.ARM.share_of_tests_won",
      ]),
    Explanation(
      "value_of_perfect_information", .estimate, "value of perfect information (EVPI)",
      [
        "definition":
          "The expected loss of the best option: the most that any data could be worth, in units of the objective.",
        "formula":
          "E[max over options] − max over options of E (Raiffa and Schlaifer 1961), the smallest expected loss",
        "is not": "It is not what a test of finite size is worth.",
        "JSON": "scenarios.SCENARIO.value_of_perfect_information",
      ]),
    Explanation(
      "near_twins", .estimate, "options that hardly differ",
      [
        "definition":
          "Options whose expectations differ by less than a tenth of the margin (root mean square over the draws). They split the chance of being best between them.",
        "is not":
          "It is not a tie of the simulation: the options are nearly the same for every value of the inputs.",
        "JSON": "scenarios.SCENARIO.near_twins", "CSV": "near_twins",
      ]),
    Explanation(
      "margin", .estimate, "the smallest difference that matters",
      [
        "definition":
          "0.5 pp for a share, 1% of the baseline's level for anything else, unless --margin sets it.",
        "is not": "It is a judgement, not a result.", "JSON": "….margin", "CSV": "margin",
      ]),
    Explanation(
      "verdict", .estimate, "better, worse, equivalent or inconclusive",
      [
        "definition":
          "better or worse if the interval excludes 0, equivalent if it lies inside the margin, otherwise inconclusive ('unknown' in files).",
        "is not": "Inconclusive is not equivalent.", "JSON": "….verdict", "CSV": "verdict",
      ]),
    Explanation(
      "headline", .estimate, "what the answer recommends, and how firmly",
      [
        "definition":
          "choose: it leads the runner-up over the central 90% of the uncertain inputs, and in every alternative model. leaning: the uncertain inputs leave it open. best_guess: so does another model or another goal. tie: within the margin of each other in at least 90% of draws. identical: the same value in every trial, and no other goal chooses. Also too_few_trials, only_option and blocked.",
        "is not": "It does not depend on the baseline, which only decides which differences a table shows.",
        "JSON": "scenarios.SCENARIO.recommendation", "CSV": "standing",
      ]),
    Explanation(
      "runner_up", .estimate, "the second-best option",
      [
        "definition":
          "The option with the second-best mean among the options that Apple allows, exact ties with the best excluded. The lead is the best option's objective minus the runner-up's.",
        "is not": "It is not the baseline.", "JSON": "scenarios.SCENARIO.runner_up, scenarios.SCENARIO.lead",
        "CSV": "standing; lead, lead_low, lead_high",
      ]),
    Explanation(
      "alternative_models", .estimate, "alternative models",
      [
        "definition":
          "Robustness checks, each simulated at a reduced size with the same seed. They vary selection, framing and the cost of asking at launch, from no effect to the largest assumed. A model changes the answer if another option is best by more than the margin.",
        "is not": "They are not draws of the inputs and have no probabilities.",
        "JSON": "scenarios.SCENARIO.alternative_models",
      ]),
    Explanation(
      "input_search", .estimate, "the fewest inputs that change the recommendation",
      [
        "definition":
          "One input, or two, held at the 5% or 95% quantile while the others stay uncertain, under which another option is best. Only the most promising settings are simulated.",
        "is not": "It is not exhaustive: a nonlinear effect may be missed.",
        "JSON": "scenarios.SCENARIO.input_search",
      ]),
    Explanation(
      "rank_correlation", .estimate, "sensitivity of the lead",
      [
        "definition":
          "Spearman's correlation over trials of a parameter's draws with the lead of the best option over the runner-up.",
        "is not": "It is not a share of the variance, and misses effects that rise and fall.",
        "JSON": "scenarios.SCENARIO.rank_correlations",
      ]),
    Explanation(
      "break_even", .estimate, "break-even value",
      [
        "definition":
          "The value of a parameter at which the recommendation changes, with the others at their means.",
        "is not": "It is not a threshold for one person.",
        "JSON": "scenarios.SCENARIO.sensitivity.parameters[].break_even",
      ]),
    Explanation(
      "share_of_variance", .estimate, "share of variance explained",
      [
        "definition":
          "The share of the lead's variance over trials that a parameter explains by itself, from an additive fit.",
        "is not":
          "It is not the effect of a change. Shares do not add up to one where parameters interact.",
        "JSON": "scenarios.SCENARIO.sensitivity.parameters[].share",
      ]),
    Explanation(
      "value_of_learning", .estimate, "value of learning one input (EVPPI)",
      [
        "definition": "How much the expected loss would fall if this input were known before choosing.",
        "is not": "It is not the value of a test, which never measures an input exactly.",
        "JSON": "scenarios.SCENARIO.sensitivity.parameters[].value_of_learning",
      ]),
    Explanation(
      "objective_value", .estimate, "the weighted sum that ranks the options",
      [
        "definition": "The sum of the objective's metrics, each times its weight; more is better.",
        "is not": "It does not have the unit of any of them.", "JSON": "….objective_value",
        "CSV": "objective",
      ]),
  ]
}
