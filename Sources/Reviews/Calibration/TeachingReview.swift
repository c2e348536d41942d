import ExperimentDesign
import Inference
public import Rendering
public import Studies
public import TextFormats

/// What further counts of options would teach, beyond the counts that there are.
public struct TeachingReview {
  private let file: String
  private let scenario: String?
  private let calibration: Calibration
  private let teachings: [Calibration.Teaching]

  /// - Parameters:
  ///   - file: the experiment file as it was named.
  ///   - scenario: the one that it is under, the file's first; `nil` where the file has one alone.
  ///   - calibration: what is known now.
  ///   - teachings: each option alone, then all together.
  public init(
    file: String, scenario: String?, _ calibration: Calibration, _ teachings: [Calibration.Teaching]
  ) {
    self.file = file
    self.scenario = scenario
    self.calibration = calibration
    self.teachings = teachings
  }

  /// How much better a number has to be known to be named.
  private static let worthwhile = 0.1
  /// The most numbers that are named of an option.
  private static let mostNamed = 3

  private func name(_ arm: Int) -> String { calibration.experiment.arms[arm].name }

  /// For a terminal.
  public func text(_ style: ReviewStyle) -> String {
    let unit = calibration.experiment.objective.unit
    func amount(_ deviation: Double) -> String {
      let half = 1.645 * deviation * unit.scale
      return "± " + SupportedDigits.text(half, decimals: unit == .share ? 1 : 3)
        + (unit == .share ? " pp" : "")
    }
    func column(_ heading: [String], _ cells: [String], isProse: Bool = false) -> TextTable.Column {
      TextTable.Column(heading: heading, cells: cells, isNumeric: !isProse, isProse: isProse)
    }
    let installs = teachings.first?.installs ?? 0
    var sentences = [
      "Nothing is fitted or written. Each option would have \(LearnedWords.installs(installs, "further "))."
    ]
    if let pair = calibration.bestTwo, let lead = teachings.first?.lead {
      sentences.append(
        "The 90% range of the lead of \(TerminalText.safe(name(pair.best))) over \(TerminalText.safe(name(pair.other))) is "
          + "\(amount(lead.before)) now.")
    }
    if let scenario {
      sentences.append(
        "All of this is under the scenario \(TerminalText.safe(scenario)), the first of the file.")
    }
    let table = TextTable(
      first: .init(heading: ["further counts of"], cells: teachings.map { TerminalText.safe(label($0)) }),
      columns: [
        column(["90% range", "of the lead"], teachings.map { $0.lead.map { amount($0.after) } ?? "–" }),
        column(["would tell most of"], teachings.map(told), isProse: true),
      ], indent: "  ")
    return ReviewDocument([
      [.title("What further counts would teach")] + sentences.map { .text($0) },
      [.table("With these counts", table)],
    ]).text(style)
  }

  private func label(_ teaching: Calibration.Teaching) -> String {
    teaching.arms.count == 1 ? name(teaching.arms[0]) : "all of these"
  }

  /// The numbers that would be better known, with how well they would be: `allow.value 12% -> 40%`.
  private func told(_ teaching: Calibration.Teaching) -> String {
    let now = calibration.fit.tells
    func percent(_ share: Double) -> String { SupportedDigits.text(100 * share, decimals: 0) + "%" }
    let found = now.indices.filter { teaching.tells[$0] - now[$0] >= Self.worthwhile }
      .sorted { (teaching.tells[$1] - now[$1], $0) < (teaching.tells[$0] - now[$0], $1) }
    guard !found.isEmpty else { return "hardly anything new" }
    return found.prefix(Self.mostNamed).map { number in
      "\(TerminalText.safe(calibration.numbers[number].path)) (\(percent(now[number])) known now, then "
        + "\(percent(teaching.tells[number])))"
    }.joined(separator: ", ")
  }

  /// Schema `att-lab/teaching/1`.
  public var json: JSONValue {
    let now = calibration.fit.tells
    return .object([
      ("schema", "att-lab/teaching/1"), ("file", .text(file)), ("seed", .text("\(calibration.seed)")),
      ("scenario", .optional(scenario)),
      ("arm", .optional(calibration.bestTwo.map { name($0.best) })),
      ("less", .optional(calibration.bestTwo.map { name($0.other) })),
      (
        "teach",
        .list(
          teachings.map { teaching in
            .object([
              ("arms", .texts(teaching.arms.map(name))), ("installs", .count(teaching.installs)),
              ("sd_of_lead_before", .optional(teaching.lead?.before)),
              ("sd_of_lead_after", .optional(teaching.lead?.after)),
              (
                "parameters",
                .list(
                  now.indices.map { number in
                    .object([
                      ("parameter", .text(calibration.numbers[number].path)),
                      ("tells_before", .number(now[number])),
                      ("tells_after", .number(teaching.tells[number])),
                    ])
                  })
              ),
            ])
          })
      ),
    ])
  }

  /// A row per set of options and number.
  public var csv: CSVDocument {
    let now = calibration.fit.tells
    let rows = teachings.flatMap { teaching in now.indices.map { (teaching: teaching, number: $0) } }
    return RecordTable<(teaching: Calibration.Teaching, number: Int)>(
      fields: [
        RecordField("arms") { .text($0.teaching.arms.map(name).joined(separator: ", ")) },
        RecordField("installs") { .count($0.teaching.installs) },
        RecordField("sd_of_lead_before") { .optional($0.teaching.lead?.before) },
        RecordField("sd_of_lead_after") { .optional($0.teaching.lead?.after) },
        RecordField("parameter") { .text(calibration.numbers[$0.number].path) },
        RecordField("tells_before") { .number(now[$0.number]) },
        RecordField("tells_after") { .number($0.teaching.tells[$0.number]) },
      ], rows: rows
    ).csv
  }
}
