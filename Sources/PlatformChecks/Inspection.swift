import ExperimentDesign
import RuleBook

struct Inspection {
  private(set) var findings: [Finding] = []
  /// Where each finding stands in the list by what makes it one, so that a hostile file with very many is not compared
  /// pair by pair.
  private var known: [String: Int] = [:]

  /// Notes a case of a pitfall; one seen at the same location in several arms is reported once.
  ///
  /// - Parameters:
  ///   - severity: What it costs, if that is not what the case says; and so of the rules.
  ///   - change: What to write for a key whose value is a preset's; `nil` where no value helps.
  mutating func note(
    _ name: String, _ words: [String: String] = [:], at location: FileLocation, severity: Severity? = nil,
    arm: String? = nil, rules: [String]? = nil, change: (_ key: String) -> String? = { "adjust.\($0)" }
  ) {
    guard let found = PitfallCase.named(name) else { return }
    let preset = location.preset.map { preset in
      "The preset '\(preset)' sets that"
        + (change(location.key).map { "; to change it, set \($0)." } ?? ".")
    }
    var finding = found.finding(words, severity, at: location, preset: preset)
    finding.rules = rules ?? finding.rules
    finding.arms = arm.map { [$0] } ?? []
    let likeness = "\(finding.rule) \(finding.severity) \(location) \(finding.sentence)"
    guard let same = known[likeness] else {
      known[likeness] = findings.count
      return findings.append(finding)
    }
    let known = findings[same].arms
    findings[same].arms += finding.arms.filter { !known.contains($0) }
  }
}

extension PitfallCase {
  /// A finding of this case; `words` are filled in.
  ///
  /// - Parameters:
  ///   - severity: What it costs, if that is not what the case says.
  ///   - preset: Says which preset sets what was seen.
  func finding(
    _ words: [String: String], _ severity: Severity?, _ confidence: Finding.Confidence = .certain,
    at place: FileLocation, related: [(FileLocation, String)] = [], preset: String? = nil
  ) -> Finding {
    var finding = Finding(
      pitfall.tag, severity ?? self.severity, confidence, at: place, related: related,
      filled(\.said, words), preset: preset, why: pitfall.why, fix: filled(\.fix, words))
    finding.rules = rules
    return finding
  }
}

extension Finding.Confidence {
  init(doubts: Int) { self = doubts == 0 ? .certain : doubts == 1 ? .likely : .possible }
}
