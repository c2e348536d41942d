/// Where, if anywhere, a person can turn a no into a yes.
public enum SettingsRecovery: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Nothing to recover, or nothing that this person may change (R40).
  case nowhere
  /// The app's own page, which an app may open on the person's wish (R39).
  case appPage
  /// Privacy & Security › Tracking, which no app can open: the app's page is a dead end (R40).
  case trackingPage
  /// One of the two pages, and the app cannot know which: it was denied before anything was kept here.
  case eitherPage
}

extension SystemPermission {
  /// Where this person could allow tracking after all.
  package var settingsRecovery: SettingsRecovery {
    guard status == .denied else { return .nowhere }  // R40: restricted is a dead end
    return device.allowsRequests ? .appPage : .trackingPage  // R39, R40
  }

  /// Whether a link to the app's page in Settings leads anywhere (R39, R40).
  package var canRecoverInSettings: Bool { settingsRecovery == .appPage }

  /// Whether the app appears among those with a switch of their own (R36).
  package var isListedInSettings: Bool { recordedAnswer != .unknown }  // R36
}
