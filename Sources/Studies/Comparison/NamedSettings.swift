import ExperimentDesign
import PromptFlow

extension Experiment {
  /// What the options set that is no number, by the path of its key: `arms.launch.retry`, `alerts.push.at`.
  ///
  /// What stands around the question is said once where it is the same under every option that has it, else option by
  /// option.
  var namedSettings: [String: String] {
    var own: [String: String] = [:]
    var around: [String: [String]] = [:]
    for arm in arms {
      let place = "arms.\(arm.name)"
      own["\(place).ask"] = arm.strategy.trigger.words(eventKinds: eventKinds)
      own["\(place).usage_string"] = arm.usageString.name
      own["\(place).pre_prompt"] = arm.prePrompt?.name ?? "none"
      for (key, word) in arm.strategy.words { own["\(place).\(key)"] = word }
      var found: [String: Set<String>] = [:]
      for surroundings in arm.surroundings.joined() {
        for (path, word) in surroundings.words { found[path, default: []].insert(word) }
        for alert in surroundings.alerts {
          found["alerts.\(alert.name).at", default: []].insert(alert.moment.words(eventKinds: eventKinds))
        }
      }
      for (path, words) in found {
        around[path, default: []].append(words.sorted().joined(separator: " or "))
      }
    }
    for (path, words) in around {
      own[path] = Set(words).count == 1 ? words[0] : words.joined(separator: ", ")
    }
    return own
  }
}
