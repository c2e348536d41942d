import ExperimentDesign
import Inference
import Rendering
import Studies
import TextFormats

/// What data taught of a file's numbers, as JSON and as a table (`Data/README.md`).
enum LearnedJSON {
  /// The calibration, schema `att-lab/calibration/1`.
  static func document(_ report: CalibrationReport) -> JSONValue {
    .object(question(report) + learnt(report) + answered(report))
  }

  private typealias Members = [(key: String, value: JSONValue)]

  /// What was asked, and of which data.
  private static func question(_ report: CalibrationReport) -> Members {
    [
      ("schema", "att-lab/calibration/1"), ("file", .text(report.file)),
      ("experiment", .text(report.experiment)), ("scenario", .optional(report.scenario)),
      ("objective", .text(report.objective.name)),
      ("update", .flag(report.isUpdate)), ("out", .optional(report.out)), ("seed", .text("\(report.seed)")),
      ("installs_simulated", .count(report.installs)), ("evaluations", .count(report.evaluations)),
      ("data", data(report.data)),
    ]
  }

  /// What the data say of the numbers, and how well the numbers fit.
  private static func learnt(_ report: CalibrationReport) -> Members {
    let parameters = report.numbers.map { parameter($0) }
    let directions = report.directions.map { direction($0) }
    let together = report.knownTogether.map { Self.together($0, report) }
    let check = report.check.map { Self.check($0) }
    return [
      ("parameters", .list(parameters)), ("covariance", covariance(report)),
      ("directions", .list(directions)),
      ("known_together", .list(together)), ("fit", agreement(report)),
      ("check", check ?? .null),
    ]
  }

  /// What that means for the answer, the file and further data.
  private static func answered(_ report: CalibrationReport) -> Members {
    let lessons = report.lessons.map { lesson($0, report) }
    let options = report.options.map { option($0) }
    let obstacle = report.obstacle.map { Self.obstacle($0, report) }
    let test = report.test.map { Self.test($0, report) }
    return [
      ("teach", .list(lessons)), ("answer", answer(report)),
      ("options", .list(options)), ("weight", weight(report)), ("obstacle", obstacle ?? .null),
      ("unpredicted_cells", .count(report.unpredicted)), ("not_writable", .texts(report.unwritable)),
      ("fixed_inputs", .texts(report.fixed)), ("test", test ?? .null),
      ("warnings", .texts(LearnedWords(report: report).warnings)),
    ]
  }

  private static func test(_ found: CalibrationReport.Test, _ report: CalibrationReport) -> JSONValue {
    let after = found.after.map { pair in
      JSONValue.object([
        ("better", .text(report.name(pair.better))), ("other", .text(report.name(pair.other))),
        ("chance", .number(pair.share.value)), ("mcse", .number(pair.share.mcse)),
      ])
    }
    return .object([
      ("arms", .texts(found.test.options)), ("day", .count(found.test.day)),
      ("ahead", .text(found.test.ahead)),
      ("chance", .number(found.test.chance)), ("answer_day", .count(found.readingAge)),
      (
        "counts",
        .list(
          found.counts.map { count in
            .object([
              ("arm", .text(report.name(count.arm))), ("installs", .count(count.installs)),
              ("allowed", .count(count.allowed)),
            ])
          })
      ),
      ("after", after ?? .null),
    ])
  }

  private static func data(_ data: CalibrationReport.Data) -> JSONValue {
    .object([
      ("installs", .count(data.installs)), ("options", .count(data.options)),
      ("days", .list(data.days.map { .count($0) })), ("dispersion", .optional(data.dispersion)),
      ("known_shares", .count(data.shares)),
      ("kinds", .texts(MissingData.allCases.filter(data.kinds.contains).map(\.rawValue))),
      (
        "counts",
        .list(
          data.blocks.map { block in
            .object([
              ("arm", .text(block.name)),
              ("people", .count(block.people)),
              ("person_weight", .number(block.weight)), ("is_known_share", .flag(block.isKnownShare)),
              (
                "cells",
                .list(
                  block.cells.map { cell in
                    .object([
                      ("name", .text(cell.name)), ("count", .count(cell.count)),
                      ("expected", .number(cell.expected)), ("residual", .number(cell.residual)),
                    ])
                  })
              ),
            ])
          })
      ),
    ])
  }

  private static func parameter(_ number: CalibrationReport.Number) -> JSONValue {
    func belief(_ belief: CalibrationReport.Belief) -> JSONValue {
      .object([("mean", .number(belief.mean)), ("sd", .number(belief.deviation))])
    }
    func ends(_ belief: CalibrationReport.Belief) -> JSONValue {
      .list([.number(belief.low), .number(belief.high)])
    }
    return .object([
      ("parameter", .text(number.path)), ("scale", .text(number.scale.rawValue)),
      ("prior", belief(number.assumed)), ("posterior", belief(number.now)),
      ("assumed", .number(number.assumed.value)), ("assumed90", ends(number.assumed)),
      ("value", .number(number.now.value)), ("value90", ends(number.now)), ("tells", .number(number.tells)),
      ("status", .text(number.standing.rawValue)),
    ])
  }

  private static func matrix(_ rows: [[Double]]) -> JSONValue {
    .list(rows.map { .list($0.map { .number($0) }) })
  }

  /// Of the numbers that are written.
  private static func covariance(_ report: CalibrationReport) -> JSONValue {
    let written = report.numbers.filter(\.isWritten)
    return .object([
      ("paths", .texts(written.map(\.path))), ("scale", .texts(written.map(\.scale.rawValue))),
      ("mean", .list(written.map { .number($0.now.mean) })), ("matrix", matrix(report.covariance)),
    ])
  }

