import Inference
import TestAnalysis
import TextFormats

extension AnalysisJSON {
  /// Bounds per prompted among those whom both arms would prompt; null where they cannot be had.
  static func commonStratum(_ analysis: AnalysedTest) -> JSONValue {
    guard !analysis.commonStratum.isEmpty else { return .null }
    return .object(
      analysis.commonStratum.map {
        (
          analysis.arms[$0.arm],
          .object([
            ("difference_bounds", .list([.number($0.bounds.lower), .number($0.bounds.upper)])),
            ("share_of_installs", .number($0.bounds.share)),
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
