import Inference
import TestAnalysis
import TextFormats

extension AnalysisJSON {
  /// The shares that have allowed and denied by the day, from installs of every age.
  static func overTime(_ analysis: AnalysedTest) -> JSONValue {
    guard let overTime = analysis.overTime else { return .null }
    let level = analysis.options.statistics.level
    return .object([
      ("method", .text("aalen_johansen")), ("day", .count(overTime.day)),
      (
        "arms",
        byArm(analysis) { arm in
          .object([
            ("allowed", incidence(overTime.arms[arm].allowed, level)),
            ("denied", incidence(overTime.arms[arm].denied, level)),
          ])
        }
      ),
      (
        "comparisons",
        .object(
          overTime.comparisons.map {
            (analysis.arms[$0.arm], comparison($0, overTime.comparisonLevel))
          })
      ),
    ])
  }

  private static func incidence(_ estimate: IncidenceEstimate?, _ level: ConfidenceLevel) -> JSONValue {
    guard let estimate else { return .null }
    return .object([
      ("estimate", .number(estimate.probability)), ("standard_error", .number(estimate.standardError)),
      ("ci", .interval(try? estimate.interval(level))),
    ])
  }

  private static func comparison(_ comparison: OverTime.Comparison, _ level: ConfidenceLevel) -> JSONValue {
    .object([
      (
        "difference",
        effect(
          comparison.allowed?.difference, .interval(comparison.allowed.flatMap { try? $0.interval(level) }))
      ),
      ("test", result(comparison.allowed.flatMap { try? $0.test() })),
      (
        "gray",
        comparison.gray.map {
          .object([("statistic", .number($0.statistic)), ("p", .number($0.p.value))])
        } ?? .null
      ),
    ])
  }

  private static func result(_ test: TestResult?) -> JSONValue {
    test.map { .object([("statistic", .optional($0.statistic)), ("p", .number($0.p.value))]) } ?? .null
  }

  /// Bounds per prompted among those whom both arms would prompt; null where they are not needed or
  /// cannot be had.
  static func commonStratum(_ analysis: AnalysedTest) -> JSONValue {
    guard !analysis.commonStratum.isEmpty else { return .null }
    return .object(
      analysis.commonStratum.map {
        (
          analysis.arms[$0.arm],
          .object([
            ("difference_bounds", .list([.number($0.bounds.lower), .number($0.bounds.upper)])),
            ("ci", .interval($0.interval)), ("share_of_installs", .number($0.bounds.share)),
          ])
        )
      })
  }
}

extension AnalysisJSON {
  /// Arms compared over releases or languages, or within those that carry both; null where installs were assigned one
  /// by one.
  static func clusters(_ analysis: AnalysedTest) -> JSONValue {
    guard !analysis.clustered.isEmpty || !analysis.sharedClusters.isEmpty else { return .null }
    return .list(
      analysis.sharedClusters.map { document($0, analysis) }
        + analysis.clustered.map { compared in
          var fields: [(key: String, value: JSONValue)] = [
            ("by", .text(compared.kind.rawValue)), ("arm", .text(analysis.arms[compared.arm])),
          ]
          switch compared.comparison {
          case .noInstalls: fields.append(("status", .text("no_installs")))
          case .confounded(let difference, let inArm, let inBaseline):
            fields += [
              ("status", .text("confounded")), ("difference", .number(difference)),
              ("clusters", .list([.count(inArm), .count(inBaseline)])), ("cr2", .null),
            ]
          case .contrast(let contrast):
            fields += [
              ("status", .text(compared.isInSequence == true ? "in_sequence" : "compared")),
              ("difference", .number(contrast.difference)),
              (
                "clusters",
                .list([.count(contrast.clustersInArm), .count(contrast.clustersInBaseline)])
              ),
              (
                "cr2",
                .object([
                  ("ci", .interval(try? contrast.interval(analysis.options.statistics.level))),
                  ("degrees_of_freedom", .number(contrast.degreesOfFreedom)),
                  ("p", .optional((try? contrast.pValue())?.value)),
                ])
              ),
            ]
          }
          fields.append(
            (
              "randomisation",
              compared.randomisation.map {
                .object([("p", .number($0.p.value)), ("smallest_possible_p", .number($0.smallestPossible))])
              } ?? .null
            ))
          return .object(fields)
        })
  }

  private static func document(_ shared: SharedClusters, _ analysis: AnalysedTest) -> JSONValue {
    .object([
      ("by", .text(shared.kind.rawValue)), ("arm", .text(analysis.arms[shared.arm])),
      ("status", .text("shared_in_part")), ("within", .text(shared.within.rawValue)),
      ("shared", .count(shared.clusters.count)), ("of", .count(shared.count)),
      ("left_out", .number(shared.leftOut)),
    ])
  }
}
