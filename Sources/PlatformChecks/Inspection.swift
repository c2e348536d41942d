import RuleBook

/// Collects what checks see, and which pitfalls could be judged at all.
struct Inspection {
  private(set) var findings: [Finding] = []
  /// Where each finding stands in the list, so that a hostile file with very many is not compared pair by pair.
  private var places: [Seen: Int] = [:]
  /// The tags of pitfalls whose place was there to be looked at.
  private(set) var judged: Set<String> = []

  /// Whether a file was given that has to declare the usage string: an Info.plist, or settings it is made from.
  private(set) var hasDeclaration = false
  /// The languages of texts that were there and could not be judged, by pitfall; empty where a text's is not known.
  private(set) var unjudged: [String: Set<String>] = [:]

  /// Says that the declaration of the usage string was there to be looked at, or its absence was.
  mutating func lookAtDeclaration() {
    look(at: "L1")
    hasDeclaration = true
  }

  /// Says that a pitfall was not looked for in a text, for the language of it.
  mutating func leave(_ tag: String, in language: String?) {
    unjudged[tag, default: []].insert(language ?? "")
  }

  /// Says that a pitfall could be judged, whatever was found.
  mutating func look(at tags: String...) { judged.formUnion(tags) }

  /// Says that a pitfall of another list could be judged.
  mutating func markLooked(at tag: String) { judged.insert(tag) }

  /// Notes a pitfall; one seen at the same place in several arms is told once.
  mutating func note(
    _ tag: String, _ what: String, at place: FilePlace, severity: Pitfall.Severity? = nil,
    arm: String? = nil, mend: String? = nil, rules: [String] = [], isRecovered: Bool = false
  ) {
    guard let pitfall = Pitfall.tagged(tag) else { return }
    judged.insert(tag)
    let what = what + (place.preset.map { " The preset '\($0)' says so." } ?? "")
    let finding = Finding(
      pitfall: pitfall, severity: severity ?? pitfall.severity, what: what, ownMend: mend, ownRules: rules,
      place: place, arms: arm.map { [$0] } ?? [], waived: nil, isRecovered: isRecovered)
    let seen = Seen(tag: tag, what: what, place: place, severity: finding.severity)
    guard let same = places[seen] else {
      places[seen] = findings.count
      return findings.append(finding)
    }
    if let arm, !findings[same].arms.contains(arm) { findings[same].arms.append(arm) }
  }

  /// What makes two findings one.
  private struct Seen: Hashable {
    var tag: String
    var what: String
    var place: FilePlace
    var severity: Pitfall.Severity
  }
}
