import ExperimentDesign
import Inference
public import Rendering
public import Studies
public import TextFormats

/// What data taught of a file's numbers, as JSON and as a table (`Data/README.md`).
public enum LearnedJSON {
  /// The calibration, schema `att-lab/calibration/1`.
  public static func document(_ file: LearnedFile) -> JSONValue {
    let calibration = file.calibration
    let fit = calibration.fit
    return .object([
      ("schema", "att-lab/calibration/1"), ("file", .text(file.file)),
      ("seed", .text("\(calibration.seed)")), ("installs_simulated", .count(calibration.installs)),
      ("evaluations", .count(fit.evaluations)), ("data", data(calibration)),
      ("parameters", .list(calibration.numbers.indices.map { parameter($0, calibration) })),
      (
        "covariance",
        .object([
          ("paths", .texts(file.written.map { calibration.numbers[$0].path })),
          ("scale", .texts(file.written.map { calibration.numbers[$0].scale.rawValue })),
          ("mean", .list(file.written.map { .number(fit.posterior.mean[$0]) })),
          (
            "matrix",
            .list(
              file.written.map { row in
                .list(file.written.map { .number(fit.posterior.covariance[row][$0]) })
              })
          ),
        ])
      ),
      ("directions", .list(directions(fit))), ("fit", agreement(calibration)),
      (
        "alternatives",
        .list(
          calibration.rivals.map { rival in
            .object([
              ("at_zero", .texts(rival.paths)), ("deviance_more", .number(rival.devianceMore)),
              ("log_odds", .number(rival.logOdds)),
            ])
          })
      ),
      (
        "check",
        calibration.check.map { check in
          .object([
            ("pareto_k", .optional(check.tailShape.flatMap { $0.isFinite ? $0 : nil })),
            ("effective_size", .number(check.effectiveSize)), ("draws", .count(check.draws)),
          ])
        } ?? .null
      ),
      (
        "teach",
        .list(
          calibration.lessons.map { lesson in
            .object([
              ("arm", .text(file.name(lesson.arm))), ("installs", .count(lesson.installs)),
              ("sd_of_lead_before", .number(lesson.before)), ("sd_of_lead_after", .number(lesson.after)),
            ])
          })
      ),
      ("sessions", file.visits.map(sessions) ?? .null), ("answer", answer(file)),
      ("options", .list(file.optionsAfter.indices.map { option($0, file) })), ("weight", weight(file)),
      ("warnings", .texts(LearnedWords(file: file).warnings)),
    ])
  }

  private static func data(_ calibration: Calibration) -> JSONValue {
    let fit = calibration.fit
    return .object([
      ("installs", .count(calibration.data.installs)),
      ("dispersion", .optional(calibration.data.dispersion)),
      (
        "counts",
        .list(
          fit.observed.enumerated().map { block, observed in
            let residuals = observed.residuals(fit.point.cells[block])
            return .object([
              ("arm", .text(observed.name)), ("people", .count(observed.people)),
              ("person_weight", .number(observed.weight)),
              (
                "cells",
                .list(
                  observed.cells.indices.map { cell in
                    .object([
                      ("name", .text(observed.cells[cell])), ("count", .count(observed.counts[cell])),
                      ("expected", .number(Double(observed.people) * fit.point.cells[block][cell])),
                      ("residual", .number(residuals[cell])),
                    ])
                  })
              ),
            ])
          })
      ),
    ])
  }

  private static func parameter(_ number: Int, _ calibration: Calibration) -> JSONValue {
    func belief(_ belief: NormalBelief) -> JSONValue {
      .object([("mean", .number(belief.mean[number])), ("sd", .number(belief.deviations[number]))])
    }
    let now = calibration.estimate(number, calibration.fit.posterior)
    return .object([
      ("parameter", .text(calibration.numbers[number].path)),
      ("scale", .text(calibration.numbers[number].scale.rawValue)),
      ("prior", belief(calibration.fit.prior)), ("posterior", belief(calibration.fit.posterior)),
      ("value", .number(now.value)), ("value90", .list([.number(now.low), .number(now.high)])),
      ("tells", .number(calibration.fit.tells[number])),
      ("status", .text(calibration.standing(number).rawValue)),
    ])
  }

  private static func directions(_ fit: PenalisedFit) -> [JSONValue] {
    ((try? fit.directions()) ?? []).filter { $0.information > 0 }.map { direction in
      .object([
        ("information", .number(direction.information)), ("tells", .number(direction.tells)),
        ("loadings", .list(direction.loadings.map { .number($0) })),
      ])
    }
  }

