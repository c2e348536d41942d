import Inference
import TestAnalysis
import TestData
import TextFormats

extension AnalysedTest {
  /// The day after the install by which event rows are read; `nil` for counts.
  var readDay: Int? { if case .events(_, let day, _) = material { day } else { nil } }
}

extension AnalysisPanel {
  /// All options per one denominator.
  func json(_ test: AnalysedTest) -> JSONValue {
    func parts(_ kind: Strata.Kind) -> JSONValue {
      guard let strata = test.strata.first(where: { $0.kind == kind }),
        let found = strata.panels.first(where: { $0.denominator == denominator })
      else { return .null }
      return strata.json(found, test)
    }
    return [
      "denominator": .text(denominator.rawValue), "baseline": .text(test.arms[test.baseline]),
      "estimand": [
        "outcome": "allowed", "denominator": .text(denominator.rawValue), "day": .optional(test.readDay),
      ],
      "confidence": .number(test.options.statistics.level.value),
      "comparison_confidence": .number(statistics.comparisonLevel.value),
      "arms": test.byName { arm in
        let own = statistics.arms[arm]
        // Over parts that differ a posterior says nothing.
        let standing = restsOnParts ? nil : own.standing
        return .object(
          own.count.members(own.interval) + [
            ("chance_best", .optional(standing?.best)), ("expected_loss", .optional(standing?.expectedLoss)),
          ])
      },
      "comparisons": test.byName(Array(statistics.comparisons.indices), { statistics.comparisons[$0].arm }) {
        comparison($0, test)
      },
      "segments": parts(.segment), "days": parts(.day),
    ]
  }

  /// One option against the baseline.
  private func comparison(_ index: Int, _ test: AnalysedTest) -> JSONValue {
    let (made, judgement) = (statistics.comparisons[index], judgements[index])
    let notWorse = denominator == test.mainPanel?.denominator ? test.nonInferiority[index] : nil
    return [
      "verdict": .optional(judgement.verdict?.rawValue),
      "verdict_basis": .optional(judgement.verdictBasis?.rawValue),
      "verdict_within": .optional(judgement.within?.rawValue),
      "verdict_left_out": .optional(judgement.leftOut),
      "verdict_look": .optional(judgement.earlierLook?.moment.description),
      "verdict_difference": .optional(judgement.difference), "verdict_ci": .ends(judgement.interval),
      "verdict_p": .optional(judgement.p?.value), "verdict_p_adjusted": .optional(judgement.adjusted?.value),
      "reason": .optional(judgement.reason?.rawValue),
      "non_inferiority": notWorse?.json ?? .null,
      // Over parts of the test, and over releases, those of all installs say nothing.
      "difference": judgement.restsOnParts ? .null : .effect(made.counts.difference, made.interval),
      "ratio": judgement.restsOnParts ? .null : .effect(made.counts.ratio, made.ratioInterval),
      "score": judgement.restsOnParts ? .null : .score(made.test, made.adjusted),
      "p_better": .optional(judgement.restsOnParts ? nil : made.chanceBetter),
      "always_valid": .ends(alwaysValid[index]),
    ]
  }
}

extension NonInferiority {
  /// Whether an option is not worse.
  fileprivate var json: JSONValue {
    [
      "margin": .number(margin), "statistic": .optional(test?.statistic), "p": .optional(test?.p.value),
      "p_adjusted": .optional(adjusted?.value), "ci": .ends(interval), "is_shown": .flag(isShown),
    ]
  }
}

extension Strata {
  /// The test within its segments, or its days of enrolment.
  fileprivate func json(_ panel: Panel, _ test: AnalysedTest) -> JSONValue {
    let others = test.arms.indices.filter { $0 != test.baseline }
    let level =
      test.panels.first { $0.denominator == panel.denominator }?.statistics.comparisonLevel
      ?? test.options.statistics.level
    return [
      "comparisons": .count(panel.statistics.comparisons),
      "comparison_confidence": .number(panel.statistics.comparisonLevel.value),
      "strata": .list(names.indices.map { part($0, panel, test) }),
      "mantel_haenszel": .object(zip(others, panel.pooled).map { (test.arms[$0], $1?.json(level) ?? .null) }),
      // Whether installs are split alike in every part; null per other denominators.
      "split": .chiSquare(panel.denominator == .installs ? drift : nil),
    ]
  }

  /// One segment or day.
  private func part(_ part: Int, _ panel: Panel, _ test: AnalysedTest) -> JSONValue {
    let stratum = panel.statistics.strata[part]
    let ratio = panel.denominator == .installs ? sampleRatios[part] : nil
    return [
      "segment": .optional(kind == .segment ? names[part] : nil),
      "day": .optional(kind == .day ? names[part] : nil),
      "arms": test.byName { .object(stratum.arms[$0].count.members(stratum.arms[$0].interval)) },
      "comparisons": test.byName(stratum.comparisons, \.arm) {
        [
          "difference": .effect($0.counts.difference, $0.interval), "score": .score($0.test, $0.adjusted),
        ]
      },
      "sample_ratio": ratio.map { ["p": .number($0.test.p.value)] } ?? .null,
    ]
  }
}

extension MeasuredDifference {
  /// Differences within parts, put together.
  fileprivate func json(_ level: ConfidenceLevel) -> JSONValue {
    [
      "estimate": .number(estimate), "ci": .ends(try? interval(at: level)),
      "test": .chiSquare(try? test()),
    ]
  }
}

extension ObservedCount {
  /// One option on its own.
  fileprivate func members(_ interval: ConfidenceInterval?) -> [(key: String, value: JSONValue)] {
    [("x", .count(x)), ("n", .count(n)), ("rate", .optional(rate)), ("ci", .ends(interval))]
  }
}

extension JSONValue {
  /// Two ends; null without an interval.
  static func ends(_ interval: ConfidenceInterval?) -> JSONValue {
    interval.map { .list([.number($0.lower), .number($0.upper)]) } ?? .null
  }

  static func effect(_ estimate: Double?, _ interval: ConfidenceInterval?) -> JSONValue {
    ["estimate": .optional(estimate), "ci": .ends(interval)]
  }

  static func score(_ test: SignificanceTest?, _ adjusted: PValue?) -> JSONValue {
    test.map {
      [
        "statistic": .optional($0.statistic), "p": .number($0.p.value),
        "p_adjusted": .optional(adjusted?.value),
      ]
    } ?? .null
  }

  static func chiSquare(_ test: SignificanceTest?) -> JSONValue {
    test.map {
      [
        "statistic": .optional($0.statistic), "degrees_of_freedom": .optional($0.degreesOfFreedom),
        "p": .number($0.p.value),
      ]
    } ?? .null
  }
}
