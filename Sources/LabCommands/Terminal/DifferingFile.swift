import ExperimentDesign
import Rendering
import ResultStore
import Studies

/// In what a file differs from the one that its stored run is shown by, where the two mean the same experiment.
struct DifferingFile {
  /// The run.
  var run: RunRecord.ID
  /// What the run is shown by.
  var own: AnswerContext
  /// What the file at hand says.
  var plan: AnswerContext
  /// Whether the run is shown by the file at hand from now on.
  var isKept: Bool

  /// A line for each section that differs; none where only comments do.
  var lines: [String] {
    var lines: [String] = []
    if own.volume != plan.volume {
      lines.append(line("app", Self.text(own.volume), Self.text(plan.volume)))
    }
    if own.guardrails != plan.guardrails {
      lines.append(line("guardrails", Self.text(own.guardrails), Self.text(plan.guardrails)))
    }
    if own.testInstalls != plan.testInstalls {
      lines.append(line("test.installs_per_arm", Self.text(own.testInstalls), Self.text(plan.testInstalls)))
    }
    return lines
  }

  private func line(_ key: String, _ before: String, _ now: String) -> String {
    isKept
      ? "Run \(run) has \(key): \(now) from now on, as this file says (before: \(before))."
      : "This plan is by the file's \(key): \(now). Run \(run) keeps its own (\(before)); simulate the file to change that."
  }

  private static func text(_ volume: AppVolume?) -> String {
    guard let volume else { return "none" }
    var members = ["installs_per_month: \(SupportedDigits.exact(volume.installsPerMonth))"]
    if let value = volume.valuePerOptIn {
      members += ["value_per_opt_in: \(SupportedDigits.exact(value))", "currency: \(volume.currency)"]
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func text(_ guardrails: [GuardrailLimit]) -> String {
    guard !guardrails.isEmpty else { return "none" }
    let members = guardrails.map { "\($0.metric.rawValue): \(SupportedDigits.exact($0.limit))" }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func text(_ installs: Int?) -> String { installs.map { "\($0)" } ?? "none" }
}
