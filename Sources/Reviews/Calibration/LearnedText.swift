import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// What data taught of a file's numbers, for people: what they say, what they leave open, and what the answer is now.
public struct LearnedText {
  /// What was learnt.
  public var file: LearnedFile
  /// The command that simulates the written file; `nil` where none was written.
  public var command: String?
  /// Width and colour.
  public var style: ReviewStyle
  /// Whether a finished test updated the file, so that it is said how much it counts.
  public var isUpdate: Bool

  /// Creates a review.
  public init(_ file: LearnedFile, isUpdate: Bool = false, command: String?, style: ReviewStyle) {
    self.file = file
    self.isUpdate = isUpdate
    self.command = command
    self.style = style
  }

  /// What keeps the file from being written, without a full stop; `nil` where nothing does.
  public static func obstacle(_ file: LearnedFile) -> String? { LearnedWords(file: file).obstacle }

  /// The whole text, with a line break at its end.
  public var text: String {
    let words = LearnedWords(file: file)
    let steps = command.map {
      [
        ReviewDocument.Step(
          title: "Simulate what was learnt", text: "The full answer from the numbers above.", command: $0)
      ]
    }
    return ReviewDocument([
      [.title("Answer"), .text(words.counted)] + words.answer.map { .text($0) }
        + words.warnings.map { .warning($0) },
      [.table("Before and after", options)],
      isUpdate ? [.title("How much the test counts")] + words.weight.map { .item($0) } : [],
      file.learned.isEmpty
        ? [.title("What the data say"), .text("The counts tell hardly anything of the file's numbers.")]
        : [.table("What the data say", table)],
      words.open.isEmpty ? [] : [.title("What they leave open")] + words.open.map { .item($0) },
      [.title("Does it fit?")] + words.fit.map { .item($0) },
      words.lesson.map { [.title("What would teach more"), .text($0)] } ?? [],
      steps.map { [.title("Next steps"), .steps($0)] } ?? [],
    ]).text(style)
  }

  /// What the file answers with and without the data, an option a row.
  private var options: TextTable {
    let experiment = file.calibration.experiment
    let metric = experiment.objective.singleMetric
    let numbers = AnswerNumbers(unit: experiment.objective.unit, margin: 0)
    func column(_ heading: [String], _ cells: [String]) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: cells, isNumeric: true)
    }
    func levels(_ options: [OptionAnswer]) -> [String] {
      zip(numbers.levels(options.map(\.objective)), options).map { level, option in
        guard let ends = option.objective?.parameter90 else { return level }
        let unit = experiment.objective.unit
        let (low, high) = (ends.lower * unit.scale, ends.upper * unit.scale)
        let plain = unit == .share ? 1 : 2
        let decimals = min(plain, SupportedDigits.decimals(error: (high - low) / 20, plain: plain))
        return level
          + " (\(SupportedDigits.text(low, decimals: decimals)) to \(SupportedDigits.text(high, decimals: decimals)))"
      }
    }
    func chances(_ options: [OptionAnswer]) -> [String] { options.map { AnswerNumbers.chance($0.chance) } }
    let name = metric?.words.heading.joined(separator: " ") ?? "objective"
    return TextTable(
      first: .init(heading: ["option"], cells: experiment.arms.map { TerminalText.safe($0.name) }),
      columns: [
        column([name, "before"], levels(file.optionsBefore)),
        column([name, "now"], levels(file.optionsAfter)),
        column(["chance best", "before"], chances(file.optionsBefore)),
        column(["chance best", "now"], chances(file.optionsAfter)),
      ], indent: "  ")
  }

  private var table: TextTable {
    let numbers = file.learned
    let calibration = file.calibration
    func column(
      _ heading: [String], isNumeric: Bool = true, _ cell: (Int) -> String
    ) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: numbers.map(cell), isNumeric: isNumeric)
    }
    return TextTable(
      first: .init(heading: ["number"], cells: numbers.map { calibration.numbers[$0].path }),
      columns: [
        column(["the file", "assumed"]) { estimate($0, calibration.fit.prior) },
        column(["now"]) { estimate($0, calibration.fit.posterior) },
        column(["now", "known"]) {
          SupportedDigits.text(100 * calibration.fit.tells[$0], decimals: 0) + "%"
        },
        TextTable.Column(
          heading: ["what it is"],
          cells: numbers.map { ParameterWords(path: calibration.numbers[$0].path)?.meaning ?? "" },
          isNumeric: false, isProse: true),
      ], indent: "  ")
  }

  /// A number with its central 90%: `33% (17 to 54)`.
  private func estimate(_ number: Int, _ belief: NormalBelief) -> String {
    let found = file.calibration.estimate(number, belief)
    let isShare = file.calibration.numbers[number].scale == .logit
    let scale = isShare ? 100.0 : 1
    let error = scale * (found.high - found.low) / 20
    let decimals = min(4, SupportedDigits.decimals(error: error, plain: 2))
    func text(_ value: Double) -> String { SupportedDigits.text(value * scale, decimals: decimals) }
    return "\(text(found.value))\(isShare ? "%" : "") (\(text(found.low)) to \(text(found.high)))"
  }
}
