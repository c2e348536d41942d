/// Data that would tell what counts leave open.
package enum NeededData: String, Codable, Sendable {
  case askedTwice = "asked_twice"
  case visits
  case onboarding
  case events
  case prompted
  case denied
  case timing
  case prePrompts = "pre_prompts"

  /// The data that would tell a number; `nil` where none of an app's own counts would.
  init?(path: String) {
    let keys = path.split(separator: ".").map(String.init)
    // Within a segment or a scenario the same numbers have longer paths.
    let own = ["segments", "scenarios"].contains(keys.first ?? "") ? Array(keys.dropFirst(2)) : keys
    switch own.first ?? "" {
    case "allow": self = own.dropFirst().first == "spread" ? .askedTwice : .timing
    case "willingness": self = .timing
    case "sessions", "activity_spread": self = .visits
    case "onboarding": self = .onboarding
    case "events", "browse_seconds", "linger_seconds": self = .events
    case "device": self = .prompted
    case "answer": self = .denied
    case "continue", "pre_prompts": self = .prePrompts
    case _: return nil
    }
  }
}
