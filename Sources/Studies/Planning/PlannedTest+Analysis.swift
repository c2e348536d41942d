import Inference

extension PlannedTest {
  /// The words of the command that analyses it, by the decision rule that the plan is for.
  func analysis(_ guardrails: [TestPlan.Guardrail]) -> [String] {
    let options = subject.names
    var words = ["att-lab", "analyze"]
    // Looks are at installs of one age.
    if let age = subject.day.map({ "\($0)" }) ?? design.looks.map({ _ in "DAY" }) {
      words += ["rows.csv", "--as-of", "DATE", "--day", age]
    } else {
      words.append("counts.csv")
    }
    words += ["--baseline", options[0]]
    if design.level != .ninetyFive { words += ["--confidence", plain(design.level.value)] }
    if let looks = design.looks {
      words += ["--planned", "\(planned)"]
      words += looks.anyTime ? ["--peek"] : ["--looks", "DATES"]
    }
    if let margin = design.nonInferior { words += ["--non-inferior", percentagePoints(margin)] }
    if let margin = rehearsal?.margin, let usual = subject.model?.metric.defaultMargin(level: 0),
      abs(margin - usual) > 1e-12
    {
      words += ["--margin", percentagePoints(margin)]
    }
    if !design.isSplitEvenly {
      words += [
        "--allocation",
        zip(options, split(design.allocation)).map { "\($0)=\($1)" }.joined(separator: ","),
      ]
    }
    let guardrail = guardrails.first { $0.column != nil && $0.margin != nil }
    if let column = guardrail?.column, let margin = guardrail?.margin {
      words += ["--guardrail", "\(column)=\(plain(twoDigitsDown(margin)))"]
    }
    return words
  }
}

/// A number as somebody would type it: `0.005`, `2`.
private func plain(_ value: Double) -> String {
  let value = (value * 1e9).rounded() / 1e9
  return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
}

/// `0.5pp`.
private func percentagePoints(_ difference: Double) -> String { plain(100 * difference) + "pp" }

/// A margin rounded down to two digits, so that it allows no more than it did.
private func twoDigitsDown(_ value: Double) -> Double {
  guard value > 1e-9 else { return 0 }
  var unit = 1.0
  while value / unit >= 100 { unit *= 10 }
  while value / unit < 10 { unit /= 10 }
  return (value / unit).rounded(.down) * unit
}

/// Parts of a split in the least whole numbers, as people give them: `2`, `1`.
///
/// A split that no small numbers have is that of the first, with four decimals.
private func split(_ shares: [Double]) -> [String] {
  let relative = shares.map { $0 / shares[0] }
  for whole in 1...20 {
    let parts = relative.map { $0 * Double(whole) }
    if parts.allSatisfy({ $0 > 0.5 && abs($0 - $0.rounded()) < 1e-9 * $0 }) {
      return parts.map { plain($0.rounded()) }
    }
  }
  return relative.map { plain(($0 * 1e4).rounded() / 1e4) }
}
