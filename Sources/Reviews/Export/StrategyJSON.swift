public import ExperimentDesign
import PromptFlow
import RuleBook
public import TextFormats

/// An arm's strategy as an app would load it: schema `att-lab/strategy/1` (`Data/README.md`).
///
/// `strategy` holds all of `PromptFlow.PromptStrategy` and nothing else, its words those of an
/// experiment file; what surrounds it says what to show and where it is from.
public enum StrategyJSON {
  /// The document of one arm.
  ///
  /// - Parameters:
  ///   - arm: the arm.
  ///   - experiment: the experiment it is of, which names the kinds of events.
  ///   - run: the stored run's id.
  public static func document(_ arm: Arm, of experiment: Experiment, run: String) -> JSONValue {
    [
      "schema": "att-lab/strategy/1", "experiment": .text(experiment.name), "run": .text(run),
      "arm": .text(arm.name), "strategy": strategy(arm.strategy, events: experiment.eventKinds),
      "event_kinds": .texts(experiment.eventKinds), "delay_seconds": .optional(arm.delaySeconds.constant),
      "usage_string": ["name": .text(arm.usageString.name), "text": .text(arm.usageString.text)],
      "pre_prompt": arm.prePrompt.map(prePrompt) ?? .null, "allowed_by_apple": .flag(arm.isAllowedByApple),
      "findings": .list(arm.findings.map { ["rule": .text($0.rule), "reason": .text($0.reason)] }),
    ]
  }

  private static func strategy(_ strategy: PromptStrategy, events: [String]) -> JSONValue {
    let words = strategy.words
    return [
      "trigger": trigger(strategy.trigger, events), "hook": .optional(words["hook"]),
      "retry": .optional(words["retry"]), "pre_prompt": strategy.prePrompt.map(policy) ?? .null,
      "asks_from": .text(strategy.asksFrom.name),
      "settings_link": .optional(words["settings_link"]),
      "trusts_callback": .flag(strategy.trustsCallback),
    ]
  }

  private static func trigger(_ trigger: AskTrigger, _ events: [String]) -> JSONValue {
    switch trigger {
    case .launch: ["kind": "launch"]
    case .onboarding: ["kind": "onboarding"]
    case .event(let kind, let count):
      [
        "kind": "event", "event_kind": .count(kind.rawValue),
        "event": .optional(events.indices.contains(kind.rawValue) ? events[kind.rawValue] : nil),
        "count": .count(count),
      ]
    case .session(let number): ["kind": "session", "number": .count(number)]
    }
  }

  private static func policy(_ policy: PrePromptPolicy) -> JSONValue {
    [
      "is_dismissible": .flag(policy.isDismissible), "cooldown_sessions": .count(policy.cooldownSessions),
      "maximum_shows": policy.maximumShows.map { .count($0) } ?? .null,
    ]
  }

  private static func prePrompt(_ prePrompt: PrePrompt) -> JSONValue {
    [
      "name": .text(prePrompt.name), "title": .text(prePrompt.title), "body": .text(prePrompt.body),
      "button": .text(prePrompt.button),
    ]
  }
}
