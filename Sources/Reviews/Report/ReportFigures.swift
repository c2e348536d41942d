import ExperimentDesign
import Inference
import Rendering
import Studies

/// The figures of one scenario of a run.
struct ReportFigures {
  var run: ReportRun
  /// Position of the scenario.
  var scenario: Int
  var names: ReportIDs
  /// The arms to show.
  var arms: [Int]

  private var outline: RunOutline { run.outline }
  private var found: ScenarioSummary { run.summary.scenarios[scenario] }
  private var objective: Objective { outline.objective }

  private func id(_ name: String) -> String { names.of("\(name)-\(scenario + 1)") }

  private func name(_ arm: Int) -> String { TerminalText.safe(outline.arms[arm].name) }

  /// What the first page shows: how far the others are from the best, and why.
  var first: [(figure: Figure, caption: String)] { [toBest, tradeOff].compactMap { $0 } }

  /// Differences to the best option, titled with what they show.
  private var toBest: (figure: Figure, caption: String)? {
    guard let best = found.verdict?.best else { return intervals }
    let words = EstimateText(unit: objective.unit)
    let rows = arms.filter { $0 != best }.compactMap { arm -> IntervalFigure.Row? in
      guard let estimate = found.arms[arm].behindBest else { return nil }
      return IntervalFigure.Row(
        arm: arm, name: name(arm), estimate: estimate, text: numbers(estimate, words, isSigned: true))
    }
    guard !rows.isEmpty else { return intervals }
    let quantity = objective.heading.joined(separator: " ")
    let unit = objective.isShare ? ", pp" : ""
    let named = "\(quantity) vs \(name(best))\(unit)"
    let crossing = rows.filter { row in row.estimate.parameter90.map { $0.lower < 0 && $0.upper > 0 } ?? true
    }
    let finding =
      crossing.isEmpty
      ? "\(name(best)) is ahead of every other option over the whole 90% range."
      : crossing.count == rows.count
        ? "No option is clearly behind \(name(best))."
        : "\(rows.count - crossing.count) of \(rows.count) options are clearly behind \(name(best))."
    let figure = IntervalFigure(
      id: id("to-best"), title: finding, rows: rows, unit: objective.unit, baseline: name(best),
      axis: FigureText.width(named) <= Figure.width ? named : "\(quantity), difference\(unit)",
      description: rows.map { describe($0, words, isSigned: true) }.joined(separator: " "))
    return (figure.figure, "`\(finding)` Bars: 90% ranges over the uncertain inputs. The mark is the mean.")
  }

  /// What a scenario shows, each with how to read it.
  var front: [(figure: Figure, caption: String)] {
    [intervals, tradeOff, days].compactMap { $0 }
  }

  // MARK: - Intervals

  private var isAlone: Bool { outline.arms.count == 1 }

  /// The differences to the baseline, or the level of a lone arm; `nil` where there is nothing to draw.
  var intervalFigure: IntervalFigure? {
    let words = EstimateText(unit: objective.unit)
    let rows = arms.filter { isAlone || $0 != outline.baseline }.compactMap { arm -> IntervalFigure.Row? in
      let summary = found.arms[arm]
      guard let estimate = isAlone ? summary.objective : summary.objectiveDifference else { return nil }
      return IntervalFigure.Row(
        arm: arm, name: name(arm), estimate: estimate,
        text: numbers(estimate, words, isSigned: !isAlone))
    }
    guard !rows.isEmpty else { return nil }
    let quantity = objective.heading.joined(separator: " ")
    let unit = objective.isShare ? (isAlone ? ", %" : ", points") : ""
    return IntervalFigure(
      id: id("intervals"),
      title: isAlone ? "How sure the level is" : "Differences to \(name(outline.baseline))",
      rows: rows, unit: objective.unit, baseline: isAlone ? nil : name(outline.baseline),
      axis: isAlone ? "\(quantity)\(unit)" : differenceAxis(quantity, unit),
      description: rows.map { describe($0, words, isSigned: !isAlone) }.joined(separator: " "))
  }

  private var intervals: (figure: Figure, caption: String)? {
    guard let figure = intervalFigure else { return nil }
    let size = SupportedDigits.grouped(outline.installs)
    let people = outline.design == .paired ? "\(size) people per arm" : "\(size) people over all arms"
    let thick =
      outline.parametersVary
      ? "Thick: 90% range over the uncertain inputs, which only better evidence narrows. "
      : "No number of the file is uncertain. "
    return (
      figure.figure,
      (isAlone ? "`How sure the level is.` " : "`Differences to \(name(outline.baseline)).` ") + thick
        + "Thin, with ends: where 90 of 100 tests of \(people) would land. The mark is the mean."
    )
  }

