extension Rule {
  /// Answers, and how long they last.
  static let ofAnswers: [Rule] = [
    Rule(
      "R27", "allow", "Tapping Allow records a yes: authorized, and the alert is spent.", .high,
      ["A1", "D1", "S1"]),
    Rule(
      "R28", "deny", "Tapping Ask App Not to Track records a no: denied, and the alert is spent.",
      .high, ["A1", "D1", "S1"]),
    Rule(
      "R29", "an answer lasts",
      "Relaunches, updates and changes of account leave a recorded answer as it is; no alert comes again.",
      .high, ["A1", "S1", "G16"]),
    Rule(
      "R30", "installing anew forgets",
      "Deleting the app and installing it again forgets the answer, and the alert may be shown once more.",
      .high, ["A1", "G16"]),
    Rule(
      "R31", "left unanswered",
      "Where the app ends or the device locks while the alert is up, nothing is recorded, and the next request may show it again.",
      .medium, ["A2", "D1"]),
    Rule(
      "R32", "active once more",
      "After the alert the app becomes active again. Code that asks at every activation runs again and must be ready for it.",
      .high, ["A9", "S0"]),
    Rule(
      "R33", "one at a time",
      "A second request while one is under way neither shows a second alert nor waits.",
      .high, ["A1", "S3"]),
    Rule(
      "R34", "any thread",
      "The handler may run on any thread; what touches the screen has to go to the main actor first.",
      .medium, ["S2", "S4"]),
    Rule(
      "R35", "cached status",
      "A status read once at the start goes stale; read it again at every activation.",
      .high, ["S0", "S4"]),
  ]
}
