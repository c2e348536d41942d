import ExperimentDesign

extension Pitfall {
  /// Attribution and other SDKs.
  static let ofSDKs: [Pitfall] = [
    Pitfall(
      "L18", "an SDK wait shorter than the way to the alert", .warning,
      why: "Installs of people who say yes are reported without the identifier when the wait ends first.",
      fix: "Lengthen the wait, ask earlier, or expect attribution from later events.",
      rules: ["R137", "R118"],
      seenIn: .experiment(["attribution.wait_seconds", "arms.*.ask"])),
    Pitfall(
      "L19", "Trackier's gate taken at its word", .warning,
      why: "Its public source is a timer: no answer ends it, and events during it are dropped.",
      fix: "gate: timer; ask the vendor which it is.", rules: ["R119", "R120"],
      seenIn: .experiment(["attribution.gate"])),
    Pitfall(
      "L20", "a wait that has no effect", .warning,
      why:
        "Set after the SDK's start it does nothing; Adjust caps it at 360 seconds, and its First Session Delay turns it off.",
      fix: "Set it before the start, at most 360 seconds, and without First Session Delay.",
      rules: ["R117", "R123", "R129"], seenIn: .noFile),
    Pitfall(
      "L21", "an SDK that asks by itself", .error,
      why:
        "Kochava's default, UMP and MAX automation and SDK wrappers ask at their own moment; the first request decides.",
      fix: "Turn the automatic request off.", rules: ["R133", "R139", "R113"],
      seenIn: .noFile),
    Pitfall(
      "L22", "tracking before the answers", .error,
      why: "A tracking SDK that starts before alert and consent are through is rejected.",
      fix: "Start it after both (attribution.starts: after_consent).", rules: ["R94", "R102"],
      seenIn: .experiment(["attribution.starts"])),
  ]
}