  /// `−2.0 (−9.3 to +4.4)`: the mean and its 90% range, else the mean and its Monte Carlo error.
  private func numbers(_ estimate: Estimate, _ words: EstimateText, isSigned: Bool) -> String {
    guard let allowed = estimate.parameter90 else {
      return Phrase.typeset(words.cell(estimate.overTrials, signed: isSigned))
    }
    let mean = words.value(estimate.overTrials, signed: isSigned)
    return Phrase.typeset("\(mean) (\(words.interval(allowed, of: estimate, signed: isSigned)))")
  }

  /// What the differences are of; the baseline is named where the figure has room, and over its zero anyway.
  private func differenceAxis(_ quantity: String, _ unit: String) -> String {
    let named = "\(quantity), less that of \(name(outline.baseline))\(unit)"
    return FigureText.width(named) <= Figure.width ? named : "\(quantity), difference\(unit)"
  }

  private func describe(_ row: IntervalFigure.Row, _ words: EstimateText, isSigned: Bool) -> String {
    let unit = isSigned ? objective.unit.differenceSuffix : objective.unit.suffix
    let mean = words.cell(row.estimate.overTrials, signed: isSigned)
    var text = "\(row.name): \(mean)\(unit)"
    if let allowed = row.estimate.parameter90 {
      text += ", 90% range \(words.interval(allowed, of: row.estimate, signed: isSigned))"
    }
    if let test = row.estimate.test90 {
      text += ", 90% prediction interval \(words.interval(test, of: row.estimate, signed: isSigned))"
    }
    return text + "."
  }

  // MARK: - Trade-off

  private var tradeOff: (figure: Figure, caption: String)? {
    let marks = arms.compactMap { arm -> TradeOffFigure.Mark? in
      guard let prompted = found.arms[arm][.promptedPerInstall]?.estimate,
        let allowing = found.arms[arm][.optInPerPrompted]?.estimate
      else { return nil }
      return TradeOffFigure.Mark(arm: arm, name: name(arm), prompted: prompted, allowing: allowing)
    }
    guard !marks.isEmpty else { return nil }
    let words = EstimateText(unit: .share)

    let figure = TradeOffFigure(
      id: id("trade-off"), title: "How many are asked, and how many of those allow", marks: marks,
      description: marks.map {
        "\($0.name): \(words.level($0.prompted)) of installs are shown the alert, "
          + "\(words.level($0.allowing)) of those allow."
      }.joined(separator: " "))
    return (
      figure.figure,
      "`The higher line wins.` Right: more people are shown the prompt. Up: more of those allow. Dotted lines join "
        + "equal opt-in per install, before changes in Settings. Points are means; ranges are under “Every metric”."
    )
  }

  // MARK: - Days

  var days: (figure: Figure, caption: String)? {
    let words = EstimateText(unit: .share)
    let curves = arms.map { arm in
      let means = run.curves.means[scenario][arm]
      return DayFigure.Curve(
        arm: arm, name: name(arm), means: means.map { $0?.mean },
        allowed: run.curves.parameter90[scenario][arm],
        last: means.last.flatMap { $0 }.map { words.value($0) + "%" } ?? "")
    }.filter { $0.means.contains { $0 != nil } }
    guard !curves.isEmpty else { return nil }
    let figure = DayFigure(
      id: id("days"), title: "Opt-in by day since install", curves: curves,
      description: curves.map { curve in
        let means = run.curves.means[scenario][curve.arm]
        func level(_ day: Int) -> String {
          guard day < means.count, let mean = means[day] else { return "no value" }
          return words.cell(mean) + "%"
        }
        return "\(curve.name): \(level(0)) on day 0, \(level(means.count - 1)) by day \(means.count - 1)."
      }.joined(separator: " "))
    let bands = outline.parametersVary ? " Band: 90% range over the uncertain inputs." : ""
    let others = curves.count > 1 ? " Grey: the other arms." : ""
    return (
      figure.figure,
      "`Opt-in by day since install.` Who has allowed by the end of each day; first answers alone, day 0 is "
        + "the install itself." + bands + others
    )
  }

  // MARK: - Funnels

  /// One per arm.
  var funnels: [(figure: Figure, caption: String)] {
    arms.compactMap { arm in
      let way = run.funnel.scenarios[scenario][arm]
      let words = FunnelWords(funnel: way)
      let stages = words.stages
      guard !stages.isEmpty else { return nil }
      let figure = FunnelFigure(
        id: id("funnel-\(arm + 1)"), title: "Funnel by option: \(name(arm))", arm: arm, stages: stages,
        description: stages.map { stage in
          "\(stage.name): \(stage.number)" + (stage.loss.isEmpty ? "." : " (\(stage.loss)).")
        }.joined(separator: " "))
      return (
        figure.figure,
        "`\(name(arm))`, of all installs; on the right what went since the stage above, in points."
      )
    }
  }
}
