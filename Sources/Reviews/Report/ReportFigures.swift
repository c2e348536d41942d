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

  /// How far the others are from the best, titled with what that shows; for the width of a page too.
  var toBest: Drawing? {
    guard let best = found.verdict?.best else { return intervals }
    let words = EstimateText(unit: objective.unit)
    let answer = AnswerScenario(summary: run.summary, scenario: found, file: nil, again: nil)
    let others = outline.arms.indices.filter { $0 != best }.compactMap { arm -> IntervalFigure.Row? in
      guard let estimate = found.arms[arm].behindBest else { return nil }
      let text = answer.numbers.differenceAndRange(estimate) ?? numbers(estimate, words, isSigned: true)
      return IntervalFigure.Row(arm: arm, name: name(arm), estimate: estimate, text: Phrase.typeset(text))
    }
    let rows = others.filter { arms.contains($0.arm) }
    guard !rows.isEmpty else { return intervals }
    let sign = objective.lessIsBetter ? -1.0 : 1.0
    let ranked = rows.sorted { sign * $0.estimate.overTrials.mean > sign * $1.estimate.overTrials.mean }
    let quantity = objective.heading.joined(separator: " ")
    let unit = objective.isShare ? ", pp" : ""
    let named = "\(quantity) vs \(name(best))\(unit)"
    let margin = answer.numbers.margin
    let areEqual = others.allSatisfy { row in
      row.estimate.uncertaintyInterval90.map { max(-$0.lower, $0.upper) <= margin } ?? false
    }
    let finding =
      areEqual
      ? "Every option is within \(answer.margin) of \(name(best))."
      : finding(
        others, behind(name(best), hasRanges: others.contains { $0.estimate.uncertaintyInterval90 != nil }),
        margin: margin)
    var figure = IntervalFigure(
      id: id("to-best"), title: finding, rows: ranked, unit: objective.unit, baseline: name(best),
      axis: FigureText.width(named) <= Figure.width ? named : "\(quantity), difference\(unit)",
      description: rows.map { describe($0, words, isSigned: true) }.joined(separator: " "))
    // What makes no difference in practice does not fill the axis.
    figure.reach = -margin...margin
    let bars =
      rows.contains { $0.estimate.uncertaintyInterval90 != nil }
      ? "Bars: 90% ranges over the uncertain inputs. The mark is the mean." : "The mark is the mean."
    return Drawing(
      figure.figure, wide: figure.wide,
      caption: "\(Phrase.name(finding))\(drawn(rows.count, of: others.count)) Axis: \(figure.axis). \(bars)")
  }

  /// What is said of an option that is behind, in the words of the bars that show it: a chance of 0.2% is no whole range.
  private func behind(_ best: String, hasRanges: Bool) -> Predicate {
    hasRanges
      ? Predicate(
        none: "is surely behind \(best)", singular: "is behind \(best) over its whole 90% range",
        plural: "are behind \(best) over their whole 90% range")
      : Predicate(
        none: "is clearly behind \(best)", singular: "is clearly behind \(best)",
        plural: "are clearly behind \(best)")
  }

  /// What a title says of no option, of one, and of several.
  private struct Predicate {
    var none: String
    var singular: String
    var plural: String
  }

  /// That the figure has some of the options alone; empty where it has all.
  private func drawn(_ rows: Int, of all: Int) -> String {
    rows < all ? " The figure shows \(rows) of these \(all)." : ""
  }

  /// How many of the rows are surely on one side of zero, as a sentence; those within the margin do not count.
  private func finding(
    _ rows: [IntervalFigure.Row], _ predicate: Predicate, margin: Double = 0
  ) -> String {
    let clear = rows.count { row in
      let mean = row.estimate.overTrials
      guard let range = row.estimate.uncertaintyInterval90 else {
        return !outline.parametersVary && abs(mean.mean) > max(margin, 2 * (mean.mcse ?? .infinity))
      }
      return (range.lower > 0 || range.upper < 0) && max(-range.lower, range.upper) > margin
    }
    if clear == 0 { return "No option \(predicate.none)." }
    if clear < rows.count {
      return "\(clear) of \(rows.count) options \(clear == 1 ? predicate.singular : predicate.plural)."
    }
    return rows.count == 1
      ? "\(rows[0].name) \(predicate.singular)." : "Every other option \(predicate.singular)."
  }

  /// What a scenario shows, each with how to read it.
  var front: [Drawing] {
    [intervals, tradeOff, days].compactMap { $0 }
  }

  // MARK: - Intervals

  private var isAlone: Bool { outline.arms.count == 1 }

  /// The differences to the baseline, or the level of a lone arm; `nil` where there is nothing to draw.
  var intervalFigure: IntervalFigure? {
    let words = EstimateText(unit: objective.unit)
    let others = outline.arms.indices.filter { isAlone || $0 != outline.baseline }.compactMap {
      arm -> IntervalFigure.Row? in
      let summary = found.arms[arm]
      guard let estimate = isAlone ? summary.objective : summary.objectiveDifference else { return nil }
      return IntervalFigure.Row(
        arm: arm, name: name(arm), estimate: estimate,
        text: numbers(estimate, words, isSigned: !isAlone))
    }
    let rows = others.filter { arms.contains($0.arm) }
    guard !rows.isEmpty else { return nil }
    let quantity = objective.heading.joined(separator: " ")
    let unit = objective.isShare ? (isAlone ? ", %" : ", points") : ""
    return IntervalFigure(
      id: id("intervals"),
      title: isAlone
        ? "How sure the level is"
        : finding(
          others,
          Predicate(
            none: "differs clearly from \(name(outline.baseline))",
            singular: "differs clearly from \(name(outline.baseline))",
            plural: "differ clearly from \(name(outline.baseline))")),
      rows: rows, unit: objective.unit, baseline: isAlone ? nil : name(outline.baseline),
      axis: isAlone ? "\(quantity)\(unit)" : differenceAxis(quantity, unit),
      description: rows.map { describe($0, words, isSigned: !isAlone) }.joined(separator: " "))
  }

  private func shown(_ figure: IntervalFigure) -> String {
    isAlone ? "" : drawn(figure.rows.count, of: max(figure.rows.count, outline.arms.count - 1))
  }

  private var intervals: Drawing? {
    guard let figure = intervalFigure else { return nil }
    let thick =
      outline.parametersVary
      ? "Thick: 90% range over the uncertain inputs, which only better evidence narrows. "
      : "No input is uncertain. "
    return Drawing(
      figure.figure, wide: figure.wide,
      caption: "\(Phrase.name(figure.title + (isAlone ? "." : "")))\(shown(figure)) Axis: \(figure.axis). "
        + thick
        + "Thin, with ends: where 90 of 100 tests of \(outline.testSize) would land. The mark is the mean.")
  }

  /// `−2.0 (−9.3 to +4.4)`: the mean and its 90% range, else the mean and its Monte Carlo error.
  private func numbers(_ estimate: Estimate, _ words: EstimateText, isSigned: Bool) -> String {
    guard let allowed = estimate.uncertaintyInterval90 else {
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
    if let allowed = row.estimate.uncertaintyInterval90 {
      text += ", 90% range \(words.interval(allowed, of: row.estimate, signed: isSigned))"
    }
    if let test = row.estimate.predictionInterval90 {
      text += ", 90% prediction interval \(words.interval(test, of: row.estimate, signed: isSigned))"
    }
    return text + "."
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
    let words = EstimateText(unit: .share)

    let finding = tradeOffFinding(marks)
    let figure = TradeOffFigure(
      id: id("trade-off"), title: finding, marks: merged(marks),
      description: marks.map {
        "\($0.name): \(words.level($0.prompted)) of installs are shown the alert, "
          + "\(words.level($0.allowing)) of those allow."
      }.joined(separator: " "))
    return Drawing(
      figure.figure,
      caption:
        "\(Phrase.name(finding)) On a dotted line opt-in per install is the same, before changes in Settings. Further up "
        + "and to the right is better.")
  }

  /// The marks with those that lie on one another made one, so that their names can be read.
  private func merged(_ marks: [TradeOffFigure.Mark]) -> [TradeOffFigure.Mark] {
    var places: [(mark: TradeOffFigure.Mark, others: [String])] = []
    for mark in marks {
      let found = places.firstIndex { place in
        abs(place.mark.prompted.overTrials.mean - mark.prompted.overTrials.mean) < 0.001
          && abs(place.mark.allowing.overTrials.mean - mark.allowing.overTrials.mean) < 0.001
      }
      if let found { places[found].others.append(mark.name) } else { places.append((mark, [])) }
    }
    return places.map { place in
      var mark = place.mark
      switch place.others.count {
      case 0: break
      case 1: mark.name += ", \(place.others[0])"
      case let count: mark.name += " and \(count) more"
      }
      return mark
    }
  }

  /// By what the option with the most opt-ins is ahead: by how many it asks, or by how many of those allow.
  private func tradeOffFinding(_ marks: [TradeOffFigure.Mark]) -> String {
    func prompted(_ mark: TradeOffFigure.Mark) -> Double { mark.prompted.overTrials.mean }
    func allowing(_ mark: TradeOffFigure.Mark) -> Double { mark.allowing.overTrials.mean }
    func optIn(_ mark: TradeOffFigure.Mark) -> Double { prompted(mark) * allowing(mark) }
    guard let most = marks.max(by: { optIn($0) < optIn($1) }), marks.count > 1 else {
      return "How many are asked, and how many of those allow."
    }
    // Half a point is no difference in practice, here as in the answer.
    let least = 0.005
    let others = marks.filter {
      abs(prompted($0) - prompted(most)) >= least || abs(allowing($0) - allowing(most)) >= least
    }
    guard let next = others.max(by: { optIn($0) < optIn($1) }) else {
      return "All options ask about as many people, and about as many of those allow."
    }
    if optIn(most) - optIn(next) < least {
      let (reach, persuasion) = prompted(most) > prompted(next) ? (most, next) : (next, most)
      return
        "\(reach.name) asks more people, \(persuasion.name) has more of them allow; the opt-ins are about equal."
    }
    let reachesMost = others.allSatisfy { prompted($0) <= prompted(most) }
    let persuadesMost = others.allSatisfy { allowing($0) <= allowing(most) }
    return switch (reachesMost, persuadesMost) {
    case (true, true): "\(most.name) asks the most people, and the largest share of them allows."
    case (true, false): "\(most.name) gets the most opt-ins by asking the most people."
    case (false, true): "\(most.name) gets the most opt-ins: of those it asks the largest share allows."
    case (false, false): "\(most.name) has the best balance of people asked and people who allow."
    }
  }

  // MARK: - Days

  var days: Drawing? {
    let words = EstimateText(unit: .share)
    let curves = arms.map { arm in
      let means = run.curves.means[scenario][arm]
      return DayFigure.Curve(
        arm: arm, name: name(arm), means: means.map { $0?.mean },
        allowed: run.curves.uncertaintyInterval90[scenario][arm],
        last: means.last.flatMap { $0 }.map { words.value($0) + "%" } ?? "")
    }.filter { $0.means.contains { $0 != nil } }
    guard !curves.isEmpty else { return nil }
    let finding = daysFinding
    let figure = DayFigure(
      id: id("days"), title: finding, curves: curves,
      description: curves.map { curve in
        let means = run.curves.means[scenario][curve.arm]
        func level(_ day: Int) -> String {
          guard day < means.count, let mean = means[day] else { return "no value" }
          return words.cell(mean) + "%"
        }
        return "\(curve.name): \(level(0)) on day 0, \(level(means.count - 1)) by day \(means.count - 1)."
      }.joined(separator: " "))
    let bands = outline.parametersVary ? " Band: 90% range over the uncertain inputs." : ""
    let others = curves.count > 1 ? " Grey: the other options." : ""
    return Drawing(
      figure.figure,
      caption:
        "\(Phrase.name(finding)) Who has allowed by the end of each day; first answers alone, day 0 is the install "
        + "itself." + bands + others)
  }

  /// How much of what a best option ends with comes on the day of the install.
  private var daysFinding: String {
    let means = run.curves.means[scenario][found.verdict?.best ?? arms.first ?? 0]
    guard let last = means.last.flatMap({ $0 })?.mean, last > 0, let first = means.first.flatMap({ $0 })?.mean
    else { return "Opt-in by day since install." }
    let share = SupportedDigits.text(first / last * 100, decimals: 0)
    return
      "\(share)% of the opt-ins of \(name(found.verdict?.best ?? arms.first ?? 0)) come on the day of the install."
  }

  // MARK: - Funnels

  /// One per arm.
  var funnels: [Drawing] {
    arms.compactMap { arm in
      let way = run.funnel.scenarios[scenario][arm]
      let words = FunnelWords(funnel: way)
      let stages = words.stages
      guard !stages.isEmpty else { return nil }
      let finding = words.finding(name(arm))
      let figure = FunnelFigure(
        id: id("funnel-\(arm + 1)"), title: finding, arm: arm, stages: stages,
        description: stages.map { stage in
          "\(stage.name): \(stage.number)" + (stage.loss.isEmpty ? "." : " (\(stage.loss)).")
        }.joined(separator: " "))
      return Drawing(
        figure.figure,
        caption:
          "\(Phrase.name(finding)) Of all installs; on the right the drop-off from the previous step, pp.")
    }
  }
}
