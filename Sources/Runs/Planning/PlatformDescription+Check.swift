public import ExperimentDesign
public import ExperimentFiles
import PlatformChecks
import RuleBook

extension PlatformDescription {
  /// What `check` sees in an experiment.
  ///
  /// Which arms Apple's rules forbid is settled as the file is read (`Arm.findings`); of what `check`
  /// sees, that which breaks the same rule in such an arm is why, so that the two cannot disagree. What
  /// forbids an arm and `check` does not see is added.
  public init(_ file: ExperimentFile, path: String) {
    self.init(ExperimentSubject(file, path: path))
    for (position, arm) in file.experiment.arms.enumerated() {
      for broken in arm.findings {
        let isSeen = findings.contains {
          $0.forbids && $0.arms.contains(position) && $0.rules.contains(broken.rule)
        }
        if !isSeen {
          findings.append(
            Finding(
              broken, arm: position, location: FileLocation(file: path, key: "arms.\(arm.name)")))
        }
      }
    }
  }
}

extension Finding {
  /// What forbids an arm, where nothing else tells it.
  fileprivate init(_ broken: BrokenRule, arm: Int, location: FileLocation) {
    let pitfall = Pitfall.all.first { $0.rules.contains(broken.rule) }
    self.init(
      pitfall: pitfall?.tag ?? broken.rule, rules: [broken.rule], severity: .error, forbids: true,
      location: location, arms: [arm], seen: broken.reason, why: pitfall?.why ?? "", fix: pitfall?.fix ?? "")
  }
}
