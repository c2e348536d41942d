import ExperimentDesign

extension Pitfall {
  /// What the platform does otherwise than expected.
  static let ofPlatforms: [Pitfall] = [
    Pitfall(
      "L28", "a status that is never read again", .warning,
      why: "A status cached at the start misses changes in Settings.", fix: "Read it at every activation.",
      rules: ["R42", "R35"], seenIn: .noFile),
    Pitfall(
      "L29", "a way to Settings for the wrong people", .warning,
      why:
        "Restricted and switched-off devices have no switch there, and a link that comes by itself after a no is nagging.",
      fix: "Offer the link to people who said no, where they look for it (settings_link: in_preferences).",
      rules: ["R40", "R39"], seenIn: .experiment(["arms.*.settings_link"])),
    Pitfall(
      "L30", "counting on a second alert", .error, or: [.warning],
      why: "There is one answer per install, except once a year in the European Union from 27.2 on.",
      fix: "Plan for one alert; model the yearly one apart.", rules: ["R29", "R78"],
      seenIn: .noFile),
    Pitfall(
      "L31", "the classic alert in the five countries", .warning,
      why:
        "From 27.2 on people in France, Germany, Italy, Poland and Romania see a full page, with a Markdown text of its own.",
      fix: "Add NSUserTrackingMarkdownUsageDescription, and do not carry rates of the alert over.",
      rules: ["R73", "R75"], seenIn: .appFiles(["Info.plist NSUserTrackingMarkdownUsageDescription"])),
    Pitfall(
      "L32", "Additional Information taken for a no", .warning,
      why: "That button ends the request without a decision; the app may ask again.",
      fix: "Treat it as not determined.", rules: ["R76"],
      seenIn: .noFile),
    Pitfall(
      "L33", "installs that are none", .error,
      why:
        "App Clips, extensions, the Mac and the Simulator never show the alert or never give an identifier.",
      fix: "Leave them out of the data.", rules: ["R15", "R20", "R9", "R61"],
      seenIn: .noFile),
    Pitfall(
      "L34", "old systems treated as new ones", .warning,
      why: "On iOS 14.0 to 14.4 the identifier is readable unasked; before iOS 14 there is nothing to ask.",
      fix: "Give the shares under os, and asks_from.", rules: ["R50", "R10"],
      seenIn: .experiment(["arms.*.asks_from"])),
    Pitfall(
      "L35", "deciding by zeros", .warning,
      why: "An identifier of zeros has several causes, and the Simulator gives it to the authorized.",
      fix: "Decide by the status.", rules: ["R67"], seenIn: .noFile),
    Pitfall(
      "L36", "asking in a fast loop", .note,
      why:
        "Decompiled builds of the framework answer from a cache from the sixth call on, within a second of the last; Apple documents no limit.",
      fix: "Ask at activations, not in a loop.", rules: ["R12", "R8"],
      seenIn: .noFile),
    Pitfall(
      "L37", "one prompt per scene", .warning,
      why: "On iPad every scene reports its activation, but the app is asked once.",
      fix: "Count installs, not activations.", rules: ["R60"],
      seenIn: .noFile),
    Pitfall(
      "L38", "expecting Settings to restart the app, or not to", .note,
      why: "A change in Settings may end the process or may be seen at resume.",
      fix: "Read the status at every activation and be ready for both.", rules: ["R41", "R42"],
      seenIn: .noFile),
    Pitfall(
      "L39", "tracking domains before permission", .warning, or: [.note],
      why: "From iOS 17 on requests to declared tracking domains fail unless authorized.",
      fix: "Serve what the app needs from other domains.", rules: ["R57"],
      seenIn: .appFiles(["PrivacyInfo.xcprivacy NSPrivacyTrackingDomains"])),
    Pitfall(
      "L40", "SKAdNetwork counted as lost", .warning,
      why: "Its postbacks do not depend on the status.", fix: "Count only what needs the identifier.",
      rules: ["R70"], seenIn: .noFile),
    Pitfall(
      "L41", "one person counted twice", .warning,
      why: "Installing anew resets both the answer and an assignment kept in the app.",
      fix: "Say what an install is in your data, and look for reinstalls.", rules: ["R30"],
      seenIn: .noFile),
    Pitfall(
      "L42", "an unknown status taken for permission", .error,
      why: "A value of a future system means nothing yet.", fix: "Treat it as not permitted.", rules: ["R2"],
      seenIn: .noFile),
    Pitfall(
      "L43", "an invalid privacy manifest", .error, or: [.warning],
      why:
        "App Store Connect refuses an upload whose manifest contradicts itself or has entries of the wrong form.",
      fix:
        "List at least one bare tracking domain where NSPrivacyTracking is true, and none where it is false.",
      rules: ["R148", "R149"],
      seenIn: .appFiles([
        "PrivacyInfo.xcprivacy NSPrivacyTracking", "PrivacyInfo.xcprivacy NSPrivacyTrackingDomains",
        "PrivacyInfo.xcprivacy NSPrivacyCollectedDataTypes",
      ])),
  ]
}
