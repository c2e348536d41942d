extension Rule {
  /// The European Union from iOS 27.2 on, announced on 16 September 2026.
  static let ofEurope: [Rule] = [
    Rule(
      "R73", "a full page in five countries",
      """
      Where device and account are in France, Germany, Italy, Poland or Romania, the question is always a \
      full page. Apple does not say whether both have to be the same country; here it is taken that they \
      need not be.
      """,
      .high, ["A2", "A3", "A5"]),
    Rule(
      "R74", "a full page on request elsewhere",
      "In the other countries of the Union, the page comes where the app prefers it; otherwise the alert.",
      .high, ["A3", "A13"]),
    Rule(
      "R75", "its text",
      "The page shows the Markdown usage string where there is one, else the plain string; elsewhere always the plain one.",
      .high, ["A13", "A3"]),
    Rule(
      "R76", "Additional Information",
      "That button closes the page without a decision: the app's own action runs, and the handler gets not determined.",
      .high, ["A3", "D3"]),
    Rule(
      "R77", "asking after it",
      "Once its own information is over the app may ask again, but not where the person refused every consent there.",
      .high, ["A3", "A5"]),
    Rule(
      "R78", "once a year",
      "A year after the last answer, one more request shows the question; before, it returns the answer.",
      .high, ["A2", "A5", "D3"]),
    Rule(
      "R79", "in between",
      "Until a new answer the status keeps the old one (assumed); a new one starts the year again.",
      .low, ["A2"]),
    Rule(
      "R80", "consent is not permission",
      "Tracking stays forbidden without Allow, whatever the person chose in the consent layer.",
      .high, ["A5"]),
  ]
}
