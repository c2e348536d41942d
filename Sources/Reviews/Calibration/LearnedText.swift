import ExperimentDesign
import Inference
import Rendering
import Studies

/// What data taught of a file's numbers, for people: what they say, what they leave open, and what the answer is now.
struct LearnedText {
  private let report: CalibrationReport

  init(_ report: CalibrationReport) { self.report = report }

  /// The whole text.
  var document: ReviewDocument {
    let words = LearnedWords(report: report)
    let store = report.store.map { RunCommands.storeOption($0) } ?? ""
    let steps = report.out.map {
      [
        ReviewDocument.Step(
          title: "Simulate what was learnt", text: "The full answer from the numbers above.",
          command: "att-lab simulate \(TerminalText.shellWord($0))\(store)")
      ]
    }
    return ReviewDocument([
      [.title("Answer"), .text(words.counted)] + words.answer.map { .text($0) }
        + words.warnings.map { .warning($0) },
      [.table("Before and after", options)] + (words.testedPair.map { [.text($0)] } ?? []),
      report.isUpdate ? [.title("How much the test counts")] + words.weight.map { .item($0) } : [],
      report.learned.isEmpty
        ? [.title("What the data say"), .text("The counts tell hardly anything of the file's numbers.")]
        : [.table("What the data say", table)],
      words.open.isEmpty ? [] : [.title("What they leave open")] + words.open.map { .item($0) },
      [.title("Does it fit?")] + words.fit.map { .item($0) },
      words.lesson.map { [.title("What would teach more"), .text($0)] } ?? [],
      steps.map { [.title("Next steps"), .steps($0)] } ?? [],
    ])
  }

  /// What the file answers with and without the data, an option a row.
  private var options: TextTable {
    let unit = report.objective.unit
    let numbers = AnswerNumbers(unit: unit, margin: 0)
    func column(_ heading: [String], _ cells: [String]) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: cells, isNumeric: true)
    }
    func levels(_ levels: [CalibrationReport.Level]) -> [String] {
      let shown = numbers.levels(levels.map { level in level.mean.map { ($0, level.mcse) } })
      return zip(shown, levels).map { text, level in
        guard let ends = level.range else { return text }
        let (low, high) = (ends.lower * unit.scale, ends.upper * unit.scale)
        let plain = unit == .share ? 1 : 2
        let decimals = min(plain, SupportedDigits.decimals(error: (high - low) / 20, plain: plain))
        return text
          + " (\(SupportedDigits.text(low, decimals: decimals)) to \(SupportedDigits.text(high, decimals: decimals)))"
      }
    }
    func chances(_ levels: [CalibrationReport.Level]) -> [String] {
      levels.map { AnswerNumbers.chance($0.chance) }
    }
    let (before, now) = (report.options.map(\.before), report.options.map(\.now))
    let name = report.objective.singleMetric?.words.heading.joined(separator: " ") ?? "objective"
    return TextTable(
      first: .init(heading: ["option"], cells: report.options.map { TerminalText.safe($0.name) }),
      columns: [
        column([name, "before"], levels(before)), column([name, "now"], levels(now)),
        column(["chance best", "before"], chances(before)), column(["chance best", "now"], chances(now)),
      ], indent: "  ")
  }

  private var table: TextTable {
    let numbers = report.learned.map { report.numbers[$0] }
    func column(
      _ heading: [String], isNumeric: Bool = true, _ cell: (CalibrationReport.Number) -> String
    ) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: numbers.map(cell), isNumeric: isNumeric)
    }
    return TextTable(
      first: .init(heading: ["number"], cells: numbers.map { TerminalText.safe($0.path) }),
      columns: [
        column(["the file", "assumed"]) { $0.text($0.assumed) }, column(["now"]) { $0.text($0.now) },
        column(["now", "known"]) { SupportedDigits.text(100 * $0.tells, decimals: 0) + "%" },
        TextTable.Column(
          heading: ["what it is"], cells: numbers.map { ParameterWords(path: $0.path)?.meaning ?? "" },
          isNumeric: false, isProse: true),
      ], indent: "  ")
  }
}

extension CalibrationReport.Number {
  /// The number with its central 90%: `33% (17 to 54)`.
  func text(_ belief: CalibrationReport.Belief) -> String {
    let isShare = scale == .logit
    let unit = isShare ? 100.0 : 1
    let error = unit * (belief.high - belief.low) / 20
    let decimals = min(4, SupportedDigits.decimals(error: error, plain: 2))
    func text(_ value: Double) -> String { SupportedDigits.text(value * unit, decimals: decimals) }
    return "\(text(belief.value))\(isShare ? "%" : "") (\(text(belief.low)) to \(text(belief.high)))"
  }
}
