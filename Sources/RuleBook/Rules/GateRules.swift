extension Rule {
  /// Attribution SDKs that hold the install event back.
  static let ofGates: [Rule] = [
    Rule(
      "R117", "set it before the start", "A wait that is set after the SDK has started does nothing.", .high,
      ["S2", "AF3"]),
    Rule(
      "R118", "a gate as documented",
      "The SDK sends the install event at the decision, with the identifier after Allow, or without it when the wait ends, whichever is first.",
      .high, ["S2", "AF1", "SG1", "J2"]),
    Rule(
      "R119", "Trackier's is a timer",
      "Its public source always waits the whole time, at every launch: no answer ends the wait early.", .high,
      ["T1"]),
    Rule(
      "R120", "Trackier drops events", "Events logged during its wait are dropped, not kept.", .high, ["T1"]),
    Rule(
      "R121", "Trackier's identifier",
      "The identifier goes along if the status is authorized at the moment the timer fires.", .high, ["T1"]),
    Rule(
      "R122", "Trackier starts anew",
      "A process that ends before the timer sends nothing, and the next launch waits the whole time again.",
      .high, ["T1"]),
    Rule(
      "R123", "Adjust's cap", "Adjust waits at most 360 seconds (120 in 4.34.0), whatever was asked for.",
      .high, ["J1", "J2", "Adjust 4.34.0 release notes"]),
    Rule(
      "R124", "Adjust keeps and counts",
      "It keeps events during the wait and counts only seconds in the foreground.", .high, ["J1"]),
    Rule(
      "R125", "Adjust ends early",
      "A decision ends its wait within a second, and what was kept is completed with it.", .high, ["J1"]),
    Rule(
      "R126", "Adjust waits once", "Once its wait has run out it sends, and no later session waits again.",
      .high, ["J1"]),
    Rule(
      "R127", "Adjust starts anew",
      "A process that ends during the wait makes the next one wait in full. (The simulation lets the wait add up over sessions instead.)",
      .high, ["J1", "J2"]),
    Rule(
      "R128", "no wait needed",
      "The SDK does not wait if no wait is configured or the status is already decided.",
      .high, ["J1"]),
    Rule(
      "R129", "Adjust's first session delay", "Where that is on, the wait for permission is off.", .high,
      ["J1"]),
    Rule(
      "R130", "AppsFlyer",
      "Its wait, set before the start, ends at the answer or after the time, then without the identifier.",
      .medium, ["AF1", "AF2", "AF3"]),
    Rule(
      "R131", "Singular", "It records but does not send until the answer or the end of the wait.", .high,
      ["SG1"]),
    Rule(
      "R132", "Kochava asks by itself",
      "With tracking enabled it waits 30 seconds and by default makes the request itself at its start.",
      .high, ["K3"]),
    Rule(
      "R133", "turn that off",
      "Where an experiment decides the moment, an SDK's own request has to be off, or it comes first.", .high,
      ["K3"]),
    Rule(
      "R134", "Branch",
      "It neither asks nor waits; it reports the status and uses the identifier only when authorized.", .high,
      ["B1"]),
    Rule(
      "R135", "Meta",
      "From SDK 17 on iOS 17 on, it reads the status from the system; before, the app has to tell it.", .high,
      ["M1"]),
    Rule(
      "R136", "SolarEngine",
      "Where the app asks by itself and not through the SDK, the SDK misses the answer and waits in full.",
      .medium, ["help.solar-engine.com"]),
    Rule(
      "R137", "a wait that is too short",
      "Where the alert comes later than the wait lasts, installs of people who say yes go out without the identifier: late asks lose most of them.",
      .high, ["S1", "S2", "J3"]),
    Rule(
      "R138", "in the background",
      "Adjust's wait pauses there, and a plain timer stands still with the process.", .medium, ["J1"]),
    Rule(
      "R139", "who asks first decides",
      "Of several parties that can ask, the first sets moment and text; the others get the stored answer.",
      .high, ["K3", "X1", "U1"]),
  ]
}
