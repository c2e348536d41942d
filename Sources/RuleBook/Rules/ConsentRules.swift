extension Rule {
  /// The alert and the consent layer (CMP).
  static let ofConsent: [Rule] = [
    Rule(
      "R101", "the alert first",
      "Where the alert comes first, the consent layer waits until it is answered or cannot come, and never lies over it.",
      .high, ["S4"]),
    Rule(
      "R102", "undecided",
      "While the status is not determined, wait for the alert, then open the layer; no tracker starts.",
      .high, ["S4"]),
    Rule(
      "R103", "authorized", "After a yes the layer asks in detail, and SDKs start only for what both allow.",
      .high, ["S4"]),
    Rule(
      "R104", "denied",
      "After a no the app rejects the ad purposes by itself, and the layer asks about the others only.",
      .high, ["S4"]),
    Rule("R105", "restricted", "A restricted device is treated as a denied one.", .high, ["S4"]),
    Rule("R106", "before iOS 14", "There is no alert to wait for: the layer comes at once.", .high, ["S4"]),
    Rule(
      "R107", "a request without a decision",
      "After it, the layer may open with trackers still off; the app asks again at a later activation.",
      .medium, ["S4", "A1"]),
    Rule(
      "R108", "one no is enough",
      "Who refused in the alert or in the layer is not asked to be tracked again in the same flow.",
      .high, ["G29", "G30", "G31", "G32", "G33"]),
    Rule(
      "R109", "the layer first, refused",
      "Who refuses every purpose in a layer that comes first must not be shown the alert.", .high,
      ["A5", "G30", "G31", "G32"]),
    Rule(
      "R110", "the layer first, accepted", "The usage string may then refer to the consent already given.",
      .high, ["A5"]),
    Rule(
      "R111", "a layer after a no", "It has to make clear that it does not ask for tracking, or be left out.",
      .high, ["G28", "G29", "A5"]),
    Rule(
      "R112", "never both together",
      "Alert and layer on screen together are rejected, and one of them is lost.", .high,
      ["S4", "github.com/appodeal/Appodeal-Flutter-Plugin/issues/103"]),
    Rule(
      "R113", "Google's UMP",
      """
      Its explainer comes right before the alert, and only while the status is not determined. Where the \
      European message is on too, which of the two people see depends on where they are and what they answer.
      """,
      .high, ["U1", "U2"]),
    Rule(
      "R114", "automation after a refusal",
      "Stock flows of UMP and MAX show the alert even after a refusal in Europe, a known cause of rejection.",
      .high, ["G30", "G31", "G32", "G33", "X1"]),
    Rule(
      "R115", "opened again",
      "People can open the layer again at any time; its outcome never rises above the alert's.", .high,
      ["S4", "A5"]),
    Rule(
      "R116", "granted beforehand",
      "Accepting ad purposes for people after a yes to the alert is consent without their act: a legal risk.",
      .medium, ["S4"]),
  ]
}
