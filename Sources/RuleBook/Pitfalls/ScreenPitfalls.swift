import ExperimentDesign

extension Pitfall {
  /// Texts and screens.
  static let ofScreens: [Pitfall] = [
    Pitfall(
      "L1", "no usage string, or an empty one", .error, or: [.warning, .note],
      why:
        "Without the key the first request that would show the alert ends the process; an empty text tells people nothing, and review may take it for a missing one.",
      fix: "Write what the identifier is used for, with an example.", rules: ["R24", "R25"],
      seenIn: .appFiles([
        "Info.plist NSUserTrackingUsageDescription", "InfoPlist.strings", "InfoPlist.xcstrings",
        "project.pbxproj", ".xcconfig", "app.json", "project.yml", "usage_strings.*.text",
      ])),
    Pitfall(
      "L2", "a vague usage string", .error, or: [.warning, .note],
      why:
        "Review has rejected texts without a concrete purpose and an example; 'improve your experience' names neither.",
      fix:
        "Say what people get, with an example: ads for topics they read about, such as local concerts.",
      rules: ["R95"],
      seenIn: .appFiles([
        "Info.plist NSUserTrackingUsageDescription", "InfoPlist.strings", "InfoPlist.xcstrings",
        "project.pbxproj", ".xcconfig", "app.json", "project.yml", "usage_strings.*.text",
      ]),
      limit:
        "Vagueness is judged in English alone. Of a text in another language it is judged whether it speaks of something else than the English one, in nineteen languages."
    ),
    Pitfall(
      "L3", "a placeholder, or a vendor's sample", .error, or: [.warning],
      why:
        "A placeholder says nothing, and review has taken a sample of a vendor's guide for one, in one case by an automated check.",
      fix: "Write your own.", rules: ["R96"],
      seenIn: .appFiles([
        "Info.plist NSUserTrackingUsageDescription", "InfoPlist.strings", "InfoPlist.xcstrings",
        "project.pbxproj", ".xcconfig", "app.json", "project.yml", "usage_strings.*.text",
      ])),
    Pitfall(
      "L4", "a usage string that promises or threatens", .error,
      why: "Rewards for permission, claims that the app needs it, and hints at the button are rejected.",
      fix: "Say what tracking does, not what is given or withheld for it.", rules: ["R84", "R85"],
      seenIn: .appFiles([
        "Info.plist NSUserTrackingUsageDescription", "InfoPlist.strings", "InfoPlist.xcstrings",
        "project.pbxproj", ".xcconfig", "app.json", "project.yml", "usage_strings.*.text",
      ]),
      limit:
        "English phrases alone are known. What a text in another language promises is not judged."),
    Pitfall(
      "L5", "a dismissible pre-prompt", .error,
      why:
        "A second button, a close button or a sheet that can be swiped away avoids the alert, which is rejected.",
      fix:
        "One button that always leads to the alert; interactiveDismissDisabled on a sheet; dismissible: false.",
      rules: ["R81", "R83"], seenIn: .experiment(["pre_prompts.*.dismissible"])),
    Pitfall(
      "L6", "a pre-prompt button that says Allow", .error,
      why: "The button must not ask for the permission itself.", fix: "Title it Continue or Next.",
      rules: ["R82", "R86"], seenIn: .experiment(["pre_prompts.*.button"])),
    Pitfall(
      "L7", "a pre-prompt that misleads or rewards", .error,
      why: "Rewards, pictures of the alert, and arrows at Allow are rejected.",
      fix: "Plain words about the purpose.", rules: ["R84", "R87", "R88"],
      seenIn: .experiment(["pre_prompts.*.title", "pre_prompts.*.body"])),
    Pitfall(
      "L8", "a pre-prompt used as a shield", .error,
      why: "Showing it again and again while saving the one alert is not allowed.",
      fix: "Let every showing end in the alert.", rules: ["R91"],
      seenIn: .experiment(["pre_prompts.*.dismissible", "pre_prompts.*.max_shows"])),
    Pitfall(
      "L9", "a pre-prompt after the decision", .warning,
      why: "Where the status is decided no alert can follow, so the screen leads nowhere.",
      fix: "Show it only while the status is not determined.", rules: ["R89"],
      seenIn: .noFile),
    Pitfall(
      "L10", "features withheld after a no", .error,
      why: "Making people pay for a no with features or content is rejected.",
      fix: "Serve everybody; show ads without personalisation.", rules: ["R85"],
      seenIn: .noFile),
  ]
}
