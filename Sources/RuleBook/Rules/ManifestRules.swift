extension Rule {
  /// Privacy manifests, and what App Store Connect asks about tracking.
  static let ofManifests: [Rule] = [
    Rule(
      "R148", "a valid privacy manifest",
      "App Store Connect refuses an upload whose manifest declares tracking without a tracking domain, lists domains without declaring tracking, or has keys or values of the wrong form.",
      .high, ["A16", "A12", "github.com/datatrans/ios-sdk/issues/16"]),
    Rule(
      "R149", "what a tracking domain looks like",
      "An entry is a bare domain such as ads.example.com: no path, query, port, wildcard, trailing slash, blank or empty text. A scheme stands in manifests that apps ship, but is none of the domain.",
      .high,
      [
        "A16", "github.com/adjust/ios_sdk, Adjust/PrivacyInfo.xcprivacy",
        "github.com/euc-releases/iOS-WorkspaceONE-SDK/issues/7",
      ]),
    Rule(
      "R150", "a usage string and App Privacy",
      "An upload with a usage string obliges the team to answer the tracking questions of App Privacy in App Store Connect. It does not oblige the manifest to declare tracking.",
      .medium, ["github.com/Appodeal/flutter-appodeal/issues/49", "G27"]),
  ]
}
