extension Rule {
  /// The app's own screen before the alert.
  static let ofPrePrompts: [Rule] = [
    Rule(
      "R81", "one button", "The screen has one button, and it always leads to the alert.", .high,
      ["A7", "S1"]),
    Rule(
      "R82", "its title",
      "The button says Continue or Next; Allow, or anything that asks for the permission, is rejected.",
      .high, ["A7", "S1"]),
    Rule(
      "R83", "not dismissible",
      "A close button, a Not now, a swipe: any way past the alert is rejected, except where a legal consent needs it.",
      .high, ["A7", "G17", "GitLab: minds #5473"]),
    Rule("R84", "no reward", "Offering anything for permission is rejected.", .high, ["A7", "A5", "A6"]),
    Rule(
      "R85", "no punishment", "Withholding features or content after a no is rejected.", .high, ["A7", "A6"]),
    Rule("R86", "no imitation", "A screen that looks or works like the alert is rejected.", .high, ["A7"]),
    Rule(
      "R87", "no picture of the alert", "Showing a picture of the alert, changed or marked, is rejected.",
      .high, ["A7", "B2"]),
    Rule("R88", "no pointing", "Arrows or marks that point at Allow are rejected.", .high, ["A7"]),
    Rule(
      "R89", "only while undecided",
      "The screen is left out where the status is anything but not determined.", .high, ["S1"]),
    Rule(
      "R90", "it costs nothing",
      "Showing the screen does not spend the alert; only a request that reaches the alert does.", .high,
      ["S1"]),
    Rule(
      "R91", "no shield", "A screen one can leave, shown again and again to save the alert, is not allowed.",
      .high, ["B2", "A7", "K4"]),
    Rule(
      "R92", "no loop",
      "Where the alert cannot appear after Continue, the screen must not come back in the same session.",
      .medium, ["D1", "S1"]),
  ]
}
