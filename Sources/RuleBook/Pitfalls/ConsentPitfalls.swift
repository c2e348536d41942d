import ExperimentDesign

extension Pitfall {
  /// The consent layer beside the alert.
  static let ofConsent: [Pitfall] = [
    Pitfall(
      "L23", "layer and alert together", .error,
      why: "Both on screen are rejected, and one of them is lost.",
      fix: "Open the layer after the alert's answer, or ask after the layer.", rules: ["R112", "R101"],
      seenIn: .noFile),
    Pitfall(
      "L24", "asking again in the layer after a no", .error,
      why: "After a denied alert the layer must not ask for tracking in the same flow.",
      fix: "Reject the ad purposes, and show the layer for the others only.",
      rules: ["R108", "R111", "R98"],
      seenIn: .noFile),
    Pitfall(
      "L25", "the alert after a refusal in the layer", .error,
      why: "Who refused every purpose in a layer that came first must not be asked by the alert.",
      fix: "Skip the request after a refusal.", rules: ["R109", "R114"],
      seenIn: .noFile),
    Pitfall(
      "L26", "ad purposes granted beforehand", .warning,
      why: "Accepting them without a person's act is a legal risk.", fix: "pre_grant: false.",
      rules: ["R116"],
      seenIn: .experiment(["consent.pre_grant"])),
    Pitfall(
      "L27", "no layer after a no", .error,
      why:
        "Denied and restricted people still have to be asked about other purposes; a completion that is never called opens no layer.",
      fix: "Open the layer on every path.", rules: ["R104", "R105"],
      seenIn: .noFile),
  ]
}

extension Pitfall {
  /// What was found after the first 43, in the order of its number.
  static let ofLaterFindings: [Pitfall] = [
    Pitfall(
      "L44", "a consent layer that many never see", .warning,
      why:
        "A layer that opens after the alert waits for it. People who leave before the moment of asking are asked for neither: no personalised ads, and no SDK that waits for consent.",
      fix:
        "Open the layer before the alert (consent.order: before_att), or ask at a moment that everybody reaches.",
      rules: ["R101", "R102", "R146"], seenIn: .experiment(["consent.order", "arms.*.ask"]))
  ]
}
