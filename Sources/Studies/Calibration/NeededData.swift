import ExperimentDesign

/// Data that would tell what counts leave open.
public enum NeededData: String, Codable, Sendable {
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
    switch (own.first ?? "", own.dropFirst().first ?? "") {
    case ("allow", "spread"): self = .askedTwice
    case ("allow", _), ("willingness", _): self = .timing
    case ("sessions", _), ("activity_spread", _): self = .visits
    case ("onboarding", _): self = .onboarding
    case ("events", _), ("browse_seconds", _), ("linger_seconds", _): self = .events
    case ("device", _): self = .prompted
    case ("answer", _): self = .denied
    case ("continue", _), ("pre_prompts", _): self = .prePrompts
    case _: return nil
    }
  }
}

extension Calibration {
  /// The data that would tell a number; `nil` where no data of an app would, or where they have been counted already.
  func remedy(_ number: Int) -> NeededData? {
    NeededData(path: numbers[number].path).flatMap { data.kinds.contains($0) ? nil : $0 }
  }
}

extension CalibrationData {
  /// Kinds of data that were counted.
  fileprivate var kinds: [NeededData] {
    counted.flatMap { cells -> [NeededData] in
      switch cells.sorting {
      case .answers(_, _, let hasDenied, let hasPrompted):
        (hasPrompted ? [.prompted] : []) + (hasDenied ? [.denied] : [])
      case .prePrompts: [.prePrompts]
      }
    }
  }
}
