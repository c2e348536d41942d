extension Rule {
  /// When apps ask, and how to count it.
  static let ofTriggers: [Rule] = [
    Rule(
      "R140", "at launch",
      "The plainest pattern asks at every activation while the status is not determined.", .high, ["S0"]),
    Rule(
      "R141", "after onboarding",
      "Nothing is asked before onboarding is completed; completing it asks at once.", .high, ["S0"]),
    Rule(
      "R142", "a second later",
      """
      A fixed delay before the request does not look at what happens meanwhile: an alert that is up by then \
      still wins. It is no substitute for asking again at the next activation (R145).
      """,
      .high, ["S2", "S3"]),
    Rule(
      "R143", "at a moment of value",
      "Candidates are the first item in the cart, the third article, the first finished level.", .high, ["S1"]
    ),
    Rule(
      "R144", "when the view appears",
      "A view appears before the app is active: a request there is lost. A tap on a button comes when it is active.",
      .medium, ["S1", "S2", "A10"]),
    Rule(
      "R145", "ask again",
      "After a lost request, an app asks again at the next activation until it is answered.", .high,
      ["A1", "G19"]),
    Rule(
      "R146", "the moment never comes",
      "Who leaves before the moment of asking stays undecided: opt-in per prompted and per install are different rates.",
      .high, ["S1"]),
    Rule(
      "R147", "no denial by choice",
      "Devices that are restricted or switched off can never be asked; they are counted apart from people who said no.",
      .high, ["D1", "A2", "S0"]),
  ]
}

extension Rule {
  /// What was found after those of the machines and manifests, in the order of its number.
  static let ofLaterFindings: [Rule] = [
    Rule(
      "R151", "the privacy label, without asking too",
      """
      The App Privacy label in App Store Connect says what the app and the SDKs in it collect. It is required \
      of every app, also of one that never asks for permission to track.
      """,
      .high, ["A17", "A5", "S0"]),
    Rule(
      "R152", "scenes are mandatory",
      """
      An app built with the SDK of iOS 27 or later that has not adopted the scene-based life cycle does not \
      launch. With scenes `applicationDidBecomeActive` of the delegate is no longer called; \
      `sceneDidBecomeActive` and the application's notification are.
      """,
      .high, ["A18"]),
  ]
}
