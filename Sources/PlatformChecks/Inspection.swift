import ExperimentDesign
import RuleBook

/// Collects what checks see.
struct Inspection {
  /// Names of the experiment's arms, in its order; empty without an experiment.
  let arms: [String]
  private(set) var findings: [DescribedFinding] = []
  /// Where each finding stands in the list, so that a hostile file with very many is not compared pair by pair.
  private var locations: [Seen: Int] = [:]

  init(arms: [String]) { self.arms = arms }

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

  /// What was found, by file, line and column.
  var sorted: [DescribedFinding] {
    findings.enumerated().sorted { left, right in
      let a = left.element.location
      let b = right.element.location
      return (a.file, a.line, a.column, left.offset) < (b.file, b.line, b.column, right.offset)
    }.map(\.element)
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
