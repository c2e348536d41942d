extension Explanation {
  /// What `plan` says of a test that is to be run.
  static let ofPlans: [Explanation] = [
    Explanation(
      "one step away", .plan, "what changing one key does",
      [
        "definition":
          "The strategies of a search that differ from the one named in one key. Each has the difference of its "
          + "objective, in trials that did not choose. They are the nearest values in the lists, at most 12.",
        "JSON": "one_step",
      ]),
    Explanation(
      "result", .plan, "what came out of a plan or a search that is kept",
      [
        "definition":
          "In a list of what is stored: its kind, and what came out in a few words. Beside it stand its id, what it was "
          + "made of (a run, or rates alone) and when. att-lab show prints it whole.",
        "JSON": "studies.result",
      ]),
    Explanation(
      "installs per option", .plan, "size of a test",
      [
        "definition": "The installs that each option of a test gets; in total is the sum over the options.",
        "formula":
          "(z_a √(p̄q̄(1 + 1/r)) + z_b √(p₀q₀ + p₁q₁/r))² / (p₁ − p₀)², r installs for one of the baseline",
        "source": "Fleiss, Levin & Paik 2003, 4.14 and 4.19; with a margin Farrington & Manning 1990",
        "JSON": "answer.per_arm, answer.planned",
      ]),
    Explanation(
      "power", .plan, "chance that a test shows it",
      [
        "definition":
          "The share of tests that show the difference, if it is as large as assumed: 80% where nothing else is said. At "
          + "the 5% level a test of two equal options finds a difference in 5 of 100 cases.",
        "is not":
          "It is not the chance that an option is better, nor that the test shows a difference: the options may differ by "
          + "less.", "JSON": "answer.power, curve.power",
        "CSV": "power",
      ]),
    Explanation(
      "assurance", .plan, "what tests of a size show over the uncertain inputs",
      [
        "definition":
          "The chances that a test shows one option to be higher, or the other, or the two to differ by less than the margin, "
          + "or none of these, averaged over the trials of a run. Each trial is a draw of the uncertain inputs.",
        "is not":
          "It is not the power, which holds for one difference. Larger tests do not bring it to 100% where the options "
          + "hardly differ.", "source": "O'Hagan, Stevens & Campbell 2005",
        "JSON": "curve.p_shown, curve.p_better, curve.p_worse, curve.p_equivalent, curve.p_unknown",
        "CSV": "p_shown, p_better, p_worse, p_equivalent, p_unknown",
      ]),
    Explanation(
      "value of a test", .plan, "what a test adds to the choice",
      [
        "definition":
          "What choosing after the test gains on average over the best guess before it, per install: the expected value of "
          + "sample information. It grows with the size, up to the value of knowing the difference.",
        "formula": "E[max_a E[μ_a | result]] − max_a E[μ_a]",
        "is not":
          "It counts no result as proof: after the test the option with the better expectation is chosen. \"chance best\" of "
          + "att-lab analyze says which that is.",
        "source": "Raiffa & Schlaifer 1961; Strong, Oakley, Brennan & Breeze 2015",
        "JSON": "curve.evsi, worth.own.evsi, worth.pairs.evsi", "CSV": "evsi",
      ]),
    Explanation(
      "net", .plan, "what a test gains after its costs",
      [
        "definition":
          "What the test gains over all installs that come after it, less what the worse option loses in "
          + "the test. \"next 1,000 installs\" is what another thousand add to it. The unit is opt-ins or the "
          + "currency of the file.",
        "JSON": "curve.gain, curve.cost, curve.net_benefit, worth.best_size",
        "CSV": "gain, cost, net_benefit",
      ]),
    Explanation(
      "detectable difference", .plan, "what a size detects",
      [
        "definition": "The difference that tests of this size show with the power that is asked for.",
        "is not": "Smaller differences may be shown too, in fewer tests.", "JSON": "answer.difference",
      ]),
    Explanation(
      "level", .plan, "how often a test errs",
      [
        "definition":
          "The share of tests of equal options that find a difference all the same: 1 − confidence.",
        "JSON": "question.confidence, question.comparison_confidence",
      ]),
    Explanation(
      "weeks", .plan, "how long a test enrols",
      [
        "definition":
          "The weeks until its installs are there, rounded up to whole weeks, as days of the week differ.",
        "JSON": "calendar.whole_weeks",
      ]),
    Explanation(
      "stops if true", .plan, "how often a look ends the test",
      [
        "definition":
          "The chance that the test stops at this look: if the difference is as assumed, or if options are equal.",
        "JSON": "looks.stop_if_true, looks.stop_if_equal",
      ]),
    Explanation(
      "intraclass correlation", .plan, "how alike a release's installs are",
      [
        "definition":
          "The share of the variance of an install's answer that lies between releases or languages.",
        "formula": "design effect = 1 + (installs of a cluster − 1) × intraclass correlation",
        "JSON": "answer.design_effect",
      ]),
    Explanation(
      "non-inferior", .plan, "not worse by the margin",
      [
        "definition": "The lower end of the interval of the difference lies above minus the margin.",
        "is not": "It does not show that an option is better.", "JSON": "question.non_inferior",
      ]),
  ]
}
