import ExperimentDesign
import ExperimentFiles
import PlatformChecks
import RuleBook

/// What `check` sees in the arms of an experiment, one line per arm, for `simulate` to tell beside its
/// answer; arms in which there is nothing but notes have no line.
func platformRemarks(_ file: ExperimentFile, path: String) -> [String] {
  let report = CheckReport(experiment: ExperimentSubject(file, path: path))
  let seen = report.findings.filter { $0.waived == nil && $0.severity != .note }
  let lines: [String] = file.experiment.arms.compactMap { arm in
    let own = seen.filter { $0.arms.contains(arm.name) }.map {
      "\($0.severity.rawValue) \($0.pitfall.tag) (\($0.rules.joined(separator: ", ")))"
    }
    return own.isEmpty ? nil : "\(arm.name): \(own.joined(separator: ", "))"
  }
  return lines.isEmpty ? [] : lines + ["What that means: att-lab check \(shellWord(path))"]
}
