import Studies

extension Explanation {
  /// Each by its name, with what it changes.
  private static let alternativeModels =
    AlternativeModel.allCases.map {
      "\($0.name.prefix(1).uppercased() + $0.name.dropFirst()): \($0.condition)."
    }
    .joined(separator: " ")

  /// The words of the short answer, from its first line to its last.
  static let ofAnswers: [Explanation] = [
    Explanation(
      "recommendation", .answer, "what to do",
      [
        "definition":
          "The first of eight rules that fits: blocked, only option, identical, too few trials, tie, "
          + "choose, best guess, leaning.",
        "is not":
          "It is not the option with the best average: a safer one within the margin, or a test, may be better.",
        "more": "att-lab guide read-an-answer",
      ]),
    Explanation(
      "best guess", .answer, "the option with the best average",
      [
        "definition":
          "The option that is best on average over the uncertain inputs, with its lead over the runner-up. That is named where "
          + "another row of the table stands below the option."
      ]),
    Explanation(
      "confidence", .answer, "how sure the choice is",
      [
        "definition":
          "The chance that the option is best: high from 95%, medium from 80%, low below. \"Little can be lost\" stands there "
          + "where the choice is not often best, but its expected loss is within the margin.",
        "is not": "It does not cover what the model omits.",
      ]),
    Explanation(
      "watch out", .answer, "what speaks against the choice",
      [
        "definition":
          "Another goal, or an alternative model, for which another option is best. A goal counts where the choice gives up "
          + "at least 5% of the best option's value. Also installs that an option reports "
          + "before permission, where other options ask for consent first or its attribution SDK does not wait. "
          + "So are people who refuse a consent layer that comes first: nobody asks them for permission. Also what is doubtful in "
          + "the file and changes how to read the answer, and a warning of the platform checks about the recommended option.",
        "more": "It takes five lines at most. The rest stands with --verbose.",
      ]),
    Explanation(
      "blocker", .answer, "why an option may not ship",
      [
        "definition":
          "App Review would reject it, the platform checks found an error that is not waived, it "
          + "reports installs before their consent, or it breaks a guardrail of the file. It is not ranked.",
        "more": "To rank it anyway, add --include-noncompliant.",
      ]),
    Explanation(
      "option", .answer, "one of the ways to ask that are compared",
      [
        "definition":
          "When to ask, what to show first and what the alert says. Files list options under 'arms'."
      ]),
    Explanation(
      "arm", .answer, "an option, in files and tables",
      ["definition": "An option as the key 'arms' of a file, a column or code names it."]),
    Explanation(
      "baseline", .answer, "the option the others are compared with",
      [
        "definition":
          "Differences of a table, an export or a test are those of an option to the baseline. The answer itself compares with "
          + "the best option and the runner-up."
      ]),
    Explanation(
      "moment", .answer, "when an option asks",
      [
        "definition":
          "The key 'ask' of an option: launch, onboarding, or a number of events or sessions. A line that begins with Moment "
          + "compares options that differ in nothing else."
      ]),
    Explanation(
      "SDK", .answer, "code in the app that reports installs and events",
      [
        "definition":
          "An attribution SDK waits for the answer to the prompt for some seconds ('attribution.wait_seconds'). An install that "
          + "it reports before the answer has no advertising identifier.",
        "more": "att-lab explain attributed_per_install unreported_per_install",
      ]),
    Explanation(
      "consent layer", .answer, "an app's own question about data, as laws ask for",
      [
        "definition":
          "A screen that asks whether data may be used for ads, beside Apple's prompt. The key 'consent' has which of the two "
          + "comes first, and how many accept. People who refuse a layer that comes first are not asked by the prompt.",
        "is not": "It is not a pre-prompt, which only announces Apple's prompt.",
      ]),
    Explanation(
      "horizon", .answer, "how old installs get in a simulation",
      [
        "definition":
          "Each install is followed until it is 'horizon_days' old. Metrics without a day are as they stand then."
      ]),
    Explanation(
      "strategy", .answer, "an option as a search or an app has it",
      [
        "definition":
          "One combination of the values that 'search' lists, or the JSON that an app loads (--table strategy)."
      ]),
    Explanation(
      "scenario", .answer, "a variant of the population",
      [
        "definition":
          "A named set of changes to the population; each option is simulated under each scenario. A file that names none has "
          + "one, called base."
      ]),
    Explanation(
      "trial", .answer, "one draw of the uncertain inputs",
      [
        "definition":
          "Every uncertain input is drawn once, and the same installs are simulated under every option."
      ]),
    Explanation(
      "median times", .answer, "times that half the installs stay below",
      [
        "definition":
          "att-lab check walks through one session in which every step takes its median: half the installs are faster at it. "
          + "So it says what is usual, and a simulation how often it is otherwise."
      ]),
    Explanation(
      "runner-up", .answer, "the next best option",
      ["definition": "The second-best option that may be recommended. Every lead is over the runner-up."]),
    Explanation(
      "lead", .answer, "how much better the best option is",
      ["definition": "Its average objective minus that of the runner-up, or of the option that is named."]),
    Explanation(
      "sweep", .answer, "several values of one key of an option",
      [
        "definition":
          "Each value is an option of its own. Its line has every value with the objective, the best value, and its lead "
          + "over the values beside it."
      ]),
    Explanation(
      "pp", .answer, "percentage points",
      ["definition": "The difference of two shares: 22% minus 20% is 2 pp."]),
    Explanation(
      "chance best", .answer, "chance of being best",
      [
        "definition":
          "The share of draws of the uncertain inputs in which the option's expectation is the best. Options that tie, or "
          + "that the inputs cannot separate, share one: that one of them is best.",
        "is not": "It is not the chance that a test would find it best.",
      ]),
    Explanation(
      "90% range", .answer, "range over the uncertain inputs",
      [
        "definition": "The uncertainty interval: 90 of 100 draws of the uncertain inputs lie within it.",
        "is not": "It is not the Monte Carlo error, and more trials do not narrow it. Data does.",
      ]),
    Explanation(
      "Monte Carlo error", .answer, "error from the finite number of trials",
      ["definition": "The standard error of a mean over trials. Four times the trials halve it."]),
    Explanation(
      "uncertain inputs", .answer, "inputs given as a distribution",
      ["definition": "Parameters given as a distribution. Each trial draws a new value."]),
    Explanation(
      "goals", .answer, "the best option for other metrics",
      [
        "definition":
          "The best option for opt-in, attribution, value, sessions with permission and sessions lost, and its value. "
          + "Beside it: the value of the recommended option, and the chance that it is best for that goal.",
        "is not":
          "Value per install is not the money of 'app'. It is in the currency of 'value', or in sessions: 1 is what a session "
          + "without permission is worth.",
      ]),
    Explanation(
      "tie", .answer, "options that are equally good for any practical purpose",
      [
        "definition":
          "They are within the margin of the best in at least 90% of draws, or two are within the margin of one another. "
          + "Another goal settles it, where one of them is best with a chance of at least 90%. That option is then recommended. "
          + "Several that share that chance are named. It chooses among options that hardly differ, too."
      ]),
    Explanation(
      "tie by assumption", .answer, "options with the same assumed effect",
      [
        "definition":
          "They differ in words alone, and the file gives these words one odds ratio, or one distribution of it. "
          + "The simulation cannot separate them.",
        "fix": "An A/B test of them, or an odds ratio of its own for each.",
      ]),
    Explanation(
      "what if", .answer, "what was set on the command line",
      [
        "definition":
          "Keys that --set gave other values than the file has. The answer holds for these; the file is unchanged.",
        "more": "'att-lab show last --verbose' lists all of them.",
      ]),
    Explanation(
      "excluded", .answer, "not ranked", ["definition": "The option has a blocker."]),
    Explanation(
      "alternative models", .answer, "robustness checks",
      [
        "definition":
          "The experiment simulated again with one assumption changed, such as: neither wording nor a pre-prompt has an effect, or asking "
          + "at launch costs nothing. The choice should be best under each.",
        "models": alternativeModels,
        "more":
          "'att-lab show last --verbose' lists those that apply to a run, with the best option under each.",
      ]),
    Explanation(
      "drives", .answer, "share of variance explained",
      ["definition": "The share of the variance of the lead that one input explains."]),
    Explanation(
      "inputs", .answer, "evidence for the inputs",
      [
        "definition":
          "Yours (measured in your app, or a guess that your file writes), published (with a source), or assumed (no source)."
      ]),
    Explanation(
      "sources of uncertainty", .answer, "what makes the lead uncertain",
      [
        "definition":
          "Standard deviations of the lead: from the uncertain inputs, from an A/B test of that size, and Monte Carlo error."
      ]),
    Explanation(
      "platform checks", .answer, "what Apple's rules and the SDKs require",
      ["definition": "The findings of att-lab check on the experiment, by severity."]),
    Explanation(
      "Use your numbers", .answer, "replace the preset's values",
      [
        "definition":
          "A value that the file itself gives counts as yours. It is a guess until it has grade: measured under 'evidence', "
          + "or replaces a published value without a grade."
      ]),
    Explanation(
      "deviance", .answer, "how far the data lie from the model",
      [
        "definition":
          "Twice the log-likelihood that the counts could reach at most less that which the fitted model gives them. "
          + "0 is a model that meets every count. Beside it stand the ends of the central 90% that it has for counts drawn "
          + "from the fitted model itself.",
        "is not": "It is not a share or a chance: more counts make it larger.",
        "source": "McCullagh and Nelder, Generalized Linear Models, 2nd ed. 1989, 2.3",
      ]),
    Explanation(
      "now known", .answer, "how much narrower data made an input",
      [
        "definition":
          "1 minus the input's standard deviation after att-lab calibrate over the one before, on a scale without bounds. "
          + "50% halves the range.",
        "is not": "It is not how well the model fits, which stands below it.",
      ]),
    Explanation(
      "effective trials", .answer, "how many trials weighed by data are worth",
      [
        "definition":
          "If each trial of the file were weighed by how well it fits the counts, as many trials of equal weight would say "
          + "as much: (Σ w)²/Σ w², to the order of the fit.",
        "is not": "It is not the number of trials of the updated file, which are all drawn anew.",
      ]),
  ]
}
