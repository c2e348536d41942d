import ExperimentDesign
import Inference
import Rendering
import Studies

extension TestPlan {
  /// The words of the command that analyses the test, by the decision rule that the plan is for.
  ///
  /// DATE stands for the day when the last install is old enough.
  var analyze: [String] {
    var words = ["att-lab", "analyze"]
    // Looks are at installs of one age.
    if let age = question.day.map({ "\($0)" }) ?? question.looks.map({ _ in "DAY" }) {
      words += ["rows.csv", "--as-of", "DATE", "--day", age]
    } else {
      words.append("counts.csv")
    }
    words += ["--baseline", options[0].option]
    if question.confidence != ConfidenceLevel.ninetyFive.value {
      words += ["--confidence", SupportedDigits.exact(question.confidence)]
    }
    if let looks = question.looks {
      words += ["--planned", "\(answer.planned)"] + (looks.anyTime ? ["--peek"] : ["--looks", "DATES"])
    }
    if let margin = question.nonInferior { words += ["--non-inferior", points(margin)] }
    if let margin = question.margin, let usual = metric?.defaultMargin(level: 0),
      abs(margin - usual) > 1e-12
    {
      words += ["--margin", points(margin)]
    }
    if installsPerOption == nil {
      words += ["--allocation", zip(options, parts).map { "\($0.option)=\($1)" }.joined(separator: ",")]
    }
    let guardrail = guardrails.first { $0.reading.metric.testColumn != nil && $0.margin != nil }
    if let column = guardrail?.reading.metric.testColumn, let margin = guardrail?.margin {
      words += ["--guardrail", "\(column)=\(SupportedDigits.exact(twoDigitsDown(margin)))"]
    }
    return words
  }

  /// The split in the least whole numbers, as people give it: `2`, `1`.
  ///
  /// One that no small numbers have is that of the first, with four decimals.
  private var parts: [String] {
    let relative = options.map { $0.allocation / options[0].allocation }
    for whole in 1...20 {
      let parts = relative.map { $0 * Double(whole) }
      if parts.allSatisfy({ $0 > 0.5 && abs($0 - $0.rounded()) < 1e-7 * $0 }) {
        return parts.map { SupportedDigits.exact($0.rounded()) }
      }
    }
    return relative.map { SupportedDigits.exact(($0 * 1e4).rounded() / 1e4) }
  }
}

extension Metric {
  /// The column of a real test's data that `analyze` reads it by; `nil` where it reads none.
  var testColumn: String? { self == .valuePerInstall ? "value" : nil }

  /// Whether it is what `analyze` counts as allowed: opt-in per install, or until a day.
  var isOptIn: Bool { self == .optInPerInstall || Self.optInByDay.contains(self) }
}

/// `0.5pp`.
private func points(_ difference: Double) -> String { SupportedDigits.exact(100 * difference) + "pp" }

/// A margin rounded down to two digits, so that it allows no more than it did.
private func twoDigitsDown(_ value: Double) -> Double {
  guard value > 1e-9 else { return 0 }
  var unit = 1.0
  while value / unit >= 100 { unit *= 10 }
  while value / unit < 10 { unit /= 10 }
  // What is a whole number but for rounding stays that number.
  return (value / unit * (1 + 1e-9)).rounded(.down) * unit
}
