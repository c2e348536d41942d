extension Rule {
  /// The Settings app and the device's switch for all apps.
  static let ofSettings: [Rule] = [
    Rule(
      "R36", "not listed before asking", "An app that has never asked has no switch of its own in Settings.",
      .medium, ["A8", "G2"]),
    Rule(
      "R37", "switched on in Settings",
      "After a no, the app's own switch in Settings turns it into a yes, without an alert.",
      .high, ["A1", "S1", "S2", "G3"]),
    Rule(
      "R38", "switched off in Settings",
      "After a yes, the app's own switch turns it into a no, and the identifier reads zeros.",
      .high, ["S1", "A8"]),
    Rule(
      "R39", "a link to Settings",
      "After a no, an app may open its page in Settings, at the person's own wish.",
      .high, ["S0", "S1", "A5"]),
    Rule(
      "R40", "a link that leads nowhere",
      "On a restricted device, or where the switch for all apps is off, the app's page has no tracking switch that works.",
      .medium, ["A4", "A8", "S0"]),
    Rule(
      "R41", "ended by Settings",
      "Changing the permission may end a suspended app, so that it sees the change at a cold start.",
      .low, ["openradar 17945133", "github.com/safe-global/safe-ios/issues/1173"]),
    Rule(
      "R42", "look again",
      "An app compares the status with the last it saw at every activation, and tells SDKs, consent layer and screens of a change.",
      .high, ["S4", "S2"]),
    Rule(
      "R43", "turning the switch off",
      "Turning the switch for all apps off asks what should become of apps that have permission; without such apps it asks nothing.",
      .high, ["A8", "Q1"]),
    Rule(
      "R44", "stopped for good",
      "Apps that were asked to stop tracking stay denied after the switch is on again.",
      .medium, ["Q1", "A8"]),
    Rule(
      "R45", "allowed to go on",
      "Apps allowed to go on stay authorized while the switch is off; iOS 14.0 to 14.4 read denied until it is on again.",
      .medium, ["D1", "D2", "A8", "Q1"]),
    Rule(
      "R46", "asked while off, on iOS 14.0 to 14.4",
      "There, a request made while the switch is off is recorded as a no; later systems forget it (R18).",
      .medium, ["Q1", "D1"]),
    Rule(
      "R47", "iOS 14.5.0",
      "After the switch was turned on again, the alert could fail to appear; fixed in 14.5.1.",
      .high, ["G2"]),
    Rule(
      "R48", "a new identifier",
      "Stopping all tracking and allowing it again gives a new identifier; deleting an app does not.",
      .medium, ["swiftsenpai.com"]),
    Rule(
      "R49", "another name in the European Union",
      "From 27.2 on, the switch is called \u{201C}Allow Apps to Request to Link Your Activity Across Companies\u{201D} there and means the same.",
      .high, ["A2", "A5"]),
  ]
}
