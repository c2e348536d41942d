import ExperimentDesign
import RuleBook

struct Inspection {
  private(set) var findings: [Finding] = []
  /// Where each finding stands in the list by what makes it one, so that a hostile file with very many is not compared
  /// pair by pair.
  private var known: [String: Int] = [:]

  /// Notes a case of a pitfall; one seen at the same location in several arms is reported once.
  ///
  /// - Parameter severity: What it costs, if that is not what the case says.
  mutating func note(
    _ name: String, _ words: [String: String] = [:], at location: FileLocation, severity: Severity? = nil,
    arm: String? = nil
  ) {
    guard let found = PitfallCase.named(name) else { return }
    var finding = found.finding(words, severity, at: location)
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
  /// - Parameter severity: What it costs, if that is not what the case says.
  func finding(
    _ words: [String: String], _ severity: Severity?, _ confidence: Finding.Confidence = .certain,
    at place: FileLocation, related: [(FileLocation, String)] = []
  ) -> Finding {
    let preset = place.preset.map { "The preset '\($0)' sets that; to change it, set adjust.\(place.key)." }
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
