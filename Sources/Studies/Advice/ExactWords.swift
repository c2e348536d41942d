public import ExperimentDesign

extension RunOutline {
  /// The odds ratios that the words of options of one moment differ by, that the file gives as one number, other than 1,
  /// which says that the words do nothing.
  ///
  /// Every draw has the same such number, so that a choice looks surer than anybody can be.
  public func exactWordEffects(_ positions: [Int]) -> [RunDescription.Parameter] {
    let options = positions.map { description.arms[$0] }
    guard Set(options.map(\.ask)).count == 1 else { return [] }
    let strings = Set(options.map(\.usageString)).count > 1 ? options.map(\.usageString) : []
    let screens = Set(options.map(\.prePrompt)).count > 1 ? options.compactMap(\.prePrompt) : []
    let paths =
      strings.map { "usage_strings.\($0).odds_ratio" } + screens.map { "pre_prompts.\($0).allow_odds_ratio" }
    let given = paths.compactMap { path in description.parameters.first { $0.path == path } }
    return given.filter { $0.value != nil && $0.value != 1 }
  }
}
