import Inference
import TestAnalysis
import TestData
import TextFormats

extension Guardrail {
  /// What must not get worse.
  func json(_ result: TestResult) -> JSONValue {
    let test = result.test
    return [
      "margin": .number(margin.amount), "margin_is_relative": .flag(margin.isRelative),
      "margin_in_units": .optional(marginInUnits), "at_age": .optional(age),
      "comparison_confidence": .number(level.value),
      "winsorised": winsorising?.json ?? .null,
      "arms": test.byName { position in
        let arm = arms[position]
        return [
          "n": .count(arm.installs), "unknown": .count(arm.unknown), "too_young": .count(arm.young),
          "x": .optional(arm.retained), "mean": .optional(arm.mean),
        ]
      },
      "comparisons": test.byName(comparisons, \.arm) { comparison in
        let reading = result.advice.guardrails.first {
          $0.column == column && $0.option == test.arms[comparison.arm]
        }
        return [
          // `holds`, `fails` or `open`, by the chance of holding.
          "state": .optional(reading?.state.rawValue), "chance_of_holding": .optional(reading?.chance),
          // Of each option, with which one that is no worse is likely to hold; null where it is not open.
          "installs_needed": .optional(reading?.installsNeeded),
          "finding": .optional(comparison.finding?.rawValue), "estimate": .optional(comparison.difference),
          "method": .optional(comparison.method?.rawValue), "within": .optional(comparison.within?.rawValue),
          "ci": .ends(comparison.interval), "p_not_worse": .optional(comparison.p?.value),
          "p_not_worse_adjusted": .optional(comparison.adjusted?.value),
        ]
      },
      "dependence_on_arm": .chiSquare(dependence),
    ]
  }
}

extension Winsorising {
  /// Where values are cut.
  fileprivate var json: JSONValue {
    ["quantile": .number(Self.quantile), "lower": .number(lower), "upper": .number(upper)]
  }
}

extension SharedClusters {
  /// An option that has only some releases or languages in common with the baseline.
  func json(_ test: AnalysedTest) -> JSONValue {
    .cluster(
      by: kind, of: test.arms[arm], status: "shared_in_part",
      [
        "within": .text(within.rawValue), "shared": .count(clusters.count), "of": .count(count),
        "left_out": .number(leftOut),
      ])
  }
}

extension ClusteredComparison {
  /// An option that has no release or language in common with the baseline.
  func json(_ test: AnalysedTest) -> JSONValue {
    let name = test.arms[arm]
    func counts(_ inArm: Int, _ inBaseline: Int) -> JSONValue { .list([.count(inArm), .count(inBaseline)]) }
    switch comparison {
    case .noInstalls: return .cluster(by: kind, of: name, status: "no_installs", [:])
    case .confounded(let difference, let inArm, let inBaseline):
      return .cluster(
        by: kind, of: name, status: "confounded",
        ["difference": .optional(difference), "clusters": counts(inArm, inBaseline)])
    case .contrast(let contrast, let inArm, let inBaseline):
      return .cluster(
        by: kind, of: name, status: isInSequence == true ? "in_sequence" : "compared",
        [
          "difference": .number(contrast.estimate),
          "clusters": counts(inArm, inBaseline),
          "cr2": [
            "ci": .ends(try? contrast.interval(at: test.options.statistics.level)),
            "degrees_of_freedom": .number(contrast.degreesOfFreedom),
            "p": .optional((try? contrast.test())?.p.value),
          ],
        ])
    }
  }
}

extension JSONValue {
  /// A row of releases or languages; what is not known of them is null.
  fileprivate static func cluster(
    by kind: ClusteredComparison.Kind, of arm: String, status: String, _ known: [String: JSONValue]
  ) -> JSONValue {
    let keys = ["within", "shared", "of", "left_out", "difference", "clusters", "cr2"]
    return .object(
      [("by", .text(kind.rawValue)), ("arm", .text(arm)), ("status", .text(status))]
        + keys.map { ($0, known[$0] ?? .null) })
  }
}

extension CommonStratumBounds {
  /// Bounds per prompted among those whom both options would prompt.
  var json: JSONValue {
    ["difference_bounds": .list([.number(lower), .number(upper)]), "share_of_installs": .number(share)]
  }
}

extension DayLadder.Rung {
  /// The differences at one day after the install.
  func json(_ test: AnalysedTest) -> JSONValue {
    let baseline = counts[test.baseline]
    let others = test.arms.indices.filter { $0 != test.baseline }
    return [
      "day": .count(day),
      "differences": .object(
        zip(others, intervals).map { arm, interval in
          (
            test.arms[arm],
            [
              "estimate": .optional(TwoArms(counts[arm], against: baseline).difference),
              "ci": .ends(interval), "installs": .count(counts[arm].n),
              "baseline_installs": .count(baseline.n),
            ]
          )
        }),
    ]
  }
}

extension InterimLooks.Reading {
  /// The looks at a running test.
  func json(at moments: [AsOf]) -> JSONValue {
    .list(
      zip(moments, sequential?.looks ?? []).map { moment, look in
        [
          "as_of": .text(moment.moment.description), "fraction": .number(look.fraction),
          "score": .optional(look.score), "bound": .optional(look.bound), "ci": .ends(look.interval),
          "stops": .flag(look.crosses),
        ]
      })
  }
}

extension TestedFinding {
  /// Something found in the rows.
  func json(_ test: AnalysedTest) -> JSONValue {
    [
      "kind": .text(finding.kind.rawValue), "installs": test.byName { .count(finding.byArm[$0]) },
      "is_excluded": .flag(finding.kind.isExcluded), "is_doubtful": .flag(finding.kind.isDoubtful),
      "dependence_on_arm": .chiSquare(dependence), "lines": .list(finding.firstLines.map { .count($0) }),
    ]
  }
}

extension SampleRatio {
  /// Whether installs are split as meant.
  func json(_ analysed: AnalysedTest) -> JSONValue {
    [
      "statistic": .number(test.statistic), "p": .number(test.p.value), "mismatch": .flag(mismatch),
      "expected": analysed.byName { .number(expected[$0]) },
    ]
  }
}
