import PromptFlow

/// A moment that a file names by one word.
enum MomentWord: String, CaseIterable {
  case launch
  case onboarding

  /// The words, as a file may have them.
  static var words: [String] { allCases.map(\.rawValue) }

  var trigger: AskTrigger {
    switch self {
    case .launch: .launch
    case .onboarding: .onboarding
    }
  }
}
