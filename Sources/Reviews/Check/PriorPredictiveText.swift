public import Rendering
public import Studies

/// What a file's assumptions imply, beside what has been published, before any ranking.
public struct PriorPredictiveText {
  /// What they imply.
  public var implied: PriorPredictive
  /// Width and colour.
  public var style: ReviewStyle
  /// Whether every segment has a row of its own, and every published figure its denominator.
  public var isFull: Bool

  /// Creates a review.
  public init(_ implied: PriorPredictive, style: ReviewStyle, isFull: Bool = true) {
    self.implied = implied
    self.style = style
    self.isFull = isFull
  }

  /// The whole text, with a line break at its end.
  public var text: String { ReviewDocument([blocks]).text(style) }

  /// The whole text, as one section.
  var blocks: [ReviewDocument.Block] {
    let size = "\(implied.trials) trials of \(implied.installs) installs per option"
    return [
      .title("What the inputs imply (no ranking)"), .table(table),
      .text("Median and 90% range of \(size). An answer has means instead."),
    ] + (retention + oddsRatios).map { .text($0) } + published
  }

  /// The nearest figure of each quantity, in full all of them.
  private var published: [ReviewDocument.Block] {
    let figures = PublishedBeside.all.flatMap { beside in
      (isFull ? beside.figures : Array(beside.figures.prefix(1))).map { figure in
        ReviewDocument.Block.labelled(
          "  \(PublishedBeside.value(figure))  ",
          "\(beside.quantity): \(PublishedBeside.words(figure, inFull: isFull))", .plain)
      }
    }
    return [.line("Published benchmarks for comparison:", .plain)] + figures
      + (isFull ? [] : [.line("For more: att-lab check --implies", .plain)])
  }

  /// The name of a scenario in front of what is its own; nothing where there is only one.
  private func under(_ scenario: PriorPredictive.ScenarioImplication) -> String {
    implied.scenarios.count > 1 ? "Under '\(scenario.name)' " : ""
  }

  /// Retention by segment, of scenarios that say the same once.
  private var retention: [String] {
    var told: [[PriorPredictive.SegmentRetention]] = []
    return implied.scenarios.flatMap { scenario -> [String] in
      guard !scenario.retention.isEmpty, !told.contains(scenario.retention) else { return [] }
      let isFirst = told.isEmpty
      told.append(scenario.retention)
      return alike(scenario.retention).map { segments in
        let own = segments[0]
        let names = segments.map { "'\($0.segment)'" }
        let all = segments.count == scenario.retention.count
        let who = all ? "all installs" : "the installs of \(names.inProse)"
        let place = isFirst ? "Of " : "\(under(scenario))of "
        return
          "\(place)\(who), \(words(own.d1)) are back on day 1, \(words(own.d7)) on day 7, \(words(own.d30)) on day 30; \(words(own.neverBack)) never come back."
      }
    }
  }

  /// The segments in sets of those that come back alike.
  private func alike(_ segments: [PriorPredictive.SegmentRetention]) -> [[PriorPredictive.SegmentRetention]] {
    var sets: [[PriorPredictive.SegmentRetention]] = []
    for segment in segments {
      let same = sets.firstIndex { set in
        set[0].d1 == segment.d1 && set[0].d7 == segment.d7 && set[0].d30 == segment.d30
          && set[0].neverBack == segment.neverBack
      }
      if let same { sets[same].append(segment) } else { sets.append([segment]) }
    }
    return sets
  }

  private var oddsRatios: [String] {
    var told: [OddsRatioInPoints] = []
    return implied.scenarios.flatMap { scenario in
      scenario.oddsRatios.flatMap { odds -> [String] in
        guard !told.contains(odds) else { return [] }
        told.append(odds)
        return [
          "\(odds.path): an odds ratio of \(short(odds.ratio)) is about \(signed(odds.difference)) pp at \(whole(odds.base))."
        ]
      }
    }
  }

  private var table: TextTable {
    var names: [String] = []
    var rows: [[PriorPredictive.Spread?]] = []
    let none = [PriorPredictive.Spread?](repeating: nil, count: PriorPredictive.metrics.count + 1)
    for scenario in implied.scenarios {
      let indent = implied.scenarios.count > 1 ? "    " : "  "
      if implied.scenarios.count > 1 {
        names.append("  \(TerminalText.safe(scenario.name)):")
        rows.append(none)
      }
      for arm in scenario.arms {
        names.append(indent + TerminalText.safe(arm.arm))
        rows.append(arm.spreads + [arm.perPromptedOrOff])
        guard isFull else { continue }
        for (name, spreads) in zip(scenario.segments, arm.segments) {
          names.append("\(indent)  of \(TerminalText.safe(name))")
          rows.append(spreads + [nil])
        }
      }
    }
    let headings = [
      ["prompted", "per install"], ["opt in", "per install"], ["opt in", "per prompted"],
      ["per prompted", "or toggled off"],
    ]
    return TextTable(
      first: .init(heading: ["option"], cells: names, isNumeric: false),
      columns: headings.indices.map { column in
        .init(
          heading: headings[column],
          cells: rows.map { row in
            row[column].map(words) ?? ""
          })
      })
  }

  /// The median and the 90% range; one number where nothing is uncertain.
  private func words(_ spread: PriorPredictive.Spread) -> String {
    guard spread.low < spread.high else { return percent(spread.median) }
    return "\(percent(spread.median)) [\(percent(spread.low).dropLast()), \(percent(spread.high).dropLast())]"
  }

  private func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return "\(tenths / 10).\(tenths % 10)%"
  }

  private func whole(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }

  private func signed(_ share: Double) -> String {
    let points = Int((share * 100).rounded())
    return points > 0 ? "+\(points)" : "\(points)"
  }

  private func short(_ ratio: Double) -> String {
    guard ratio < 1_000_000 else { return "\(ratio)" }
    let hundredths = Int((ratio * 100).rounded())
    let text = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    return text.hasSuffix("0") ? String(text.dropLast()) : text
  }
}
