import ExperimentDesign
import RuleBook

/// Collects what checks see, and which pitfalls could be judged at all.
struct Inspection {
  /// Names of the experiment's arms, in its order; empty without an experiment.
  let arms: [String]
  private(set) var findings: [DescribedFinding] = []
  /// Where each finding stands in the list, so that a hostile file with very many is not compared pair by pair.
  private var locations: [Seen: Int] = [:]
  /// The tags of pitfalls whose location was there to be looked at.
  private(set) var judged: Set<String> = []
  /// The languages of texts that were there and could not be judged, by pitfall; empty where a text's is not known.
  private(set) var unjudged: [String: Set<String>] = [:]

  init(arms: [String]) { self.arms = arms }

  /// Says that a pitfall was not looked for in a text, for the language of it.
  mutating func leave(_ tag: String, in language: String?) {
    unjudged[tag, default: []].insert(language ?? "")
  }

  /// Says that a pitfall could be judged, whatever was found.
  mutating func look(at tags: String...) { judged.formUnion(tags) }

  /// Notes a pitfall; one seen at the same location in several arms is reported once.
  ///
  /// - Parameters:
  ///   - fix: What to do about it, where that is something else than the pitfall says.
  ///   - rules: The rules it is about, where they are others than the pitfall's.
  ///   - remedy: What another value at the location would do, where that is a preset's.
  mutating func note(
    _ tag: String, _ what: String, at location: FileLocation, severity: Severity? = nil,
    arm: String? = nil, fix: String? = nil, rules: [String] = [], remedy: PresetRemedy = .otherValue
  ) {
    guard let pitfall = Pitfall.tagged(tag) else { return }
    judged.insert(tag)
    let preset = location.preset.map { PresetSetting(preset: $0, change: remedy.change(of: location.key)) }
    var location = location
    location.preset = nil
    let position = arm.flatMap { arms.firstIndex(of: $0) }
    let finding = DescribedFinding(
      Finding(
        pitfall: tag, rules: rules.isEmpty ? pitfall.rules : rules, severity: severity ?? pitfall.severity,
        location: location, arms: position.map { [$0] } ?? []),
      seen: what, preset: preset, why: pitfall.why, fix: fix ?? pitfall.fix)
    let seen = Seen(finding)
    guard let same = locations[seen] else {
      locations[seen] = findings.count
      return findings.append(finding)
    }
    guard let position, !findings[same].arms.contains(position) else { return }
    let next = findings[same].arms.firstIndex { $0 > position } ?? findings[same].arms.endIndex
    findings[same].arms.insert(position, at: next)
  }

  /// What makes two findings one.
  struct Seen: Hashable {
    var tag: String
    var what: String
    var location: FileLocation
    var severity: Severity

    init(_ finding: DescribedFinding) {
      tag = finding.pitfall
      what = finding.what
      location = finding.location
      severity = finding.severity
    }
  }
}

/// What another value in place of a preset's would do about a pitfall.
enum PresetRemedy {
  /// Another value helps, and nobody can say which.
  case otherValue
  /// This value helps, as it is written in a file.
  case value(String)
  /// No value helps.
  case noValue

  /// What to write in a file for it.
  func change(of key: String) -> String? {
    switch self {
    case .otherValue: "adjust.\(key)"
    case .value(let value): "adjust.\(key): \(value)"
    case .noValue: nil
    }
  }
}
