import PromptFlow

/// Machines from what a transcript is given.
enum TranscriptMachines {
  private static let triggers: [String: AskTrigger] = [
    "launch": .launch, "onboarding": .onboarding, "session 2": .session(2),
    "event 0 3": .event(EventKind(rawValue: 0), count: 3),
  ]
  private static let prePrompts: [String: PrePromptPolicy] = [
    "fixed": PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: nil),
    "dismissible": PrePromptPolicy(isDismissible: true, cooldownSessions: 2, maximumShows: 2),
  ]
  private static let hooks: [String: AskHook] = [
    "did_finish_launching": .didFinishLaunching, "view_appeared": .viewAppeared,
    "did_become_active": .didBecomeActive,
  ]
  private static let retries: [String: RetryPolicy] = [
    "each_activation": .eachActivation, "next_session": .nextSession, "never": .never,
  ]
  private static let links: [String: SettingsLink] = [
    "none": .none, "in_preferences": .inPreferences, "after_denial": .afterDenial,
  ]
  private static let gates: [String: GateKind] = [
    "none": .none, "documented": .documented, "timer": .timer, "foreground": .foreground,
  ]
  private static let restrictions: [String: TrackingRestriction] = [
    "none": .none, "profile": .profile, "setting_not_changeable": .settingNotChangeable,
    "app_clip": .appClip,
  ]

  private static func version(_ name: String?) -> SystemVersion? {
    SystemVersion.allCases.first { $0.name == name }
  }

  static func system(_ given: [String: String]) -> SystemPermission? {
    guard let version = version(given["version"]), let restriction = restrictions[given["restriction"] ?? ""]
    else { return nil }
    var machine = SystemPermission(
      rules: SystemRules(version),
      device: TrackingDevice(
        restriction: restriction, allowsRequests: given["allows_requests"] == "yes",
        isSimulator: given["is_simulator"] == "yes"))
    machine.hasUsageString = given["usage_string"] == "yes"
    machine.isExtension = given["is_extension"] == "yes"
    machine.hasWindow = given["has_window"] == "yes"
    return machine
  }

  static func flow(_ given: [String: String]) -> AppFlow? {
    guard let version = version(given["version"]), let trigger = triggers[given["trigger"] ?? ""],
      let hook = hooks[given["hook"] ?? ""], let retry = retries[given["retry"] ?? ""],
      let asksFrom = Self.version(given["asks_from"]), let link = links[given["settings_link"] ?? ""]
    else { return nil }
    return AppFlow(
      strategy: PromptStrategy(
        trigger: trigger, hook: hook, retry: retry, prePrompt: prePrompts[given["pre_prompt"] ?? ""],
        asksFrom: asksFrom, settingsLink: link, trustsCallback: given["trusts_callback"] == "yes"),
      version: version)
  }

  static func gate(_ given: [String: String]) -> AttributionGate? {
    guard let kind = gates[given["kind"] ?? ""], let wait = Double(given["wait_seconds"] ?? "") else {
      return nil
    }
    return AttributionGate(kind: kind, waitSeconds: wait)
  }

  static func consent(_ given: [String: String]) -> ConsentLayer? {
    ConsentLayer(
      order: given["order"] == "before_att" ? .beforeATT : .afterATT,
      onUndetermined: given["on_undetermined"] == "open" ? .open : .wait,
      preGrant: given["pre_grant"] == "yes")
  }
}
