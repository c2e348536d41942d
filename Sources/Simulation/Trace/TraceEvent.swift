import ExperimentDesign
package import PromptFlow

/// What can happen to an install, as a trace tells it.
package enum TraceEvent: Hashable, Sendable {
  // The app.
  /// The app becomes active, for the first time in the session or again (R32).
  case activated(again: Bool)
  case onboardingCompleted
  /// An app event ends; the value experienced so far includes it.
  case eventEnded(EventKind, valueSoFar: Double)

  // Alerts of other permissions, by their position among the arm's alerts.
  case otherAlertShown(Int)
  /// It waits for the alert on screen.
  case otherAlertQueued(Int)
  case otherAlertClosed(Int)

  // Asking.
  /// The moment of asking comes true, whatever the device; where it is true from the start of a
  /// session, reported where that session first reaches it.
  case triggerReached(AskTrigger)
  /// The app will ask after this many seconds.
  case askPlanned(delay: Double)
  /// The ask waits for the consent layer (R101, R112).
  case askHeldBack
  /// The pre-prompt waits for an active, uncovered app.
  case prePromptWaits
  /// The pre-prompt appears for the `showing`th time; `chance` of continuing is decided by the
  /// person's own uniform or by a fresh one.
  case prePromptShown(showing: Int, chance: Chance, isOwnUniform: Bool)
  case prePromptEnded(PrePromptEnd)
  /// The app requests; the status is what the request returns at once, `nil` while it waits.
  case requested(RequestRuling, returns: AuthorizationStatus?)
  /// The alert appears; `chance` is that of allowing.
  case alertShown(chance: Chance, isCold: Bool, isPrimed: Bool)
  /// The callback says denied while the alert is up (R54).
  case calledBackEarly(isBelieved: Bool)
  case answered(AlertAnswer)
  /// The person leaves the app at the alert (R31).
  case leftUnanswered(Chance)
  /// The session ends before the ask came to anything.
  case askCutOff(AskStage)

  // Attribution.
  /// The SDK starts; the seconds it will wait, `nil` where it does not.
  case sdkStarted(GateKind, waits: Double?)
  /// The session ends before the wait does.
  case sdkWaitCutOff(GateKind)
  /// The install event is sent, with the identifier or without, and before what should have come first, if so.
  case installSent(GateKind, isIdentified: Bool, before: Prerequisite?)
  /// The gate keeps no events while it holds the install back (R120).
  case eventDropped

  // Consent.
  /// The layer waits for an active, uncovered app.
  case consentWaits
  /// The layer appears; it asks for ad purposes or is there for the others only (R104, R111).
  case consentShown(asks: Bool)
  /// The layer is through; the chance of accepting, where it asked.
  case consentEnded(ConsentPurposes, Chance?)
  /// Authorized counts as accepted without a screen (R116).
  case consentPreGranted
  case consentReversed(Chance)

  // Settings.
  case settingsLinkShown
  case changedInSettings(AlertAnswer, Chance)
}

/// What an install event should wait for (R94, R103).
package enum Prerequisite: String, CaseIterable, Hashable, Sendable {
  /// The answer to the alert.
  case permission
  /// The consent layer, where one is modelled.
  case consent
  /// Both.
  case permissionAndConsent = "permission_and_consent"

  /// The rules that ask for it.
  var rules: [String] {
    switch self {
    case .permission: ["R94"]
    case .consent: ["R103"]
    case .permissionAndConsent: ["R94", "R103"]
    }
  }
}

extension TraceEvent {
  /// The rules that decide it, the deciding one first; empty where none of the platform's does.
  package var rules: [String] {
    switch self {
    case .activated(let again): again ? ["R32"] : []
    case .onboardingCompleted, .eventEnded, .otherAlertQueued, .otherAlertClosed: []
    case .otherAlertShown: ["R22"]
    case .triggerReached(let trigger): trigger.kind.row.pattern.map { [$0] } ?? []
    case .askPlanned: []
    case .askHeldBack: ["R101", "R112"]
    case .prePromptWaits: []
    case .prePromptShown: ["R90"]
    case .prePromptEnded(let end): end == .continued ? ["R81"] : end == .dismissed ? ["R83"] : []
    case .requested(let ruling, _): ruling.rules
    case .alertShown: ["R23"]
    case .calledBackEarly(let isBelieved): isBelieved ? ["R54"] : ["R54", "R55"]
    case .answered(let answer): answer == .allow ? ["R27"] : ["R28"]
    case .leftUnanswered: ["R31"]
    case .askCutOff: ["R145"]
    case .sdkStarted(let gate, let waits): waits == nil ? [] : Self.waiting(gate)
    case .sdkWaitCutOff(let gate): gate == .foreground ? ["R124"] : ["R122"]
    case .installSent(let gate, _, let missing): Self.waiting(gate) + (missing?.rules ?? [])
    case .eventDropped: ["R120"]
    case .consentWaits: ["R112"]
    case .consentShown(let asks): asks ? ["R103"] : ["R104"]
    case .consentEnded: []
    case .consentPreGranted: ["R116"]
    case .consentReversed: ["R115"]
    case .settingsLinkShown: ["R39"]
    case .changedInSettings(let answer, _): answer == .allow ? ["R37"] : ["R38"]
    }
  }

  /// The rules of a gate's wait.
  private static func waiting(_ gate: GateKind) -> [String] {
    switch gate {
    case .none: []
    case .documented: ["R118"]
    case .timer: ["R119"]
    case .foreground: ["R123"]
    }
  }
}

extension TraceEvent {
  /// The chance that decides it; `nil` where none does.
  package var chance: Chance? {
    switch self {
    case .prePromptShown(_, let chance, _), .alertShown(let chance, _, _), .leftUnanswered(let chance),
      .consentReversed(let chance), .changedInSettings(_, let chance):
      chance
    case .consentEnded(_, let chance): chance
    case _: nil
    }
  }

  /// The kind of event, as programs read it: `alert_shown`.
  package var name: String {
    snakeCased(Mirror(reflecting: self).children.first?.label ?? "\(self)")
  }
}

extension RequestRuling {
  /// The rules that say so, the deciding one first.
  fileprivate var rules: [String] {
    switch self {
    case .noPermission: ["R10"]
    case .lockedByProfile: ["R13"]
    case .settingNotChangeable: ["R14"]
    case .appClip: ["R15"]
    case .alreadyAuthorized: ["R16", "R29"]
    case .alreadyDenied: ["R17", "R29"]
    case .switchedOff: ["R18"]
    case .switchedOffForGood: ["R46", "R18"]
    case .inExtension: ["R20"]
    case .withoutWindow: ["R63"]
    case .queued: ["R52"]
    case .behindAlert: ["R21", "R53"]
    case .behindItself: ["R33"]
    case .notActive: ["R19"]
    case .withoutUsageString: ["R24"]
    case .shown: ["R23"]
    }
  }
}
