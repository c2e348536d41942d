import PromptFlow

extension PromptStrategy: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "trigger": trigger.canonical,
      "hook": hook.canonical,
      "retry": retry.canonical,
      "pre_prompt": prePrompt.canonical,
      "asks_from": .text(asksFrom.canonicalName),
      "settings_link": settingsLink.canonical,
      "trusts_callback": .flag(trustsCallback),
    ])
  }
}

extension AskTrigger: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .launch: .text("launch")
    case .onboarding: .text("onboarding")
    case .event(let kind, let count):
      .object(["event": .integer(kind.rawValue), "count": .integer(count)])
    case .session(let number): .object(["session": .integer(number)])
    }
  }
}

extension AskHook: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .didFinishLaunching: .text("did_finish_launching")
    case .viewAppeared: .text("view_appeared")
    case .didBecomeActive: .text("did_become_active")
    }
  }
}

extension RetryPolicy: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .eachActivation: .text("each_activation")
    case .nextSession: .text("next_session")
    case .never: .text("never")
    }
  }
}

extension SettingsLink: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .none: .text("none")
    case .inPreferences: .text("in_preferences")
    case .afterDenial: .text("after_denial")
    }
  }
}

extension PrePromptPolicy: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "dismissible": .flag(isDismissible),
      "cooldown_sessions": .integer(cooldownSessions),
      "maximum_shows": maximumShows.map(CanonicalValue.integer) ?? .none,
    ])
  }
}

extension SystemVersion {
  fileprivate var canonicalName: String {
    switch self {
    case .before14: "before_14"
    case .iOS14_0: "ios_14_0"
    case .iOS14_5: "ios_14_5"
    case .modern: "modern"
    case .iOS17_4: "ios_17_4"
    }
  }
}
