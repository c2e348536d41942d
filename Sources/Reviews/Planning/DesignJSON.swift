import Inference
import TextFormats

/// How a planned test is split and judged, as members of JSON and back.
enum DesignJSON {
  /// The margin of a test that an option is not worse; null of a difference.
  static func nonInferior(_ design: TestDesign) -> JSONValue {
    if case .nonInferior(let margin) = design.aim { .number(margin) } else { .null }
  }

  static func clusters(_ design: TestDesign) -> JSONValue {
    design.clusters.map {
      .object([("size", .number($0.size)), ("icc", .number($0.intraclassCorrelation))])
    } ?? .null
  }

  static func looks(_ design: TestDesign) -> JSONValue {
    switch design.looks {
    case nil: .null
    case .fixed(let count)?: .object([("count", .count(count))])
    case .anyTime(let count)?: .object([("any_time", .count(count))])
    }
  }

  /// The design of a `question`, which has these members and `confidence`.
  static func read(_ question: JSONMember, allocation: [Double]) throws(JSONProblem) -> TestDesign {
    let confidence = try question.member("confidence")
    guard let level = try? ConfidenceLevel(try confidence.number()) else {
      throw confidence.problem(expected: "a number from 0.5 to 0.9999")
    }
    let margin = try question.optionalNumber("non_inferior", in: 0...1)
    var clusters: PlannedClusters?
    if let found = try question.optional("clusters") {
      clusters = PlannedClusters(
        size: try found.member("size").number(in: 1...1e9),
        intraclassCorrelation: try found.member("icc").number(in: 0...1))
    }
    var looks: PlannedLooks?
    if let found = try question.optional("planned_looks") {
      let most = LookSchedule.mostLooks
      if let count = try found.optional("any_time") {
        looks = .anyTime(try count.count(in: 1...most))
      } else {
        looks = .fixed(try found.member("count").count(in: 1...most))
      }
    }
    do {
      return try TestDesign(
        aim: margin.map { .nonInferior(margin: $0) } ?? .difference, level: level, allocation: allocation,
        clusters: clusters, looks: looks)
    } catch {
      throw JSONProblem(place: question.path, reason: "no test is judged so: \(error)")
    }
  }
}
