import ExperimentDesign
import Rendering
import Studies

/// What a consent layer does, where one is modelled.
extension AnswerScenario {
  /// What a consent layer in a part of the segments does there, and the order that is not compared; `nil` where there is
  /// nothing to say.
  var consentLayer: String? {
    guard let layers = outline.context?.consentLayers, let people = outline.scenarios.first?.segments
    else { return nil }
    let sentences = [partOfPeople(layers, people), openOrder(layers, people)].compactMap { $0 }
    return sentences.isEmpty ? nil : "Consent layer: \(sentences.joined(separator: " "))"
  }

  /// A goal that the objective ignores, as the file was warned, and by which the choice is not the best alone; `nil` for
  /// none.
  var ignoredGoal: GoalSummary? {
    guard let choice = recommendation.choice else { return nil }
    let cautions = (outline.context?.cautions ?? []).filter { $0.goal != nil }.compactMap(shown)
    return scenario.goals.first { goal in
      cautions.contains { $0.goal == goal.metric } && tied(goal) != [choice]
    }
  }

  /// What the choice is by a goal that the objective ignores, as a sentence.
  func standing(of choice: Int, by goal: GoalSummary) -> String {
    let tied = tied(goal)
    guard tied.contains(choice) else {
      let values = levels(goal.metric, [goal.ranking[0], choice])
      return "By \(byGoal(goal.metric)), \(name(goal.ranking[0])) is best: \(values[0]) vs \(values[1])."
    }
    let others = tied.filter { $0 != choice }
    let rivals = others.count == 1 ? name(others[0]) : "\(others.count) others"
    return "By \(byGoal(goal.metric)) it ties with \(rivals) at \(levels(goal.metric, [choice])[0])."
  }

  /// The value of the choice in the segments that are asked for consent, and in the others.
  private func partOfPeople(_ layers: ConsentLayers, _ people: [RunDescription.Segment]) -> String? {
    let others = people.indices.filter { !layers.segments.contains($0) }
    guard let choice = recommendation.choice, let metric = objective.singleMetric, objective.isShare,
      !others.isEmpty, scenario.segments.count == people.count,
      let within = level(of: choice, in: layers.segments, people),
      let beyond = level(of: choice, in: others, people), abs(within - beyond) > numbers.margin
    else { return nil }
    let texts = [within, beyond].map { "\(SupportedDigits.text(100 * $0, decimals: 1))%" }
    let names = layers.segments.map { TerminalText.inSentence(people[$0].name) }.inProse
    return
      "only \(names) \(layers.segments.count == 1 ? "has" : "have") it. With \(name(choice)), \(texts[0]) "
      + "\(metric.words.predicate) there, and \(texts[1]) elsewhere."
  }

  /// The mean of the objective over some segments.
  private func level(
    of arm: Int, in segments: [Int], _ people: [RunDescription.Segment]
  ) -> Double? {
    let levels = segments.compactMap { scenario.segments[$0].levels[arm] }
    let shares = segments.map { people[$0].share }
    let whole = shares.reduce(0, +)
    guard levels.count == segments.count, whole > 0 else { return nil }
    return zip(levels, shares).reduce(0) { $0 + $1.0 * $1.1 } / whole
  }

  /// How the other order is compared, where all options have one.
  private func openOrder(_ layers: ConsentLayers, _ people: [RunDescription.Segment]) -> String? {
    guard let isFirst = layers.areFirst else { return nil }
    let key = "{order: \(isFirst ? "after_att" : "before_att")}"
    let setting =
      layers.segments.count == people.count
      ? "consent: \(key)"
      : "segments: {"
        + layers.segments.map { "\(TerminalText.safe(people[$0].name)): {consent: \(key)}" }
        .joined(separator: ", ") + "}"
    return
      "All options show it \(isFirst ? "before" : "after") the alert. To compare, add an option with "
      + "\(setting)."
  }
}
