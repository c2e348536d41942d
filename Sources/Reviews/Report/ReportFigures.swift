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
  var ranges: Drawing? {
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
          ? summary.objective : isBehindBest ? summary.behindBest : summary.objectiveDifference
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
      id: id("ranges"), title: title ?? "How sure the level is", rows: rows, unit: objective.unit,
      baseline: reference.map { name($0) },
      axis: FigureText.width(axis) <= Figure.width ? axis : "\(objective.title), difference\(suffix)",
      description: rows.map { describe($0, unit, look) }.joined(separator: " "),
      // What makes no difference in practice does not fill the axis.
      reach: isAlone ? nil : -words.margin...words.margin)
    let some = rows.count < others.count ? "The figure shows \(rows.count) of these \(others.count). " : ""
    let thick = hasRanges ? "Thick: 90% range over the uncertain inputs. " : ""
    return Drawing(
      figure.figure,
      caption:
        "\(some)Axis: \(figure.axis). \(thick)Thin, with ends: where 90 of 100 tests of \(outline.testSize) would land. The mark is the mean."
    )
  }

  private func describe(_ row: IntervalFigure.Row, _ unit: Unit, _ look: Quantity.Look) -> Phrase {
    let number = Quantity(row.estimate, unit)
    let range: Phrase? = number.range.map { _ in ", 90% range \(number.ends(look))" }
    let tests: Phrase? = Quantity(testsOf: row.estimate, unit).map {
      ", 90% prediction interval \($0.ends(look))"
    }
    return "\(row.name): \(number.full(look.subtracting(.bare)))\(range)\(tests)."
  }

  // MARK: - Trade-off

  /// Why one option has more opt-ins than another.
  var tradeOff: Drawing? {
    let marks = arms.compactMap { arm -> TradeOffFigure.Mark? in
      guard let prompted = found.arms[arm][.promptedPerInstall]?.estimate,
        let allowing = found.arms[arm][.optInPerPrompted]?.estimate
      else { return nil }
      return TradeOffFigure.Mark(arm: arm, name: name(arm), prompted: prompted, allowing: allowing)
    }
    guard !marks.isEmpty else { return nil }
    let figure = TradeOffFigure(
      id: id("trade-off"), title: "How many are asked, and how many of those allow", marks: marks,
      description: marks.map { mark -> Phrase in
        "\(mark.name): \(Quantity(mark.prompted, .share).full()) of installs are shown the alert, \(Quantity(mark.allowing, .share).full()) of those allow."
      }.joined(separator: " "))
    return Drawing(
      figure.figure,
      caption:
        "On a dotted line opt-in per install is the same, before changes in Settings. Further up and to the right is better."
    )
  }

  // MARK: - Days

  var days: Drawing? {
    let curves = arms.map { arm in
      let means = run.curves.means[scenario][arm]
      return DayFigure.Curve(
        arm: arm, name: name(arm), means: means.map { $0?.mean },
        allowed: run.curves.uncertaintyInterval90[scenario][arm],
        last: means.last.flatMap { $0 }.map { Quantity($0, .share).mean() } ?? "")
    }.filter { $0.means.contains { $0 != nil } }
    guard !curves.isEmpty else { return nil }
    let figure = DayFigure(
      id: id("days"), title: daysFinding, curves: curves,
      description: curves.map { curve -> Phrase in
        let means = run.curves.means[scenario][curve.arm]
        func level(_ mean: MonteCarloMean??) -> Phrase {
          (mean ?? nil).map { Quantity($0, .share).full() } ?? "no value"
        }
        return
          "\(curve.name): \(level(means.first)) on day 0, \(level(means.last)) by day \(means.count - 1)."
      }.joined(separator: " "))
    let bands = outline.parametersVary ? " Band: 90% range over the uncertain inputs." : ""
    let others = curves.count > 1 ? " Grey: the other options." : ""
    return Drawing(
      figure.figure,
      caption:
        "Who has allowed by the end of each day; first answers alone, day 0 is the install itself.\(bands)\(others)"
    )
  }

  /// How much of what a best option ends with comes on the day of the install.
  private var daysFinding: Phrase {
    let means = run.curves.means[scenario][found.verdict?.best ?? arms.first ?? 0]
    guard let last = means.last.flatMap({ $0 })?.mean, last > 0, let first = means.first.flatMap({ $0 })?.mean
    else { return "Opt-in by day since install" }
    let share = Quantity(first / last, .points).brief(.bare, decimals: 0)
    return
      "\(share)% of the opt-ins of \(name(found.verdict?.best ?? arms.first ?? 0)) come on the day of the install"
  }
}
