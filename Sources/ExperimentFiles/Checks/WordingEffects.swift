import ExperimentDesign
import PromptFlow
import RuleBook
import TextFormats

extension ExperimentDecoder {
  /// Warns of a pre-prompt of which nobody has said what it does, and of words that do what no words do.
  ///
  /// A pre-prompt without an odds ratio changes no answer to the alert, which looks like a finding and is none. Of options
  /// that differ in the words of the alert alone the answer says so.
  func warnOfWords(_ reader: SectionReader, _ arms: [Arm]) {
    let strings = reader.named("usage_strings").filter { string in
      arms.contains { $0.usageString.name == string.name }
    }
    for string in strings { warnOfEffect("odds_ratio", of: "the usage string \(string.name.cited)", string) }
    for screen in reader.named("pre_prompts")
    where arms.contains(where: { $0.prePrompt?.name == screen.name }) {
      if !screen.has("allow_odds_ratio") {
        problems.warning(
          screen.node.point,
          "the pre-prompt \(screen.name.cited) has no 'allow_odds_ratio', so it can only cost opt-ins in the simulation. Say "
            + "what it does to the odds of allowing; a range will do, such as {range: [0.8, 1.8]}, and 1 is no effect"
        )
      }
      for key in ["continue_odds_ratio", "allow_odds_ratio"] {
        warnOfEffect(key, of: "the pre-prompt \(screen.name.cited)", screen)
      }
    }
  }

  /// Warns of an odds ratio that no wording has, as of 30 where 30% more was meant.
  private func warnOfEffect(_ key: String, of words: String, _ reader: SectionReader) {
    guard let node = reader.node[key] else { return }
    // Of a range the end that is nearer to no effect: the other may be a long tail on purpose.
    let ends = node["range"]?.items?.compactMap(\.scalar) ?? []
    let written = node.scalar ?? "{range: [\(ends.joined(separator: ", "))]}"
    let values = (node.scalar.map { [$0] } ?? ends).compactMap { readNumber($0) }
    guard let low = values.first, let high = values.last, low >= 10 || high < 0.1 else { return }
    let odds = 2.0 / 3 * (low >= 10 ? low : high)
    let least = values.count > 1 ? low >= 10 ? "at least " : "at most " : ""
    problems.caution(
      node.point,
      "the \(key) of \(words) is \(written): it takes a share of 40% to "
        + "\(least)\((1000 * odds / (1 + odds)).rounded() / 10)%")
  }
}

/// The tags of Apple's rules that an arm's texts and screens break; empty where it is allowed.
func ruleFindings(usageString: UsageString, prePrompt: PrePrompt?) -> [String] {
  let words = usageString.text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  let broken: [(tag: String, isSo: Bool)] = [
    ("R82", prePrompt.map { WordList.permissionWord($0.button) != nil } ?? false),
    ("R83", prePrompt?.policy.isDismissible ?? false), ("R25", words.isEmpty),
    // How the sample string of vendors' guides begins.
    ("R96", words.hasPrefix("this identifier will be used to deliver personalized ads")),
  ]
  return broken.filter(\.isSo).map(\.tag)
}
