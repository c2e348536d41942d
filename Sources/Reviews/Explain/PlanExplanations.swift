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
      "trade-off", .plan, "what no other strategy beats by both",
      [
        "definition":
          "The strategies that no other beats by the objective and by the metric of --trade. One beats another where it is "
          + "better by more than one Monte Carlo error.",
        "is not": "It does not say which of them to choose: that depends on what each metric is worth.",
        "JSON": "frontier",
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
      "assurance", .plan, "power over the uncertain inputs",
      [
        "definition":
          "The chance that a test shows the higher option to be higher, averaged over the trials of a run. Each trial is "
          + "a draw of the uncertain inputs. The table of a plan splits it up. One option is shown to be higher, "
          + "or the other, or the two to differ by less than the margin, or none of these.",
        "is not":
          "It is not the power, which holds for one difference. Larger tests do not bring it to 100% where the options "
          + "hardly differ.", "source": "O'Hagan, Stevens & Campbell 2005",
        "JSON":
          "curve.assurance, curve.p_shown, curve.p_better, curve.p_worse, curve.p_equivalent, curve.p_unknown",
        "CSV": "assurance, p_better, p_worse, p_equivalent, p_unknown",
      ]),
    Explanation(
      "type S", .plan, "wrong sign of a test",
      [
        "definition":
          "Of the tests that show one option to be higher, the share that shows the wrong one, over the uncertain inputs. "
          + "With a margin, the share of the tests that show what is not true.",
        "source": "Gelman & Carlin 2014", "JSON": "curve.wrong_sign, rehearsal.as_planned.wrong_sign",
        "CSV": "wrong_sign",
      ]),
    Explanation(
      "type M", .plan, "overstated size of a test",
      [
        "definition":
          "How many times larger the estimates of tests that show a difference are than the true differences, on average. "
          + "Small tests show only differences that chance has made large.",
        "source": "Gelman & Carlin 2014; Lu, Qiu & Deng 2019",
        "JSON": "curve.exaggeration, rehearsal.as_planned.exaggeration", "CSV": "exaggeration",
      ]),
    Explanation(
      "coverage", .plan, "how often intervals hold the truth",
      [
        "definition":
          "The share of simulated tests whose interval holds the true difference: 95% of 95% intervals.",
        "JSON": "rehearsal.as_planned.coverage",
      ]),
    Explanation(
      "false positives", .plan, "how often equal options are found to differ",
      [
        "definition":
          "The share of tests that find a difference between equal options: of identical options, and of options that ask at "
          + "different moments and are equal by the day of reading. With a margin, the share of options that differ by "
          + "exactly that and are found to differ by less.",
        "is not":
          "Installs that are read too young are no test of this kind: options that ask late then seem lower.",
        "JSON": "rehearsal.identical, rehearsal.equal_by_day, rehearsal.read_too_early",
      ]),
    Explanation(
      "value of a test", .plan, "what a test adds to the choice",
      [
        "definition":
          "What choosing after the test gains on average over the best guess before it, per install: the expected value of "
          + "sample information. It grows with the size, up to the value of knowing the difference.",
        "formula": "E[max_a E[μ_a | result]] − max_a E[μ_a]",
        "is not":
          "It counts no result as proof: after the test the option with the better expectation is chosen (--rule bayes). "
          + "\"chance best\" of att-lab analyze says which that is. With --rule analyze what the verdict ships is counted instead, "
          + "which can be worth less than the best guess.",
        "source": "Raiffa & Schlaifer 1961; Strong, Oakley, Brennan & Breeze 2015",
        "JSON": "curve.evsi, worth.own.evsi, worth.pairs.evsi, worth.rule", "CSV": "evsi",
      ]),
    Explanation(
      "fisher", .plan, "Fisher's exact test",
      [
        "definition":
          "With --test fisher a plan is for the exact test of two shares, which is right for any number of installs. The usual "
          + "--test score needs somewhat fewer, and its error is as stated where each option has some dozens of opt-ins.",
        "source": "Fisher 1935",
      ]),
    Explanation(
      "bayes", .plan, "choosing after a test what is then best on average",
      [
        "definition":
          "What plan --rule bayes counts, and \"chance best\" of analyze gives: the assumptions and the result are put together "
          + "by Bayes' theorem, and the option with the better expectation is chosen. plan --rule analyze chooses what the verdict "
          + "of att-lab analyze ships instead.",
        "is not": "It asks for no proof: it may choose an option whose interval still reaches below 0.",
        "JSON": "worth.rule",
      ]),
    Explanation(
      "net", .plan, "what a test gains after its costs",
      [
        "definition":
          "What the test gains over all installs that come after it, less what it costs: what the worse option loses in "
          + "the test, and --cost-per-install. \"next 1,000 installs\" is what another thousand add to it. The unit is opt-ins or the "
          + "currency of the file. With --worth it is units, and the plan says how many an opt-in is.",
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
        "is not": "It does not show that an option is better.", "JSON": "question.aim, question.margin",
      ]),
  ]
}
