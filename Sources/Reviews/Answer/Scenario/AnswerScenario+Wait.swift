import ExperimentDesign
import Inference
import Rendering
import Studies

/// What a wait of the attribution SDK that is too short does for the recommended option.
extension AnswerScenario {
  /// That the recommended option is best by installs attributed while other options' answers come after the SDK's wait.
  ///
  /// It would lead by less, or not at all, with a longer wait. `nil` where no warning of the checks is about that, or where
  /// it is about the recommended option too.
  var shortWait: String? {
    guard let choice = recommendation.choice, recommendation.kind != .identical,
      let ranking = attributedRanking, ranking.first == choice, ranking.count > 1,
      let finding = outline.platform?.alike.first(where: isShortWait),
      !finding.arms.contains(choice), finding.arms.contains(ranking[1])
    else { return nil }
    return "The SDK's short wait favours \(name(choice)) by installs attributed (\(finding.pitfall))."
  }

  /// Whether the options are ranked by installs attributed, so that a short wait is about the answer itself.
  var isByAttribution: Bool { objective.singleMetric == .attributedPerInstall }

  /// The options by installs attributed, best first; `nil` where they tie or nobody has counted.
  private var attributedRanking: [Int]? {
    if isByAttribution { return [recommendation.choice, recommendation.runnerUp].compactMap { $0 } }
    return scenario.goals.first { $0.metric == .attributedPerInstall && !$0.isTie }?.ranking
  }

  private func isShortWait(_ finding: DescribedFinding) -> Bool {
    finding.pitfall == "L18" && finding.waived == nil
  }
}
