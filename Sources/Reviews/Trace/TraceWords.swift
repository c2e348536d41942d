import ExperimentDesign
import PromptFlow

/// The fixed words of traces.
enum TraceWords {
  static func standing(_ standing: PermissionSnapshot) -> String {
    switch standing {
    case .authorized: "authorized"
    case .deniedByAnswer: "denied by answer"
    case .deniedBySwitch: "denied by device"
    case .restricted: "restricted"
    case .undetermined: "undetermined"
    case .noPermission: "no ATT"
    }
  }

  /// As the JSON of runs names final states.
  static func key(_ standing: PermissionSnapshot) -> String {
    switch standing {
    case .authorized: "authorized"
    case .deniedByAnswer: "denied_by_answer"
    case .deniedBySwitch: "denied_by_device"
    case .restricted: "restricted"
    case .undetermined: "undetermined"
    case .noPermission: "no_att"
    }
  }

  /// How a session ends and what comes after it.
  static func end(_ session: TracedSession) -> String {
    let end =
      switch session.end {
      case .ranItsCourse, .leftPrePrompt, .leftAlert: "session ends"
      case .leftOnboarding: "session ends, onboarding not completed"
      }
    return end + departure(session)
  }

  private static func departure(_ session: TracedSession) -> String {
    let numbers =
      "P \(TraceNumbers.share(session.leaving.probability)), uniform \(TraceNumbers.share(session.leaving.uniform))"
    switch session.departure {
    case .stays: return ""
    case .leaves: return "; leaves for good: \(numbers)"
    case .drivenAway: return "; DRIVEN AWAY by what was shown: \(numbers)"
    case .horizon: return "; then the horizon"
    }
  }
}
