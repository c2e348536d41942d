extension Explanation {
  /// What `plan` says of a test that is to be run.
  static let ofPlans: [Explanation] = [
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
        "is not": "It does not show that an option is better.", "JSON": "question.aim, question.margin",
      ]),
  ]
}
