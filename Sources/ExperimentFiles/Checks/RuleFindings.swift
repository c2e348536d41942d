import ExperimentDesign
import PromptFlow

/// What Apple's rules say of an arm's texts and screens; empty where it is allowed.
func ruleFindings(usageString: UsageString, prePrompt: PrePrompt?) -> [BrokenRule] {
  var findings: [BrokenRule] = []
  if let prePrompt {
    // R82
    if let word = forbiddenWord(in: prePrompt.button) {
      findings.append(BrokenRule(rule: "R82", word: word))
    }
    // R83
    if prePrompt.policy.isDismissible { findings.append(BrokenRule(rule: "R83")) }
  }
  let words = normalised(usageString.text)
  if words.isEmpty {
    // R25
    findings.append(BrokenRule(rule: "R25"))
  } else if sampleStrings.contains(where: { words.hasPrefix($0) }) {
    // R96
    findings.append(BrokenRule(rule: "R96"))
  }
  return findings
}

/// The first word of a button's title that asks for the permission itself (R82).
private func forbiddenWord(in title: String) -> String? {
  let stems = ["allow", "accept", "enable", "agree", "track"]
  return title.split { !$0.isLetter }.map(String.init).first { word in
    let word = word.lowercased()
    return word == "yes" || stems.contains { word.hasPrefix($0) }
  }
}

/// Lower case, letters only, single blanks.
private func normalised(_ text: String) -> String {
  text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
}

/// How the sample strings of vendors' guides begin (R96).
private let sampleStrings = ["this identifier will be used to deliver personalized ads"]
