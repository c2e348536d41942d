import ExperimentDesign
import PromptFlow
import RuleBook

/// The tags of Apple's rules that an arm's texts and screens break; empty where it is allowed.
func ruleFindings(usageString: UsageString, prePrompt: PrePrompt?) -> [String] {
  let words = normalised(usageString.text)
  let broken = [
    "R82": prePrompt.map { WordList.permissionWord($0.button) != nil } ?? false,
    "R83": prePrompt?.policy.isDismissible ?? false, "R25": words.isEmpty,
    "R96": sampleStrings.contains { words.hasPrefix($0) },
  ]
  return ["R82", "R83", "R25", "R96"].filter { broken[$0] ?? false }
}

/// Lower case, letters only, single blanks.
private func normalised(_ text: String) -> String {
  text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
}

/// How the sample strings of vendors' guides begin (R96).
private let sampleStrings = ["this identifier will be used to deliver personalized ads"]
