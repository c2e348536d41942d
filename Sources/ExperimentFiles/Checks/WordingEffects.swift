import ExperimentDesign

extension ExperimentDecoder {
  /// Warns of words that the model does not distinguish from others, because nobody has said what they do.
  ///
  /// A usage string or pre-prompt without an odds ratio changes no answer. Arms that differ in nothing else then have
  /// the same result, which looks like a finding and is none.
  mutating func warnOfWordsWithoutEffect(_ reader: SectionReader, _ arms: [Arm]) {
    warnOfUsageStrings(reader, arms)
    warnOfPrePrompts(reader, arms)
  }

  /// One usage string may lack its odds ratio: it is the one that the others are compared with.
  private mutating func warnOfUsageStrings(_ reader: SectionReader, _ arms: [Arm]) {
    let silent = reader.named("usage_strings").filter { string in
      !string.has("odds_ratio") && arms.contains { $0.usageString.name == string.name }
    }
    guard silent.count > 1, let second = silent.dropFirst().first else { return }
    let names = silent.map { "'\($0.name)'" }
    let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    problems.warning(
      second.node.point,
      "the usage strings \(list) have no 'odds_ratio', so they make no difference in the simulation. Give all but one "
        + "an odds ratio; a range will do, such as {range: [0.8, 1.25]}")
  }

  private mutating func warnOfPrePrompts(_ reader: SectionReader, _ arms: [Arm]) {
    for screen in reader.named("pre_prompts")
    where !screen.has("allow_odds_ratio") && arms.contains(where: { $0.prePrompt?.name == screen.name }) {
      problems.warning(
        screen.node.point,
        "the pre-prompt '\(screen.name)' has no 'allow_odds_ratio', so it can only cost opt-ins in the simulation. Say "
          + "what it does to the odds of allowing; a range will do, such as {range: [0.8, 1.8]}, and 1 is no effect"
      )
    }
  }
}
