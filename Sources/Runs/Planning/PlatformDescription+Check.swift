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
    for arm in file.experiment.arms {
      for rule in arm.findings {
        let isSeen = findings.contains {
          $0.forbids && $0.arms.contains(arm.name) && $0.rules.contains(rule)
        }
        guard !isSeen else { continue }
        // Nothing else tells what forbids it.
        let pitfall = Pitfall.all.first { $0.rules.contains(rule) }
        var found = Finding(
          pitfall?.tag ?? rule, .error, at: FileLocation(file: path, key: "arms.\(arm.name)"),
          "It breaks \(rule): \(pitfall?.title ?? "").", why: pitfall?.why ?? "", fix: pitfall?.fix ?? "")
        (found.rules, found.arms, found.forbids) = ([rule], [arm.name], true)
        findings.append(found)
      }
    }
  }
}
