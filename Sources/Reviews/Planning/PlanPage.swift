import ExperimentDesign
import Inference
import Rendering
import Studies

/// What a page of a plan, a search or a calibration shows beside its text.
struct PlanPage {
  var title: String
  /// What it is of.
  var kind: String
  var drawings: [Drawing]
}

extension PlanPage {
  /// Of a plan from rates: the power by size.
  init(_ test: PlannedTest) {
    title = "A test to \(PlanWords(test).shown)"
    kind = "plan from rates"
    let points = test.powerCurve.map { (installs: $0.total, chance: $0.power) }
    let planned = test.plan.answer.total
    let power = PlanNumbers.power(points.first { $0.installs == planned }?.chance ?? test.plan.answer.power)
    let finding = "\(PlanNumbers.grouped(planned)) installs have a power of \(power)."
    guard points.count > 1 else {
      drawings = []
      return
    }
    let figure = SizeFigure(
      id: "power", title: finding,
      curves: [SizeFigure.Curve(name: "power", ink: ArmInk(arm: 0), points: points)], planned: planned,
      description: points.map {
        "\(PlanNumbers.grouped($0.installs)) installs: \(PlanNumbers.power($0.chance))."
      }.joined(separator: " "))
    drawings = [
      Drawing(
        figure.figure,
        caption:
          "\(finding) The power of tests of other sizes, by the formula. Sizes stand at steps of their ratio."
      )
    ]
  }

  /// Of a plan by the experiment's own model: what tests of a size show.
  init(_ test: ModelledTest) {
    let plan = test.plan
    let words = ModelledTestWords(test)
    title = "A test of \(words.labels.arm) vs \(words.labels.baseline)"
    kind = "\(TerminalText.safe(plan.outline.experiment)), run \(plan.outline.run)"
    func curve(
      _ name: String, _ ink: Int, _ chance: (UncertainTest.Chances) -> MonteCarloNumber
    ) -> SizeFigure.Curve {
      SizeFigure.Curve(
        name: name, ink: ArmInk(arm: ink),
        points: plan.curve.map { (installs: $0.installs, chance: chance($0.chances).value) })
    }
    var curves = [
      curve("shows \(words.labels.arm) higher", plan.pair.arm) { $0.armAhead },
      curve("shows \(words.labels.baseline) higher", plan.pair.baseline) { $0.baselineAhead },
    ]
    // The colours of the two options are theirs.
    var free = (0..<ArmInk.colours).filter { ![plan.pair.arm, plan.pair.baseline].contains($0) }
      .makeIterator()
    if plan.design.looks == nil {
      curves.append(curve("shows a difference below \(words.margin)", free.next() ?? 0) { $0.equal })
    }
    curves.append(curve("shows none of these", free.next() ?? 0) { $0.open })
    let answer = plan.answer.chances
    let shown = PlanNumbers.power(answer.armAhead.value + answer.baselineAhead.value)
    let finding =
      "\(shown) of tests of \(PlanNumbers.grouped(plan.planned)) installs show one option higher."
    let figure = SizeFigure(
      id: "chances", title: finding, curves: curves, planned: plan.planned,
      description: plan.curve.map { size in
        let chances = size.chances
        return "\(PlanNumbers.grouped(size.installs)) installs: \(words.labels.arm) higher "
          + "\(PlanNumbers.power(chances.armAhead.value)), \(words.labels.baseline) higher "
          + "\(PlanNumbers.power(chances.baselineAhead.value)), none of these "
          + "\(PlanNumbers.power(chances.open.value))."
      }.joined(separator: " "))
    drawings = [
      Drawing(
        figure.figure,
        caption: "\(finding) Chances over the uncertain inputs. Sizes stand at steps of their ratio.")
    ]
  }
}

extension PlannedTest {
  /// What came out, in a few words.
  var result: String {
    let size = "\(PlanNumbers.grouped(plan.answer.total)) installs"
    let difference = plan.shares.count > 1 ? plan.shares[1] - plan.shares[0] : 0
    let power = PlanNumbers.power(plan.answer.power)
    guard case .difference = plan.design.aim else { return "\(size), power \(power)" }
    let decimals = min(2, PlanNumbers.decimals(of: difference))
    let points = SupportedDigits.trimmed(
      SupportedDigits.text(100 * difference, decimals: decimals, signed: true))
    return "\(size), power \(power) for \(points) pp"
  }
}

extension ModelledTest {
  /// What came out, in a few words.
  var result: String {
    let words = ModelledTestWords(self)
    return
      "\(PlanNumbers.grouped(plan.planned)) installs, \(words.labels.arm) vs \(words.labels.baseline)"
  }
}
