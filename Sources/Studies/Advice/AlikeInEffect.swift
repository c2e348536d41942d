import ExperimentDesign

extension Arm {
  /// Sets of arms that differ in the words of the alert or of the pre-prompt alone, of which the same effect is assumed.
  ///
  /// A simulation cannot separate them: what differs between them is a draw of one and the same distribution. Words
  /// without any effect are none of these: they have not been given one.
  static func alikeInEffect(_ arms: [Arm]) -> [[Int]] {
    var sets: [[Int]] = []
    for (position, arm) in arms.enumerated() where !sets.contains(where: { $0.contains(position) }) {
      let alike = arms.indices.filter { $0 == position || arms[$0].isAlikeInEffect(to: arm) }
      if alike.count > 1 { sets.append(alike) }
    }
    return sets
  }

  private func isAlikeInEffect(to other: Arm) -> Bool {
    // Equal in everything but words: with the other's words it is the other.
    let inOtherWords = changed {
      $0.usageString = other.usageString
      $0.prePrompt = other.prePrompt
    }
    guard inOtherWords.isSame(as: other), strategy == other.strategy else { return false }
    let differsInString = usageString.name != other.usageString.name
    let differsInScreen = prePrompt?.name != other.prePrompt?.name
    guard differsInString || differsInScreen,
      usageString[.usageOddsRatio].distribution == other.usageString[.usageOddsRatio].distribution
    else { return false }
    let hasEffect = differsInString && usageString[.usageOddsRatio].constant != 1
    guard let own = prePrompt, let theirs = other.prePrompt else {
      return prePrompt == nil && other.prePrompt == nil && hasEffect
    }
    guard own.hasSameEffect(as: theirs) else { return false }
    return hasEffect || differsInScreen && own[.allowOddsRatio].constant != 1
  }
}

extension PrePrompt {
  /// Whether the same is assumed of what two screens do.
  fileprivate func hasSameEffect(as other: PrePrompt) -> Bool {
    policy == other.policy
      && Number.Owner.prePrompt.numbers.allSatisfy { self[$0].distribution == other[$0].distribution }
  }
}