  private static func direction(_ direction: PenalisedFit.Direction) -> JSONValue {
    .object([
      ("information", .number(direction.information)), ("tells", .number(direction.tells)),
      ("loadings", .list(direction.loadings.map { .number($0) })),
    ])
  }

  private static func together(
    _ pair: PenalisedFit.KnownTogether, _ report: CalibrationReport
  ) -> JSONValue {
    .object([
      ("parameters", .texts(pair.numbers.map { report.numbers[$0].path })),
      ("correlation", .number(pair.correlation)), ("tells", .number(pair.tells)),
    ])
  }

  private static func agreement(_ report: CalibrationReport) -> JSONValue {
    let agreement = report.agreement
    let block = report.data.blocks[agreement.worst.block]
    return .object([
      ("deviance", .number(agreement.deviance)),
      ("expected90", .list([.number(agreement.expected.low), .number(agreement.expected.high)])),
      ("expected99", .number(agreement.expected.most)), ("p", .number(agreement.chance)),
      ("cells", .count(agreement.cells)), ("effective_parameters", .number(report.effectiveNumbers)),
      (
        "worst",
        .object([
          ("block", .count(agreement.worst.block)), ("cell", .count(agreement.worst.cell)),
          ("arm", .text(block.name)), ("name", .text(block.cells[agreement.worst.cell].name)),
          ("residual", .number(agreement.worst.residual)),
        ])
      ),
    ])
  }

  private static func check(_ check: Calibration.Check) -> JSONValue {
    .object([
      ("effective_size", .number(check.effectiveSize)), ("draws", .count(check.draws)),
    ])
  }

  private static func lesson(_ lesson: Calibration.Lesson, _ report: CalibrationReport) -> JSONValue {
    .object([
      ("arm", .text(report.name(lesson.arm))), ("installs", .count(lesson.installs)),
      ("lead_of", .text(report.name(lesson.lead.best))),
      ("lead_over", .text(report.name(lesson.lead.other))),
      ("sd_of_lead_before", .number(lesson.before)), ("sd_of_lead_after", .number(lesson.after)),
      (
        "parameters",
        .list(
          zip(report.numbers, lesson.tells).map { number, tells in
            .object([
              ("parameter", .text(number.path)), ("tells_before", .number(number.tells)),
              ("tells_after", .number(tells)),
            ])
          })
      ),
    ])
  }

  /// A level or a difference, its mean under a name.
  private static func level(_ mean: String, _ level: CalibrationReport.Level) -> [(
    key: String, value: JSONValue
  )] {
    [
      (mean, .optional(level.mean)), ("mcse", .optional(level.mcse)),
      (
        "uncertainty_interval_90", level.range.map { .list([.number($0.lower), .number($0.upper)]) } ?? .null
      ),
      ("chance_best", .optional(level.chance)),
    ]
  }

  private static func answer(_ report: CalibrationReport) -> JSONValue {
    guard let answer = report.answer else { return .null }
    func side(_ level: CalibrationReport.Level?, best: Int?) -> JSONValue {
      guard let level else { return .null }
      return .object(self.level("difference", level) + [("best", .optional(best.map(report.name)))])
    }
    return .object([
      ("arm", .text(report.name(answer.best))), ("less", .text(report.name(answer.other))),
      ("before", side(answer.before, best: answer.bestBefore)),
      ("after", side(answer.now, best: answer.bestNow)),
    ])
  }

  /// What the file answers of an option, before and now.
  private static func option(_ option: CalibrationReport.Option) -> JSONValue {
    .object([
      ("arm", .text(option.name)), ("before", .object(level("mean", option.before))),
      ("after", .object(level("mean", option.now))),
    ])
  }

  private static func weight(_ report: CalibrationReport) -> JSONValue {
    .object([
      ("trials", .count(report.weight.trials)), ("effective_trials", .number(report.weight.effectiveTrials)),
      (
        "options",
        .list(
          report.weight.options.map { option in
            .object([
              ("arm", .text(report.name(option.arm))), ("installs", .count(option.installs)),
              ("installs_assumed", .optional(option.assumed)),
            ])
          })
      ),
    ])
  }

  /// What keeps it from being written.
  private static func obstacle(
    _ obstacle: LearnedFile.Obstacle, _ report: CalibrationReport
  ) -> JSONValue {
    switch obstacle {
    case .misfit: .object([("kind", "misfit")])
    case .contradiction(let number):
      .object([("kind", "contradiction"), ("parameter", .text(report.numbers[number].path))])
    case .tooSmall(let number, let times):
      .object([
        ("kind", "too_small"), ("parameter", .optional(number.map { report.numbers[$0].path })),
        ("times", .optional(times)),
      ])
    }
  }

  /// Every number: what was assumed, and what is believed now.
  static func csv(_ report: CalibrationReport) -> CSVDocument {
    RecordTable<CalibrationReport.Number>(
      fields: [
        RecordField("parameter") { .text($0.path) }, RecordField("status") { .text($0.standing.rawValue) },
        RecordField("tells") { .number($0.tells) }, RecordField("assumed") { .number($0.assumed.value) },
        RecordField("assumed_low") { .number($0.assumed.low) },
        RecordField("assumed_high") { .number($0.assumed.high) },
        RecordField("value") { .number($0.now.value) }, RecordField("value_low") { .number($0.now.low) },
        RecordField("value_high") { .number($0.now.high) },
      ], rows: report.numbers
    ).csv
  }
}
