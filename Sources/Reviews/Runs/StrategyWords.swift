import PromptFlow

extension AskHook {
  /// As an experiment file spells it.
  var word: String {
    switch self {
    case .didFinishLaunching: "did_finish_launching"
    case .viewAppeared: "view_appeared"
    case .didBecomeActive: "did_become_active"
    }
  }
}

extension RetryPolicy {
  /// As an experiment file spells it.
  var word: String {
    switch self {
    case .eachActivation: "each_activation"
    case .nextSession: "next_session"
    case .never: "never"
    }
  }
}

extension SettingsLink {
  /// As an experiment file spells it.
  var word: String {
    switch self {
    case .none: "none"
    case .inPreferences: "in_preferences"
    case .afterDenial: "after_denial"
    }
  }
}
