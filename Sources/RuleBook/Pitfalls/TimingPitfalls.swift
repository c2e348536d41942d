import ExperimentDesign

extension Pitfall {
  /// When and how the request is made.
  static let ofTiming: [Pitfall] = [
    Pitfall(
      "L11", "asking before the app is active", .warning, or: [.error],
      why:
        "A request at launch, at the first frame or when a view appears is lost; where it never comes again, the reviewer sees no alert.",
      fix: "Ask in didBecomeActive (hook: did_become_active), and again at later activations.",
      rules: ["R19", "R64", "R144"], seenIn: .experiment(["arms.*.hook"])),
    Pitfall(
      "L12", "another alert at the same time", .warning, or: [.error, .note],
      why:
        "From iOS 15 on a request made while another permission's alert is up is lost. An app that asks again at its next activation shows its alert right after the other one.",
      fix: "Let a session, or at least the other answer and an activation, lie between the two.",
      rules: ["R21", "R53", "R65"],
      seenIn: .experiment(["alerts.*.offset", "arms.*.ask", "arms.*.delay_seconds"])),
    Pitfall(
      "L13", "asking once and never again", .warning,
      why: "A lost request costs nothing, but only an app that asks again makes up for it.",
      fix: "retry: each_activation.", rules: ["R145", "R26"], seenIn: .experiment(["arms.*.retry"])),
    Pitfall(
      "L14", "a fixed delay in place of a look", .note,
      why: "A delay does not see an alert that comes within it or is still up when it ends.",
      fix: "Ask at the activation, and again at later ones (retry: each_activation); keep the delay short.",
      rules: ["R142", "R65"], seenIn: .experiment(["arms.*.delay_seconds"]),
      simulated:
        "Behind a push alert at the activation, a second's delay rescues 0.7% of installs (±0.2 Monte Carlo standard error): those who answer it within that second. Asking again at each activation rescues all, with the delay or without (Experiments/push-collision.yaml, iOS 15 and later)."
    ),
    Pitfall(
      "L15", "believing the callback", .warning,
      why: "On iOS 17.4 the handler says denied while the alert is still up.",
      fix: "Read the status at the next activation (trusts_callback: false).", rules: ["R55"],
      seenIn: .experiment(["arms.*.trusts_callback"])),
  ]
}
