import ExperimentDesign
import RuleBook
import TextFormats

/// The volume that the team states under `app`; `nil` where it states none.
func appVolume(_ root: LocatedNode) -> AppVolume? {
  guard let app = root["app"], let installs = app["installs_per_month"]?.scalar.flatMap(readNumber) else {
    return nil
  }
  return AppVolume(
    installsPerMonth: installs, valuePerOptIn: app["value_per_opt_in"]?.scalar.flatMap(readNumber),
    currency: app["currency"]?.scalar ?? "USD")
}

/// The limits under `guardrails`, in the order of the file.
func guardrails(_ root: LocatedNode) -> [GuardrailLimit] {
  (root["guardrails"]?.entries ?? []).compactMap { entry in
    guard let metric = Metric(rawValue: entry.key), let text = entry.value.scalar,
      let limit = readNumber(text, in: metric.limits)
    else { return nil }
    return GuardrailLimit(metric, limit: limit)
  }
}

extension Pitfall {
  /// What can be accepted: the pitfalls, and what a reviewer would not see.
  static let waivable = reported.map(\.tag)
}

/// What is accepted under `waivers`, in the order of the text.
func waivers(_ root: LocatedNode) -> [(tag: String, reason: String)] {
  (root["waivers"]?.entries ?? []).compactMap { entry in
    entry.value.scalar.map { (entry.key, $0) }
  }
}

/// A waiver without a reason is a way of not looking.
func checkWaivers(_ root: LocatedNode, _ problems: ProblemList) {
  for entry in root["waivers"]?.entries ?? []
  where entry.value.isNull || entry.value.scalar?.allSatisfy(\.isWhitespace) == true {
    problems.error(
      entry.value.point,
      "the waiver of \(entry.key) expects a reason, found none. Say why it is accepted, as \(entry.key): \"…\""
    )
  }
}
