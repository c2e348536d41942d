/// Where, if anywhere, a person can turn a no into a yes.
public enum SettingsRecovery: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Nothing to recover, or nothing that this person may change.
  case nowhere
  /// The app's own page, which an app may open on the person's wish.
  case appPage
  /// Privacy & Security › Tracking, which no app can open: the app's page is a dead end.
  case trackingPage
  /// One of the two pages, and the app cannot know which: it was denied before anything was kept here.
  case eitherPage
}
