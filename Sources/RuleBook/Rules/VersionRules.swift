extension Rule {
  /// Differences between versions and devices.
  static let ofVersions: [Rule] = [
    Rule(
      "R50", "iOS 14.0 to 14.4",
      "Asking is optional there: an app that never asks reads the identifier; one that asks and is refused loses it for good.",
      .high, ["K2", "A14"]),
    Rule(
      "R51", "from iOS 14.5 on",
      "Without permission the identifier reads zeros, and tracking by any other means is forbidden.",
      .high, ["A14", "A5", "S1"]),
    Rule(
      "R52", "iOS 14 stacks alerts",
      "A request made while another permission's alert is up waits and is shown after it.",
      .medium, ["github.com/VasileiosDiamantidis/Privacy_Tracking_Alert_iOS15", "G5"]),
    Rule(
      "R53", "iOS 15 and later do not",
      "There, the same request is lost in silence: not determined, no alert.",
      .high, ["A9", "G5", "S3"]),
    Rule(
      "R54", "iOS 17.4 calls back early",
      "On 17.4.0 and 17.4.1 the handler may get denied while the alert is still up and the status not determined.",
      .high, ["G6", "G7", "G8", "G9", "G10", "K1"]),
    Rule(
      "R55", "do not believe it",
      "Where the handler says denied and the status says not determined, read again at the next activation.",
      .high, ["G9", "G10"]),
    Rule(
      "R56", "fixed in 17.5",
      "From 17.5 on the early callback is gone; what is left are requests made before there is a window (R63).",
      .medium, ["K1", "github.com/expo/expo/pull/28751", "G6"]),
    Rule(
      "R57", "tracking domains",
      "From iOS 17 on, requests of native code to declared tracking domains fail unless authorized. A manifest that declares tracking must list at least one (R148), each as a bare domain (R149).",
      .high, ["A12", "A16", "developer.apple.com/forums/thread/749184"]),
    Rule(
      "R58", "iOS 18, 26, 27.0 and 27.1",
      """
      Nothing in the order of a request has changed; they behave as 17.5. What changes with 27.0 is the \
      life cycle of apps built with its SDK (R152).
      """,
      .medium, ["D1", "D2", "D3"]),
    Rule(
      "R59", "the new call outside the European Union",
      "From SDK 27.2 on there is a second form of the request; elsewhere its additions are ignored.",
      .high, ["A3", "A15"]),
    Rule(
      "R60", "several scenes",
      """
      The whole app counts: one active scene is enough. On iPad each of several scenes may report its \
      activation. From the SDK of iOS 27 on every app has scenes (R152), so one activation of the app is not \
      one call of `sceneDidBecomeActive`.
      """,
      .medium, ["D1", "S0", "S3"]),
    Rule(
      "R61", "the Simulator", "There the identifier reads zeros even when authorized.", .high,
      ["G24", "G25", "S2"]),
    Rule(
      "R62", "identifiers of an App Clip",
      "An App Clip reads zeros for the advertising identifier, nothing for the vendor's, and has no SKAdNetwork.",
      .high, ["A11"]),
    Rule(
      "R63", "no window yet", "A request made before the app has a window is lost in silence.",
      .medium, ["G6", "S3"]),
    Rule(
      "R64", "too early in the launch",
      """
      A request at launch or at the first frame mostly comes before the app is active and is lost. At the \
      activation it is shown where nothing else is up. A fixed delay alone is no cure (R142); asking again at \
      the next activation is (R145). Apps built with the SDK of iOS 27 have scenes (R152), and learn of the \
      activation in `sceneDidBecomeActive` or by the application's notification.
      """,
      .high, ["S2", "S3", "A10", "G11", "G12", "G13", "G14", "G15"]),
    Rule(
      "R65", "right after another alert",
      "Just after an alert closes the app is still inactive; half a second, or waiting for the activation, is needed.",
      .medium, ["G18", "github.com/Baseflow/flutter-permission-handler/pull/967", "A10"]),
  ]
}
