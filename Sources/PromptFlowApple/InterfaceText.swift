/// Every text of this library that a person reads or hears, in English, which is the key of its translation too.
///
/// The views look a translation up in the app's own bundle, in the table `PromptFlow`. The string catalogue
/// `PromptFlow.xcstrings` beside the sources has all of them: copy it into the app's target and translate it there.
/// Without it a person reads English. What an app puts into a ``PrePromptContent`` is shown as it is.
package enum InterfaceText {
  /// The table in the app's bundle.
  package static let table = "PromptFlow"
  /// The one button of the pre-prompt.
  package static let proceed = "Continue"
  /// The button to the app's own page in Settings.
  package static let openSettings = "Open Settings"
  /// What a person who denied finds among the app's preferences.
  package static let denied = "Tracking permission denied."
  /// What VoiceOver says of the status; the argument is the status's own label.
  package static let status = "Tracking status: %@"

  /// The way to the device's switch, which no app can open.
  package static func trackingPage(on platform: ApplePlatform) -> String {
    "To change this, turn on “Allow Apps to Request to Track” in \(path(on: platform))."
  }

  /// The way to either switch, where an app cannot know which of them denies.
  package static func eitherPage(on platform: ApplePlatform) -> String {
    "To change this, look for this app in Settings, or turn on “Allow Apps to Request to Track” in "
      + "\(path(on: platform))."
  }

  private static func path(on platform: ApplePlatform) -> String {
    switch platform {
    case .iOS, .visionOS: "Settings, Privacy & Security, Tracking"
    case .tvOS: "Settings, General, Privacy & Security, Tracking"
    case .macOS: "System Settings, Privacy & Security"
    }
  }

  /// All of them, for translators.
  package static var all: Set<String> {
    Set([proceed, openSettings, denied, status] + StatusPresentation.labels)
      .union(ApplePlatform.allCases.flatMap { [trackingPage(on: $0), eitherPage(on: $0)] })
  }
}
