import Inference
import TextFormats

/// Releases or languages that are split, as JSON and back.
enum PlannedClustersJSON {
  static func value(_ clusters: PlannedClusters?) -> JSONValue {
    switch clusters {
    case nil: .null
    case .size(let size, let correlation)?: .object([("size", .number(size)), ("icc", .number(correlation))])
    case .counts(let counts, let correlation)?:
      .object([("counts", .list(counts.map { .count($0) })), ("icc", .number(correlation))])
    }
  }

  static func read(_ member: JSONMember?) throws(JSONProblem) -> PlannedClusters? {
    guard let member else { return nil }
    let correlation = try member.member("icc").number(in: 0...1)
    if let size = try member.optional("size") {
      return .size(try size.number(in: 1...1e9), intraclassCorrelation: correlation)
    }
    var counts: [Int] = []
    for count in try member.member("counts").items() { counts.append(try count.count(in: 2...1_000_000)) }
    return .counts(counts, intraclassCorrelation: correlation)
  }
}
