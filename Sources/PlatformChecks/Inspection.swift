import ExperimentDesign
import RuleBook

struct Inspection {
  private(set) var findings: [Finding] = []
  /// Where each finding stands, by what makes it one: a hostile file has too many to compare pair by pair.
  private var known: [String: Int] = [:]

  /// Notes a case of a pitfall, at its own severity or another, once where several arms have it at one location, and
  /// of a usage string once however many files have it.
  mutating func note(
    _ name: String, _ words: [String: String] = [:], at place: FileLocation? = nil,
    on usage: LocatedText? = nil, severity: Severity? = nil, arm: String? = nil
  ) {
    guard let location = place ?? usage?.location, let found = PitfallCase.all[name] else { return }
    let finding = found.finding(words, severity, at: location)
    let what = usage?.text.filter { $0.isLetter || $0.isNumber } ?? "\(location)"
    let likeness = "\(finding.rule) \(finding.severity) \(what) \(finding.sentence)"
    let index = known[likeness] ?? findings.count
    if index == findings.count {
      known[likeness] = index
      findings.append(finding)
    }
    if let arm = arm ?? usage?.arm, !findings[index].arms.contains(arm) { findings[index].arms.append(arm) }
  }
}

extension PitfallCase {
  /// A finding of this case; `words` are filled in.
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
