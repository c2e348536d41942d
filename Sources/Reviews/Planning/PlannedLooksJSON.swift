import Inference
import TextFormats

/// Looks at a test as JSON, and back.
enum PlannedLooksJSON {
  static func value(_ looks: PlannedLooks?) -> JSONValue {
    switch looks {
    case nil: .null
    case .scheduled(let schedule, let spending)?:
      .object([
        ("fractions", .list(schedule.fractions.map { .number($0) })), ("spending", .text(word(spending))),
      ])
    case .anyTime(let count)?: .object([("any_time", .count(count))])
    }
  }

  static func read(_ member: JSONMember?) throws(JSONProblem) -> PlannedLooks? {
    guard let member else { return nil }
    if let count = try member.optional("any_time") {
      return .anyTime(try count.count(in: 1...LookSchedule.mostLooks))
    }
    var fractions: [Double] = []
    let found = try member.member("fractions")
    for fraction in try found.items() { fractions.append(try fraction.number(in: 0...1)) }
    let spending = try member.member("spending")
    guard let rule = AlphaSpending.allCases.first(where: { .text(word($0)) == spending.value }) else {
      throw spending.problem(expected: AlphaSpending.allCases.map(word).joined(separator: " or "))
    }
    guard let schedule = try? LookSchedule(fractions: fractions) else {
      throw found.problem(expected: "shares that rise to 1")
    }
    return .scheduled(schedule, rule)
  }

  /// As `--spending` names it.
  private static func word(_ spending: AlphaSpending) -> String {
    switch spending {
    case .obrienFlemingType: "obrien-fleming"
    case .pocockType: "pocock"
    }
  }
}
