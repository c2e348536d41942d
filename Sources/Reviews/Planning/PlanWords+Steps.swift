import Rendering
import Studies

/// What to watch out for, and what to do next.
extension PlanWords {
  /// The most cautions on one screen.
  private static let mostCautions = 3

  func cautions(_ detail: Detail) -> [Fact?] {
    let all = plan.cautions.map(text)
    let shown = detail == .full ? all[...] : all.prefix(Self.mostCautions)
    var facts = shown.map { Fact(label: "Take care", text: "\($0)", role: .caution) }
    if shown.count < all.count {
      facts.append(Fact(label: "", text: "\(all.count - shown.count) more: --verbose."))
    }
    return facts
  }

  private func text(_ caution: TestPlan.Caution) -> String {
    switch caution.code {
    case .moreThanTheApp:
      let has = 7 * (caution.installsPerDay ?? 0)
      return "The app has only about \(grouped(Int(has.rounded()))) installs a week (app.installs_per_month)."
    case .testedBefore:
      return "A test of these options by day \(caution.day ?? 0) is in the run's numbers already."
    case .noiseUnknown:
      return "The noise of the trials' installs counts as uncertainty. Simulate the file again."
    case .fewTrials:
      return
        "\(grouped(plan.trials ?? 0)) trials say too little of the uncertain inputs. Simulate with --trials 2000."
    case .splitsReleases:
      return
        "iOS reads the usage string from the release, so releases or languages are split. That takes more installs: add "
        + "--cluster-size and --icc."
    case .noVolume:
      return "For weeks and the size that gains most, add --installs-per-week."
    case .exactInputs:
      let inputs = caution.inputs.map { TerminalText.safe($0) }.inProse
      return "The chances take \(inputs) for exact. Give a range in the file."
    case .otherThanObjective:
      return
        "Of tests that show one option higher, the other is better by the objective in "
        + "\(PlanNumbers.smallChance(caution.share ?? 0))."
    }
  }

  // MARK: - Commands

  var steps: [ReviewDocument.Step] {
    let command = plan.analyze.map(TerminalText.shellWord).joined(separator: " ")
    var steps = [ReviewDocument.Step(title: "Run the test", text: "\(rows)", command: command)]
    if let better = plan.worth?.better, !plan.plan.isEmpty {
      let own = better.bestSize ?? better.own
      let gain =
        plan.worth?.future == nil
        ? "\(perInstall(better.own.evsi, error: better.own.evsiMcse)) per install"
        : "\(amount(own.netBenefit)) \(unit) net at its best size"
      let arms = better.options.joined(separator: ",")
      steps.append(
        ReviewDocument.Step(
          title: "Other options",
          text:
            "\(better.options.dropFirst().map(name).inProse) vs \(name(better.options[0])) is worth more: \(gain).",
          command: (plan.plan + ["--arms", arms]).map(TerminalText.shellWord).joined(separator: " ")))
    }
    return steps
  }

  /// What the file of the test has.
  private var rows: String {
    var text =
      "Write a row per install\(plan.question.clusters == nil ? "" : ", with its release or language,") to rows.csv."
    switch plan.question.plannedLooks {
    case .some(let looks):
      text += " DATE is the day of the look" + (looks.anyTime ? "." : ", DATES the looks before it.")
    case nil:
      if plan.question.day == nil {
        text =
          "Write arm, \(plan.question.clusters == nil ? "" : "release, ")installs and allowed to counts.csv, a row for each."
      } else {
        text += " DATE is the day of the reading."
      }
    }
    if plan.mode == .formula { text += " \(baseline) is the baseline." }
    return text
  }
}
