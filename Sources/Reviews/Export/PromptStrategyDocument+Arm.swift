public import ExperimentDesign
public import PromptFlow
public import Rendering

extension PromptStrategyDocument {
  /// An arm as an app loads it.
  ///
  /// - Parameters:
  ///   - experiment: the experiment it is of, which names the kinds of events.
  ///   - run: the stored run's id.
  public init(_ arm: Arm, of experiment: Experiment, run: String) {
    self.init(
      strategy: arm.strategy, eventKinds: experiment.eventKinds, delaySeconds: arm[.delaySeconds].constant)
    (self.experiment, self.run, self.arm) = (experiment.name, run, arm.name)
    usageString = arm.usageString.text
    prePromptText = arm.prePrompt.map {
      PrePromptText(title: $0.title, body: $0.body, button: $0.button)
    }
    isAllowedByApple = arm.isAllowedByApple
  }

  /// The document in its published format (`Data/README.md`).
  public func json() throws -> JSONValue { try JSONValue(encoding: self) }
}
