import ExperimentDesign
import Inference
import Rendering
import Studies
import TestData

/// What helps where a planned size has less than the power wanted, as next steps.
struct LargerTest {
  /// How a plan is asked for in place of the one that is too small.
  enum Change {
    /// For the size that has the power.
    case size
    /// For another difference at the planned size.
    case difference(Double)
  }

  var design: TestDesign
  /// Of all options, the baseline first, as the plan assumes them.
  var shares: [Double]
  /// Installs of all options together that are planned.
  var planned: Int
  /// Those that have the power; `nil` where the planned ones do.
  var needed: Int?
  /// The power wanted.
  var power: Double
  /// The whole weeks that a number of installs takes; `nil` where installs of a day are not known.
  var weeks: (Int) -> Int?
  /// The command for a change.
  var command: (Change) -> String

  var steps: [ReviewDocument.Step] { [moreInstalls, largerDifference].compactMap { $0 } }

  private var wanted: String { PlanNumbers.percent(power) }

  /// A test that has the power.
  var moreInstalls: ReviewDocument.Step? {
    guard let needed else { return nil }
    var text = "\(PlanNumbers.grouped(needed)) in total have a power of \(wanted)"
    if let first = weeks(planned), let other = weeks(needed), other > first {
      text += ". Enrol for \(PlanNumbers.grouped(other)) weeks in place of \(PlanNumbers.grouped(first))"
    }
    return ReviewDocument.Step(title: "More installs", text: "\(text).", command: command(.size))
  }

  private var largerDifference: ReviewDocument.Step? {
    guard design.aim == .difference, let size = detected else { return nil }
    return ReviewDocument.Step(
      title: "Larger difference",
      text:
        "This size has a power of \(wanted) for \(PlanNumbers.points(abs(size))). Plan for that if a smaller "
        + "difference would not change what you do.", command: command(.difference(size)))
  }

  /// The difference that the planned size detects, rounded up; `nil` without one, and with looks, of which it
  /// takes long to work out.
  private var detected: Double? {
    guard design.looks == nil else { return nil }
    let assumed = shares[1] - shares[0]
    let question = TestQuestion(baseline: shares[0], installs: planned, power: power)
    guard let found = try? TestPlan(question, design: design) else { return nil }
    let size = abs(found.shares[1] - found.shares[0])
    let step = size < 0.01 ? 1e-4 : 1e-3
    // A drop takes another size than a rise does, so a step more may be needed.
    for more in [0.0, 1, 2, 3, 4, 5] {
      let rounded = ((size / step).rounded(.up) + more) * step
      let arm = shares[0] + (assumed < 0 ? -rounded : rounded)
      guard arm > 0, arm < 1, rounded > abs(assumed) else { continue }
      let arms = shares.dropFirst().map { _ in arm }
      let asked = TestQuestion(baseline: shares[0], arms: arms, installs: planned, power: power)
      if let plan = try? TestPlan(asked, design: design), plan.isEnough {
        return assumed < 0 ? -rounded : rounded
      }
    }
    return nil
  }
}

extension PlannedTest {
  /// What helps where the size is not enough; none where it is.
  var largerTest: [ReviewDocument.Step] {
    guard !plan.isEnough, let power = plan.wantedPower else { return [] }
    return LargerTest(
      design: plan.design, shares: plan.shares, planned: plan.answer.total, needed: plan.needed?.total,
      power: power, weeks: { calendar?.resized(to: $0).wholeWeeks }, command: command
    ).steps
  }

  private func command(_ change: LargerTest.Change) -> String {
    var lift = plan.shares[1] - plan.shares[0]
    var size: [String] = []
    if case .difference(let difference) = change {
      lift = difference
      size = ["--planned", "\(plan.answer.total)"]
    }
    var words = ["att-lab", "plan", "--baseline", PlanNumbers.percent(plan.shares[0])]
    if lift != 0 { words += ["--lift", PlanCommand.points(lift)] }
    words += size + ["--power", PlanNumbers.percent(plan.wantedPower ?? 0)] + PlanCommand(plan.design).words
    // An even split says by its number of shares how many options there are.
    if plan.design.comparisons > 1, !words.contains("--allocation") {
      words += ["--allocation", plan.shares.map { _ in "1" }.joined(separator: ",")]
    }
    if let calendar {
      words += ["--installs-per-week", PlanNumbers.plain(7 * calendar.installsPerDay)]
    }
    if let day { words += ["--day", "\(day)"] }
    return words.joined(separator: " ")
  }
}

extension ModelledTest {
  /// What helps where the size has less than the power; none where it has it.
  var largerTest: [ReviewDocument.Step] {
    guard !plan.isSizeFound, plan.answer.power < plan.power else { return [] }
    let larger = LargerTest(
      design: plan.design, shares: [plan.rates[0].value] + plan.differences.map { plan.rates[0].value + $0 },
      planned: plan.planned, needed: plan.wholeNeeded,
      power: plan.power, weeks: { plan.calendar(installs: $0)?.wholeWeeks }, command: command)
    let steps =
      isEnoughForTheChoice ? [larger.moreInstalls.map(Self.ifShown)].compactMap { $0 } : larger.steps
    return steps + (WorthWords(self)?.otherTest.map { [$0] } ?? [])
  }

  /// Whether the planned size is all that the choice needs, so that a larger test is for showing a difference alone.
  var isEnoughForTheChoice: Bool {
    plan.sizing == .value || sizeThatPays.map { $0 <= plan.planned } ?? false
  }

  private static func ifShown(_ step: ReviewDocument.Step) -> ReviewDocument.Step {
    ReviewDocument.Step(
      title: "A larger test", text: "only if a difference has to be shown: \(step.text)",
      command: step.command)
  }

  private func command(_ change: LargerTest.Change) -> String {
    var difference = plan.differences[0]
    var size: [String] = []
    if case .difference(let other) = change {
      difference = other
      size = ["--planned", "\(plan.planned)"]
    }
    let usual = plan.metric.defaultMargin(level: 0)
    var words = ["att-lab", "plan", subject]
    if plan.scenario != plan.outline.scenarios[0].name {
      words += ["--scenario", TerminalText.shellWord(plan.scenario)]
    }
    let names = plan.options.map { plan.outline.arms[$0].name }.joined(separator: ",")
    words += ["--arms", TerminalText.shellWord(names)]
    if plan.design.aim == .difference {
      if abs(abs(difference) - usual) > 1e-12 || isUnexpectedDrop {
        words += ["--lift", PlanCommand.points(isUnexpectedDrop ? difference : abs(difference))]
      }
      if abs(plan.margin - usual) > 1e-12 {
        words += ["--margin", PlanCommand.points(plan.margin)]
      }
    } else if difference != 0 {
      words += ["--lift", PlanCommand.points(difference)]
    }
    words += size + ["--power", PlanNumbers.percent(plan.power)] + PlanCommand(plan.design).words
    if let perDay = plan.installsPerDay,
      perDay != plan.outline.context?.volume.flatMap(\.installsPerDay)
    {
      words += ["--installs-per-week", PlanNumbers.plain(7 * perDay)]
    }
    if plan.metric.definition.measure.day != nil { words += ["--day", "\(plan.day)"] }
    return words.joined(separator: " ")
  }
}
