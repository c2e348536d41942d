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

extension Metric {
  /// What a limit of it may be; a share may be written as a percentage.
  var limits: LegalRange {
    definition.scale == .share ? .probability : LegalRange(-SizeLimits.weight, SizeLimits.weight)
  }

  /// A limit of it, as somebody may write it.
  var limitExample: String { definition.scale == .share ? isLoss ? "5%" : "20%" : "0.1" }

  /// What a limit of it is, with its unit.
  var limitSummary: String {
    let unit =
      definition.scale == .share
      ? "a share" : self == .medianDaysToDecision ? "days" : "a mean over all installs"
    return isLoss
      ? "The most \(rawValue) that an option may have and still be recommended; \(unit)."
      : "The least \(rawValue) that an option needs to be recommended; \(unit)."
  }
}

/// Where every key of the population, of what is written over it, and of the experiment stands.
///
/// - Parameter preset: The built-in population's name, where the population is one.
func keyLocations(population: LocatedNode?, preset: String?, root: LocatedNode) -> [String: FileLocation] {
  var locations: [String: FileLocation] = [:]
  func visit(_ node: LocatedNode, _ path: String, in preset: String? = nil) {
    for entry in node.entries {
      let here = path.isEmpty ? entry.key : "\(path).\(entry.key)"
      let point = preset == nil ? entry.point : root.entry("population")?.point ?? root.point
      locations[here] = FileLocation(
        file: point.file, line: point.line, column: point.column, key: here, preset: preset)
      visit(entry.value, here, in: preset)
    }
  }
  if let population { visit(population, "", in: preset) }
  if let adjust = root["adjust"] { visit(adjust, "") }
  visit(root, "")
  return locations
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
