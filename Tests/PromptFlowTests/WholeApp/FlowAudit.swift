import PromptFlow

/// Watches what an app shows and sends, and notes what a reviewer would object to.
///
/// It knows nothing of the machines and decides nothing: it is the second
/// reading of their rules, for tests, for traces and for an app's own checks.
struct FlowAudit: Hashable, Sendable {
  /// Whether the app has a consent layer, whose answer tracking has to wait for (R102).
  let hasConsentLayer: Bool
  private var alertIsUp = false
  private var layerIsUp = false
  private var answer: AlertAnswer?
  private var consent: Bool?

  /// An audit of an install nobody has been asked on.
  init(hasConsentLayer: Bool) { self.hasConsentLayer = hasConsentLayer }

  /// Something a reviewer can see.
  enum Event: Hashable, Sendable {
    /// The tracking alert appeared.
    case alertShown
    /// It went away, with the answer where there was one.
    case alertEnded(AlertAnswer?)
    /// The person changed the app's own switch in Settings, unasked.
    case changedInSettings(AlertAnswer)
    /// The consent layer appeared, asking for tracking or for other purposes only.
    case layerShown(asksToTrack: Bool)
    /// It went away, accepted or not.
    case layerEnded(accepted: Bool)
    /// Something was sent that tracks.
    case tracked
  }

  /// What a reviewer would object to.
  enum Objection: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// Tracking came before the alert was answered (R100).
    case trackedBeforePermission
    /// Tracking came before the consent layer was resolved (R102).
    case trackedBeforeConsent
    /// Tracking although the alert or the layer was refused (R99, R103).
    case trackedAgainstAnswer
    /// Both questions are on screen together (R101, R112).
    case twoQuestionsAtOnce
    /// The layer asks for tracking after the alert was denied (R108, R111).
    case askedAgainAfterDenial
    /// The alert follows a refusal in the layer (R109).
    case alertAfterRefusal
  }

  /// Records an event and returns the objection to it, if any.
  ///
  /// Asking is never objected to for its moment alone: the alert may come at any time as long as no
  /// tracking came before (R100).
  mutating func note(_ event: Event) -> Objection? {
    switch event {
    case .alertShown:
      alertIsUp = true
      if layerIsUp { return .twoQuestionsAtOnce }  // R112
      return consent == false ? .alertAfterRefusal : nil  // R109
    case .alertEnded(let given):
      alertIsUp = false
      answer = given ?? answer
      return nil
    case .changedInSettings(let given):
      answer = given
      return nil
    case .layerShown(let asksToTrack):
      layerIsUp = true
      if alertIsUp { return .twoQuestionsAtOnce }  // R101, R112
      return asksToTrack && answer == .deny ? .askedAgainAfterDenial : nil  // R108, R111
    case .layerEnded(let accepted):
      layerIsUp = false
      consent = accepted
      return nil
    case .tracked:
      guard let answer else { return .trackedBeforePermission }  // R100
      if answer == .deny { return .trackedAgainstAnswer }  // R99
      guard hasConsentLayer else { return nil }
      guard let consent else { return .trackedBeforeConsent }  // R102
      return consent ? nil : .trackedAgainstAnswer  // R103
    }
  }
}
