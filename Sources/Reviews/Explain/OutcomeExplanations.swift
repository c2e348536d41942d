extension Explanation {
  /// How installs stand at the horizon.
  static let ofStates: [Explanation] = [
    Explanation(
      "authorized", .state, "said yes",
      [
        "definition": "Tracking is permitted: an answer of Allow, or switched on in Settings.",
        "JSON": "….final_states.authorized",
      ]),
    Explanation(
      "denied_by_answer", .state, "said no",
      [
        "definition": "The person said no to the alert or in Settings.",
        "is not": "Devices switched off for all apps are not in it (R147).",
        "JSON": "….final_states.denied_by_answer",
      ]),
    Explanation(
      "denied_by_device", .state, "switched off for all apps",
      [
        "definition": "The device's switch for all apps is off; the app could not ask (R6, R18).",
        "JSON": "….final_states.denied_by_device",
      ]),
    Explanation(
      "restricted", .state, "cannot be asked",
      [
        "definition": "A profile, an account or Shared iPad forbids tracking (R5, R13, R14).",
        "JSON": "….final_states.restricted",
      ]),
    Explanation(
      "undetermined", .state, "never decided",
      [
        "definition": "Never asked, or asked without a decision; the alert is unspent (R146).",
        "JSON": "….final_states.undetermined",
      ]),
    Explanation(
      "no_att", .state, "before iOS 14",
      ["definition": "The system has no such permission (R10).", "JSON": "….final_states.no_att"]),
  ]

  /// What the program ends with.
  static let ofExits: [Explanation] = [
    Explanation("exit-0", .exit, "done", ["definition": "The command did what it was asked for."]),
    Explanation(
      "exit-1", .exit, "ran and failed",
      ["definition": "The command ran and did not succeed, as a search that finds no install."]),
    Explanation(
      "exit-2", .exit, "not shown",
      [
        "definition":
          "A requirement of --require is not shown, a check failed, a test is void because its split is broken, or a planned "
          + "size is not enough."
      ]),
    Explanation(
      "exit-64", .exit, "misuse",
      ["definition": "The command line is wrong; the message says what was expected."]),
    Explanation(
      "exit-65", .exit, "bad input",
      [
        "definition":
          "The experiment file or the data are missing or have problems, each listed with its location."
      ]),
    Explanation(
      "exit-74", .exit, "input or output",
      ["definition": "The store or an output could not be read or written; existing files are unchanged."]),
    Explanation(
      "exit-130", .exit, "interrupted",
      [
        "definition":
          "Ctrl-C, a terminal that closed, or SIGTERM; run the same command to continue."
      ]),
  ]
}
