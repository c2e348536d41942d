extension Rule {
  /// What a request does; the first rule that fits decides.
  static let ofRequests: [Rule] = [
    Rule(
      "R11", "request without a handler", "A request without a completion handler does nothing but log.",
      .high, ["D1"]),
    Rule(
      "R12", "requesting too fast",
      """
      In decompiled builds of the framework, from the sixth request of a process on, one made within a \
      second of the last gets the cached status and no alert. Apple documents neither number.
      """,
      .medium, ["D1", "D2", "D3"]),
    Rule(
      "R13", "locked by a profile",
      "Where a configuration profile locks the setting, a request returns restricted and shows nothing.",
      .high, ["D1", "S1", "S4"]),
    Rule(
      "R14", "setting not changeable",
      """
      If the person may not change the setting, a request returns restricted and shows nothing. This is so on \
      a Shared iPad, and for a child's account or one whose year of birth makes the person under 18. It also \
      applies to accounts managed by an educational institution or created in the last three days.
      """,
      .medium, ["D1", "A8"]),
    Rule(
      "R15", "App Clip", "An App Clip cannot ask: a request returns restricted and shows nothing.",
      .high, ["A11", "D1"]),
    Rule(
      "R16", "already authorized", "After a yes, a request returns authorized at once, without an alert.",
      .high, ["D1", "A1"]),
    Rule(
      "R17", "already denied",
      "After a no, a request returns denied at once, and no call brings the alert back.",
      .high, ["D1", "S1", "A1"]),
    Rule(
      "R18", "switched off for all apps",
      """
      With the device's switch off, a request returns denied at once and shows nothing. Current systems \
      record nothing, so the alert is not spent.
      """,
      .high, ["D1", "D2", "A8"]),
    Rule(
      "R19", "not active",
      """
      A request while the app is not active is lost: it returns not determined at once, shows nothing and \
      costs nothing. The app may ask again later.
      """,
      .high, ["D1", "A1", "A2", "A9", "S3", "S4"]),
    Rule(
      "R20", "in an extension",
      "A request from an app extension is lost: not determined, no alert, nothing spent.",
      .high, ["A1", "A2", "D1", "S3"]),
    Rule(
      "R21", "behind another alert",
      """
      While another permission's alert is up, a request shows nothing and does not wait. It has to be made \
      again after reading that the status is still not determined.
      """,
      .high, ["A1", "A2", "S3", "D1"]),
    Rule(
      "R22", "an alert makes the app inactive",
      "A system alert lives outside the app, which is inactive while one is up; requests then fall under R19.",
      .high, ["A9", "github.com/Baseflow/flutter-permission-handler/pull/967"]),
    Rule(
      "R23", "the alert appears",
      "Where nothing stands against it, exactly one alert is shown, and the handler waits until it is over.",
      .high, ["A1", "D1", "S0", "S1", "S2", "S3", "S4"]),
    Rule(
      "R24", "no usage string",
      "Without NSUserTrackingUsageDescription, a request that would show the alert ends the process.",
      .high, ["S1", "G20", "G21", "G22", "G23"]),
    Rule(
      "R25", "empty usage string",
      "An empty string shows the alert with Apple's own sentence alone, and review may take it for a missing one.",
      .low, ["github.com/safe-global/safe-ios/pull/1141", "A5"]),
    Rule(
      "R26", "no decision",
      "Where the alert ends without a decision, or the system fails, the handler gets not determined, nothing is recorded, and the app may ask again.",
      .high, ["A2", "D1"]),
  ]
}
