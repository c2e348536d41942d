import ExperimentDesign
import Inference
import Rendering
import Studies

/// The figures of one scenario of a run.
struct ReportFigures {
  var run: ReportRun
  /// Position of the scenario.
  var scenario: Int
  /// The arms to show.
  var arms: [Int]

  private var outline: RunOutline { run.outline }
  private var found: ScenarioSummary { run.summary.scenarios[scenario] }
  private var objective: Objective { outline.objective }

  private func id(_ name: String) -> String { "\(name)-\(scenario + 1)" }

  private func name(_ arm: Int) -> String { TerminalText.safe(outline.arms[arm].name) }

  private var isAlone: Bool { outline.arms.count == 1 }

  /// How far the options are from the best, or from the baseline where none is; the level of a lone option.
  ///
  /// `nil` where there is nothing to draw.
  var ranges: Figure? {
    let best = found.verdict?.best
    let reference = isAlone ? nil : best ?? outline.baseline
    let unit = isAlone ? objective.unit : objective.unit.difference
    let look: Quantity.Look = isAlone ? .bare : [.signed, .bare]
    let words = run.page.words(run.page.answer.scenarios[scenario])
    let others = outline.arms.indices.filter { $0 != reference }.compactMap { arm -> IntervalFigure.Row? in
      let summary = found.arms[arm]
      let isBehindBest = best != nil && !isAlone
      guard
        let estimate = isAlone
          ? summary.objective : isBehindBest ? summary.vsBest : summary.differenceToBaseline
      else { return nil }
      let number = Quantity(estimate, unit)
      let brief = number.brief(look, negligible: words.negligible)
      let inFull: Phrase =
        number.range == nil ? number.full(look) : "\(number.mean(look)) (\(number.ends(look)))"
      return IntervalFigure.Row(
        arm: arm, name: name(arm), estimate: estimate,
        text: (isBehindBest ? number.briefRange(.bare) : nil).map { "\(brief) (\($0))" } ?? inFull)
    }
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    let rows = others.filter { arms.contains($0.arm) }
      .sorted { sign * $0.estimate.overTrials.mean > sign * $1.estimate.overTrials.mean }
    guard !rows.isEmpty else { return nil }
    let hasRanges = rows.contains { $0.estimate.uncertaintyInterval90 != nil }
    let suffix = objective.isShare ? (isAlone ? ", %" : ", pp") : ""
    let axis = objective.title + (reference.map { " vs \(name($0))" } ?? "") + suffix
    let title: Phrase? = reference.map { "How far the options are from \(name($0))" }
    let figure = IntervalFigure(
      rows: rows, unit: objective.unit, baseline: reference.map { name($0) },
      axis: FigureText.width(axis) <= Figure.width ? axis : "\(objective.title), difference\(suffix)",
      // What makes no difference in practice does not fill the axis.
      reach: isAlone ? nil : -words.margin...words.margin)
    let some = rows.count < others.count ? "The figure shows \(rows.count) of these \(others.count). " : ""
    let bars = hasRanges ? "The bar is the 90% range over the uncertain inputs, the" : "The"
    return Figure(
      id: id("ranges"), title: title ?? "How sure the level is",
      caption:
        "\(some)Axis: \(figure.axis). \(bars) mark is the mean.",
      description: rows.map { describe($0, unit, look) }.joined(separator: " "), drawing: figure.drawing)
  }

  private func describe(_ row: IntervalFigure.Row, _ unit: Unit, _ look: Quantity.Look) -> Phrase {
    let number = Quantity(row.estimate, unit)
    let range: Phrase? = number.range.map { _ in ", 90% range \(number.ends(look))" }
    return "\(row.name): \(number.full(look.subtracting(.bare)))\(range)."
  }

  // MARK: - Trade-off

  /// Why one option has more opt-ins than another.
  var tradeOff: Figure? {
    let marks = arms.compactMap { arm -> TradeOffFigure.Mark? in
      guard let prompted = found.arms[arm][.promptedPerInstall]?.estimate,
        let allowing = found.arms[arm][.optInPerPrompted]?.estimate
      else { return nil }
      return TradeOffFigure.Mark(arm: arm, name: name(arm), prompted: prompted, allowing: allowing)
    }
    guard !marks.isEmpty else { return nil }
    return Figure(
      id: id("trade-off"), title: "How many are asked, and how many of those allow",
      caption:
        "On a dotted line opt-in per install is the same, before changes in Settings. Further up and to the right is better.",
      description: marks.map { mark -> Phrase in
        "\(mark.name): \(Quantity(mark.prompted, .share).full()) of installs are shown the alert, \(Quantity(mark.allowing, .share).full()) of those allow."
      }.joined(separator: " "), drawing: TradeOffFigure(marks: marks).drawing)
  }

  // MARK: - Days

  private func means(_ arm: Int) -> [MonteCarloMean?] {
    run.curves[scenario][arm].map { $0.estimate?.overTrials }
  }

  var days: Figure? {
    let curves = arms.map { arm in
      let means = means(arm)
      return DayFigure.Curve(
        arm: arm, name: name(arm), means: means.map { $0?.mean },
        allowed: run.curves[scenario][arm].map { $0.estimate?.uncertaintyInterval90 },
        last: means.last.flatMap { $0 }.map { Quantity($0, .share).mean() } ?? "")
    }.filter { $0.means.contains { $0 != nil } }
    guard !curves.isEmpty else { return nil }
    let bands = outline.parametersVary ? " Band: 90% range over the uncertain inputs." : ""
    let others = curves.count > 1 ? " Grey: the other options." : ""
    func level(_ mean: MonteCarloMean??) -> Phrase {
      (mean ?? nil).map { Quantity($0, .share).full() } ?? "no value"
    }
    return Figure(
      id: id("days"), title: daysFinding,
      caption:
        "Who has allowed by the end of each day; first answers alone, day 0 is the install itself.\(bands)\(others)",
      description: curves.map { curve -> Phrase in
        let means = means(curve.arm)
        return
          "\(curve.name): \(level(means.first)) on day 0, \(level(means.last)) by day \(means.count - 1)."
      }.joined(separator: " "), drawing: DayFigure(curves: curves).drawing)
  }

  /// How much of what a best option ends with comes on the day of the install.
  private var daysFinding: Phrase {
    let means = means(found.verdict?.best ?? arms.first ?? 0)
    guard let last = means.last.flatMap({ $0 })?.mean, last > 0, let first = means.first.flatMap({ $0 })?.mean
    else { return "Opt-in by day since install" }
    let share = Quantity(first / last, .points).brief(.bare, decimals: 0)
    return
      "\(share)% of the opt-ins of \(name(found.verdict?.best ?? arms.first ?? 0)) come on the day of the install"
  }
}
