import ExperimentDesign
import PromptFlow

/// The tags of Apple's rules that an arm's texts and screens break; empty where it is allowed.
func ruleFindings(usageString: UsageString, prePrompt: PrePrompt?) -> [String] {
  let words = normalised(usageString.text)
  let broken = [
    "R82": prePrompt.map { asksForPermission($0.button) } ?? false,
    "R83": prePrompt?.policy.isDismissible ?? false, "R25": words.isEmpty,
    "R96": sampleStrings.contains { words.hasPrefix($0) },
  ]
  return ["R82", "R83", "R25", "R96"].filter { broken[$0] ?? false }
}

/// Whether a button's title asks for the permission itself (R82).
private func asksForPermission(_ title: String) -> Bool {
  let stems = ["allow", "accept", "enable", "agree", "track"]
  return title.lowercased().split { !$0.isLetter }.contains { word in
    word == "yes" || stems.contains { word.hasPrefix($0) }
  }
}

/// Lower case, letters only, single blanks.
private func normalised(_ text: String) -> String {
  text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
}

/// How the sample strings of vendors' guides begin (R96).
private let sampleStrings = ["this identifier will be used to deliver personalized ads"]
