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
    title = "A test of \(test.options)"
    kind = "\(TerminalText.safe(plan.outline.experiment)), run \(plan.outline.run)"
    // The colours of the options are theirs.
    var free = (0..<ArmInk.colours).filter { !plan.options.contains($0) }.makeIterator()
    let chances = Self.chances(test, words)
    let curves = chances.map { chance in
      SizeFigure.Curve(
        name: chance.name, ink: ArmInk(arm: chance.arm ?? free.next() ?? 0),
        points: plan.curve.map { (installs: $0.installs, chance: chance.number($0.comparisons).value) })
    }
    let finding = Self.finding(test, words)
    let figure = SizeFigure(
      id: "chances", title: finding, curves: curves, planned: plan.planned,
      description: plan.curve.map { size in
        let parts = chances.map { "\($0.name) \(PlanNumbers.power($0.number(size.comparisons).value))" }
        return "\(PlanNumbers.grouped(size.installs)) installs: \(parts.joined(separator: ", "))."
      }.joined(separator: " "))
    drawings = [
      Drawing(
        figure.figure,
        caption: "\(finding) Chances over the uncertain inputs. Sizes stand at steps of their ratio.")
    ]
  }
}

extension PlanPage {
  /// A chance that is drawn by size.
  private struct Chance {
    var name: String
    /// The position of the option whose colour it has; `nil` for none.
    var arm: Int?
    var number: ([UncertainTest.Chances]) -> MonteCarloNumber
  }

  /// Of two options every verdict; of several that each is shown to be higher, or what the test is for.
  private static func chances(_ test: ModelledTest, _ words: ModelledTestWords) -> [Chance] {
    let plan = test.plan
    guard plan.arms.count == 1 else {
      return plan.options.indices.dropFirst().map { option in
        let isDifference = plan.design.aim == .difference && plan.design.sides == .two
        return Chance(
          name:
            "shows \(isDifference ? "\(words.armLabel(option - 1)) higher" : "its aim of \(words.armLabel(option - 1))")",
          arm: plan.options[option]
        ) { isDifference ? $0[option - 1].armAhead : $0[option - 1].shown }
      }
    }
    var chances: [Chance] = []
    if case .nonInferior(let margin) = plan.design.aim {
      chances.append(
        Chance(name: "shows it not worse by \(PlanNumbers.points(margin))", arm: nil) { $0[0].shown })
    }
    chances.append(
      Chance(name: "shows \(words.armLabel(0)) higher", arm: plan.options[1]) { $0[0].armAhead })
    chances.append(
      Chance(name: "shows \(words.baselineLabel) higher", arm: plan.baseline) { $0[0].baselineAhead })
    if plan.design.looks == nil, plan.design.sides == .two {
      chances.append(Chance(name: "shows a difference below \(words.margin)", arm: nil) { $0[0].equal })
    }
    return chances + [Chance(name: "shows none of these", arm: nil) { $0[0].open }]
  }

  private static func finding(_ test: ModelledTest, _ words: ModelledTestWords) -> String {
    let plan = test.plan
    let answer = plan.answer.comparisons
    let tests = "of tests of \(PlanNumbers.grouped(plan.planned)) installs show"
    if plan.design.aim != .difference || plan.design.sides == .one {
      let most = answer.map(\.shown.value).max() ?? 0
      return
        "\(PlanNumbers.power(most)) \(tests) what they are for\(answer.count == 1 ? "" : ", of one option")."
    }
    guard answer.count > 1 else {
      return
        "\(PlanNumbers.power(answer[0].armAhead.value + answer[0].baselineAhead.value)) \(tests) one option higher."
    }
    let best = answer.indices.max { answer[$0].armAhead.value < answer[$1].armAhead.value } ?? 0
    return "\(PlanNumbers.power(answer[best].armAhead.value)) \(tests) \(words.armLabel(best)) higher than "
      + "\(words.baselineLabel)."
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
    "\(PlanNumbers.grouped(plan.planned)) installs, \(options)"
  }

  /// `b vs a`, `b and c vs a`.
  var options: String {
    let words = ModelledTestWords(self)
    return "\(plan.differences.indices.map(words.armLabel).inProse) vs \(words.baselineLabel)"
  }
}
