extension Explanation {
  /// The words of the short answer, from its first line to its last.
  static let ofAnswers: [Explanation] = [
    Explanation(
      "recommendation", .answer, "what to do",
      [
        "definition":
          "The first rule that fits, of eight: blocked, only option, identical, too few trials, tie, "
          + "choose, best guess, leaning.",
        "is not":
          "It is not the option with the best average: a safer one within the margin, or a test, may be better.",
        "more": "att-lab guide read-an-answer",
      ]),
    Explanation(
      "best guess", .answer, "the option to expect most of",
      [
        "definition":
          "The option with the best average over the uncertain inputs, with its lead over the runner-up."
      ]),
    Explanation(
      "confidence", .answer, "how sure the choice is",
      [
        "definition": "The chance that the option is best: high from 95%, medium from 80%, low below.",
        "is not": "It says nothing of what the model leaves out.",
      ]),
    Explanation(
      "watch out", .answer, "what speaks against the choice",
      ["definition": "Another goal, or an alternative model, for which another option is best."]),
    Explanation(
      "blocker", .answer, "why an option may not ship",
      [
        "definition":
          "App Review would reject it, the platform checks found an error that is not waived, or it "
          + "reports installs before their consent. It is not ranked.",
        "more": "--include-noncompliant ranks it all the same.",
      ]),
    Explanation(
      "option", .answer, "one strategy under comparison",
      ["definition": "What the file calls an arm: when to ask, what to show first, what the alert says."]),
    Explanation(
      "arm", .answer, "one strategy under comparison", ["definition": "An option, in files, tables and code."]
    ),
    Explanation(
      "scenario", .answer, "a world that the file names",
      [
        "definition":
          "A named set of changes to the population; each option is simulated under each scenario."
      ]),
    Explanation(
      "trial", .answer, "one draw of the uncertain inputs",
      [
        "definition":
          "Every uncertain input is drawn once, and that trial's installs live under every option."
      ]),
    Explanation(
      "runner-up", .answer, "the next best option",
      ["definition": "The best of the other options that may be recommended; leads are always over it."]),
    Explanation(
      "pp", .answer, "percentage points",
      ["definition": "The difference of two shares: 22% less 20% is 2 pp."]),
    Explanation(
      "chance best", .answer, "chance of being best",
      [
        "definition":
          "The share of draws of the uncertain inputs in which the option's expectation is the best.",
        "is not": "It is not the chance that a test would find it best.",
      ]),
    Explanation(
      "90% range", .answer, "range over the uncertain inputs",
      [
        "definition": "What 90 of 100 draws of the uncertain inputs lie between: the uncertainty interval.",
        "is not": "It is not the Monte Carlo error, and more trials do not make it narrower. Data does.",
      ]),
    Explanation(
      "Monte Carlo error", .answer, "what the simulation's size leaves open",
      ["definition": "The standard error of a mean over trials; four times the trials halve it."]),
    Explanation(
      "uncertain inputs", .answer, "numbers that nobody knows exactly",
      ["definition": "Parameters that the file gives as a distribution; each trial draws them anew."]),
    Explanation(
      "goals", .answer, "the same trials asked for something else",
      [
        "definition":
          "The best option for opt-in, attribution, value, sessions with permission and sessions lost, with "
          + "the chance that the recommended option is best there."
      ]),
    Explanation(
      "tie", .answer, "options that are equally good for any practical purpose",
      ["definition": "They are within the margin of the best in at least 90% of draws."]),
    Explanation(
      "excluded", .answer, "not ranked", ["definition": "The option has a blocker."]),
    Explanation(
      "alternative models", .answer, "other readings of the same facts",
      [
        "definition":
          "The experiment simulated again with one belief changed, such as: words move nobody, or asking "
          + "cold costs nothing. The choice should be best under each."
      ]),
    Explanation(
      "drives", .answer, "share of variance explained",
      ["definition": "How much of the uncertainty of the lead goes with one input."]),
    Explanation(
      "inputs", .answer, "whose numbers these are",
      ["definition": "Yours (measured in your app), published (with a source), or assumed (nobody's)."]),
    Explanation(
      "Use your numbers", .answer, "put in what you know",
      ["definition": "Numbers that you write in place of a preset's count as yours."]),
  ]
}
