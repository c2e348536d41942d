import ExperimentDesign
import TextFormats

extension StructureCheck {
  /// How a moment is written that is none of the words, at the end of its message.
  func momentHint(_ text: String, _ words: [String], key: String) -> String {
    if let match = text.wholeMatch(
      of:
        #/after[ _:-]+(?:the[ _])?(?:(first|second|third|[0-9]+)(?:st|nd|rd|th)?[ _])?([A-Za-z][A-Za-z0-9_]*)/#
    ) {
      let counts = ["first": "", "second": ", count: 2", "third": ", count: 3"]
      let count = match.output.1.map { counts[String($0)] ?? ", count: \($0)" } ?? ""
      let event = String(match.output.2)
      return words.contains(event) ? "" : " Write \(key): {after: \(event)\(count)}."
    }
    if let match = text.wholeMatch(of: #/(?:session[ _-]?)?([0-9]+)(?:(?:nd|rd|th)[ _-]session)?/#) {
      return " For session \(match.output.1) write {session: \(match.output.1)}."
    }
    if let match = text.wholeMatch(of: #/(second|third)[ _-]session/#) {
      return " Write {session: \(match.output.1 == "second" ? 2 : 3)}."
    }
    if let (event, count) = Self.countedEvent(text) {
      return " Write \(key): {after: \(event), count: \(count)}."
    }
    guard nearestWord(to: text, among: words) == nil, text.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_]*/#) != nil
    else { return "" }
    return " If '\(text)' is an event of the app, write {after: \(text)}."
  }

  /// The key that says what an unknown one was written for, and how it is written, at the end of the message.
  func otherKey(for entry: LocatedNode.Entry, in table: KeyTable) -> (key: String, hint: String)? {
    if table.names == KeyTable.arm.names, entry.key == "at" {
      return ("ask", askHint(entry.value))
    }
    let periods = ["installs_per_day": (365.0, "day"), "installs_per_week": (52.0, "week")]
    guard table.names == KeyTable.app.names, let (count, noun) = periods[entry.key],
      let text = entry.value.scalar, let installs = readNumber(text), installs > 0, installs < 1e12
    else { return nil }
    let month = Int((installs * count / 12).rounded())
    return (
      "installs_per_month", " Write installs_per_month: \(month) (\(text) a \(noun) × \(Int(count)) / 12)"
    )
  }

  /// How `at: MOMENT` of an option is written.
  private func askHint(_ moment: LocatedNode) -> String {
    guard let text = moment.scalar else { return " Write ask: \(moment.flowText)" }
    let words = MomentWord.words
    let event = text.hasPrefix("after ") ? String(text.dropFirst("after ".count)) : text
    if words.contains(event) { return " Write ask: \(event)" }
    let meant = momentHint(text, words, key: "ask")
    return meant.isEmpty ? " Did you mean 'ask'?" : meant
  }

  /// An event with its number, as people write it: `level 3`, `after level 3`, `3rd level`, `3 levels`.
  private static func countedEvent(_ text: String) -> (event: String, count: String)? {
    let found: (event: Substring, count: Substring)?
    if let match = text.wholeMatch(of: #/(?:after[ _-]+)?([A-Za-z][A-Za-z_]*)[ #-]+([0-9]+)/#) {
      found = (match.output.1, match.output.2)
    } else if let match = text.wholeMatch(of: #/([0-9]+)(?:st|nd|rd|th)?[ -]+([A-Za-z][A-Za-z_]*)/#) {
      found = (match.output.2, match.output.1)
    } else {
      found = nil
    }
    // Days are no events.
    guard let found, !["day", "days", "session", "sessions"].contains(found.event.lowercased()) else {
      return nil
    }
    return (String(found.event), String(found.count))
  }
}

extension Key {
  /// What to add where the key is missing; `nil` where it names something of the file, or has keys below.
  var addition: String? {
    if case .name(let noun) = kind, noun == "a usage string" { return nil }
    guard let example = kind.isMoment ? kind.choices.first : example else { return nil }
    return "Add for example '\(name): \(example)'"
  }
}

extension KeyTable {
  /// The key that a number alone in the place of this section belongs to, with the number: `first: 60%`.
  ///
  /// - Returns: `nil` where the number is none of that key's.
  func onlyNumber(_ text: String) -> String? {
    guard
      let key = keys.first(where: { $0.isRequired && $0.kind.mayVary }) ?? keys.first(where: \.kind.mayVary),
      let range = key.kind.numbers, let number = readNumber(text, in: range)
    else { return nil }
    if range.contains(number) { return "\(key.name): \(text)" }
    return range.isShare && number >= 2 && number <= 100 ? "\(key.name): \(text)%" : nil
  }
}

extension ValueKind {
  /// Whether it is a moment of a life: a word, or a trigger.
  var isMoment: Bool {
    if case .either(.choice, or: .section(let table)) = self { table["after"] != nil } else { false }
  }

  /// The numbers that may stand there, where there is one.
  var numbers: LegalRange? {
    switch self {
    case .integer(let range): LegalRange(Double(range.lowerBound), Double(range.upperBound))
    case .known(let range, _), .parameter(let range): range
    case .either(let scalar, _): scalar.numbers
    case .text, .name, .choice, .flag, .seed, .section, .named, .keyed, .list, .evidence: nil
    }
  }

  /// Whether a distribution may stand there.
  var mayVary: Bool {
    switch self {
    case .parameter: true
    case .either(let scalar, _): scalar.mayVary
    case .integer, .known, .text, .name, .choice, .flag, .seed, .section, .named, .keyed, .list, .evidence:
      false
    }
  }
}

extension DistributionForm {
  /// The distribution that a mapping from its members' names to numbers means, as it is written.
  static func meant(by node: LocatedNode) -> String? {
    let names: [String: DistributionForm] = [
      "mean sd": .normal, "median sigma": .lognormal, "a b": .beta, "lo hi": .uniform,
      "lo mode hi": .triangular,
      "low high": .range, "min max": .uniform, "from to": .range, "low mode high": .triangular,
    ]
    let written = node.entries.map(\.key).joined(separator: " ")
    let numbers = node.entries.compactMap(\.value.scalar)
    guard let form = names[written], numbers.count == form.members.count else { return nil }
    return "{\(form.rawValue): [\(numbers.joined(separator: ", "))]}"
  }
}