  private static func agreement(_ calibration: Calibration) -> JSONValue {
    let agreement = calibration.agreement
    let observed = calibration.fit.observed[agreement.worst.block]
    return .object([
      ("deviance", .number(agreement.deviance)),
      ("expected90", .list([.number(agreement.expected.low), .number(agreement.expected.high)])),
      ("p", .number(agreement.chance)), ("cells", .count(agreement.cells)),
      (
        "worst",
        .object([
          ("arm", .text(observed.name)), ("name", .text(observed.cells[agreement.worst.cell])),
          ("residual", .number(agreement.worst.residual)),
        ])
      ),
    ])
  }

  private static func sessions(_ fit: VisitLogFit) -> JSONValue {
    let curve = try? RetentionCurve(of: fit.pattern)
    return .object([
      ("r", .number(fit.pattern.shape)), ("beta", .number(fit.pattern.rate)), ("a", .number(fit.pattern.a)),
      ("b", .number(fit.pattern.b)),
      ("covariance", .list(fit.logarithms.covariance.map { .list($0.map { .number($0) }) })),
      ("log_likelihood", .number(fit.logLikelihood)), ("people", .count(fit.people)),
      ("d1", .optional(curve?.retention(onDay: 1))), ("d7", .optional(curve?.retention(onDay: 7))),
      ("d30", .optional(curve?.retention(onDay: 30))), ("homogeneous", .flag(fit.isHomogeneous)),
    ])
  }

  private static func answer(_ file: LearnedFile) -> JSONValue {
    guard let pair = file.pair else { return .null }
    func side(_ answer: PairAnswer?) -> JSONValue {
      guard let answer, let difference = answer.difference else { return .null }
      return .object([
        ("difference", .number(difference.overTrials.mean)), ("mcse", .optional(difference.overTrials.mcse)),
        (
          "parameter90",
          difference.parameter90.map { .list([.number($0.lower), .number($0.upper)]) } ?? .null
        ),
        ("chance_best", .optional(answer.chances[pair.best]?.value)),
        ("best", .optional(answer.best.map(file.name))),
      ])
    }
    return .object([
      ("arm", .text(file.name(pair.best))), ("less", .text(file.name(pair.other))),
      ("before", side(file.before)), ("after", side(file.after)),
    ])
  }

  /// What the file answers of an option, before and now.
  private static func option(_ arm: Int, _ file: LearnedFile) -> JSONValue {
    func side(_ answer: OptionAnswer) -> JSONValue {
      .object([
        ("mean", .optional(answer.objective?.overTrials.mean)),
        ("mcse", .optional(answer.objective?.overTrials.mcse)),
        (
          "parameter90",
          answer.objective?.parameter90.map { .list([.number($0.lower), .number($0.upper)]) } ?? .null
        ),
        ("chance_best", .optional(answer.chance?.value)),
      ])
    }
    return .object([
      ("arm", .text(file.name(arm))), ("before", side(file.optionsBefore[arm])),
      ("after", side(file.optionsAfter[arm])),
    ])
  }

  private static func weight(_ file: LearnedFile) -> JSONValue {
    .object([
      ("trials", .count(file.weight.trials)), ("effective_trials", .number(file.weight.effectiveTrials)),
      (
        "options",
        .list(
          file.weight.options.map { option in
            .object([
              ("arm", .text(file.name(option.arm))), ("installs", .count(option.installs)),
              ("installs_assumed", .optional(option.assumed)),
            ])
          })
      ), ("obstacle", LearnedText.obstacle(file).map { .text($0) } ?? .null),
    ])
  }

  /// Every number: what was assumed, and what is believed now.
  public static func csv(_ file: LearnedFile) -> CSVDocument {
    let calibration = file.calibration
    func estimate(_ number: Int, isPrior: Bool) -> (value: Double, low: Double, high: Double) {
      calibration.estimate(number, isPrior ? calibration.fit.prior : calibration.fit.posterior)
    }
    return RecordTable<Int>(
      fields: [
        RecordField("parameter") { .text(calibration.numbers[$0].path) },
        RecordField("status") { .text(calibration.standing($0).rawValue) },
        RecordField("tells") { .number(calibration.fit.tells[$0]) },
        RecordField("assumed") { .number(estimate($0, isPrior: true).value) },
        RecordField("assumed_low") { .number(estimate($0, isPrior: true).low) },
        RecordField("assumed_high") { .number(estimate($0, isPrior: true).high) },
        RecordField("value") { .number(estimate($0, isPrior: false).value) },
        RecordField("value_low") { .number(estimate($0, isPrior: false).low) },
        RecordField("value_high") { .number(estimate($0, isPrior: false).high) },
      ], rows: Array(calibration.numbers.indices)
    ).csv
  }
}
