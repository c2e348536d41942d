import ExperimentDesign

/// What may stand at one place of an experiment file.
///
/// The checker, the merging of layers and the JSON Schema all read these same
/// declarations, so that they cannot disagree.
indirect enum ValueKind: Sendable {
  case text
  /// A word that names something declared elsewhere in the file.
  case name(String)
  case choice([String])
  case flag
  case seed
  case integer(ClosedRange<Int>)
  /// A number that must be known: no distribution.
  case known(LegalRange, why: String)
  /// A number of the model: known, or a distribution.
  case parameter(LegalRange)
  case section(KeyTable)
  /// A mapping from names the user chooses to sections.
  case named(KeyTable, noun: String)
  /// A mapping from names out of a list to values.
  case keyed([String], noun: String, ValueKind)
  case list(ValueKind)
  /// The first kind for scalars, the second for everything else.
  case either(ValueKind, or: ValueKind)
  /// A mapping from parameter paths to where their numbers come from.
  case evidence
}

/// One key of a mapping.
struct Key: Sendable {
  /// What happens to what a lower layer wrote.
  enum Merging: Sendable {
    case byKey
    case replaced
    /// Not merged here: joints, evidence and segments have their own ways.
    case apart
  }
  var name: String
  var kind: ValueKind
  var summary: String
  var isRequired = false
  /// Whether `null` removes it.
  var isRemovable = false
  /// As the schema and the documentation show it.
  var defaultText: String?
  var merging = Merging.byKey
  /// A key that giving this one removes from the layers below.
  var excludes: String?
  /// A value as somebody may write it, in YAML on one line; `nil` for what only has keys below.
  var example: String?
}

/// The keys of one kind of mapping.
struct KeyTable: Sendable {
  /// As messages name it: `an arm`.
  var noun: String
  var keys: [Key]

  subscript(name: String) -> Key? { keys.first { $0.name == name } }

  var names: [String] { keys.map(\.name) }
}

extension Double {
  /// As somebody would write it: `0.5`, `15`.
  var plainText: String { self == rounded() && abs(self) <= 1e15 ? String(Int(self)) : String(self) }
}

extension ValueKind {
  /// The keys of a mapping that may stand there; of a mapping of names, those of each.
  var table: KeyTable? {
    switch self {
    case .section(let table), .named(let table, _): table
    case .either(_, let other): other.table
    case .text, .name, .choice, .flag, .seed, .integer, .known, .parameter, .keyed, .list, .evidence: nil
    }
  }

  /// What may stand after a key of a mapping there; `nil` where no mapping may, or where it has no such key.
  func member(_ key: String) -> ValueKind? {
    switch self {
    case .section(let table): table[key]?.kind
    case .named(let table, _): .section(table)
    case .keyed(_, _, let value): value
    case .either(_, let other): other.member(key)
    case .text, .name, .choice, .flag, .seed, .integer, .known, .parameter, .list, .evidence: nil
    }
  }

  /// What a number may be that can be a distribution; `nil` where none stands.
  var parameterRange: LegalRange? {
    switch self {
    case .parameter(let range): range
    case .either(let scalar, _): scalar.parameterRange
    case .text, .name, .choice, .flag, .seed, .integer, .known, .section, .named, .keyed, .list, .evidence:
      nil
    }
  }

  /// Whether an empty heading may stand there, which YAML reads as null: it says nothing, and does no harm.
  var isHeading: Bool {
    switch self {
    case .section, .named, .evidence, .list: true
    case .text, .name, .choice, .flag, .seed, .integer, .known, .parameter, .keyed, .either: false
    }
  }

  /// Whether it is a share, which may be written as a percentage.
  var isShare: Bool {
    switch self {
    case .known(let range, _), .parameter(let range): range.isShare
    case .either(let scalar, _): scalar.isShare
    case .text, .name, .choice, .flag, .seed, .integer, .section, .named, .keyed, .list, .evidence: false
    }
  }

  /// The words that may stand there, where there is a choice of some; a metric is explained by its own name.
  var choices: [String] {
    switch self {
    case .choice(let words): words.contains { Metric(rawValue: $0) != nil } ? [] : words
    case .list(let kind): kind.choices
    case .either(let one, let other): one.choices + other.choices
    case .text, .name, .flag, .seed, .integer, .known, .parameter, .section, .named, .keyed, .evidence: []
    }
  }

  /// What is expected, as messages say it.
  var expectation: String {
    switch self {
    case .text: "text"
    case .name(let noun): "the name of \(noun)"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .flag: "true or false"
    case .seed: "a whole number from 0 to 18446744073709551615"
    case .integer(let range):
      range.upperBound == .max
        ? "a whole number of at least \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .known(let range, _): "a number \(range.words)"
    case .parameter(let range): "a number \(range.words), or a distribution"
    case .section(let table): "\(table.noun): a mapping with \(table.names.joined(separator: ", "))"
    case .named(_, let noun): "a mapping from the name of \(noun) to its keys"
    case .keyed(let names, _, _): "a mapping with \(names.joined(separator: ", "))"
    case .list(let kind): "a list of \(kind.expectation)"
    case .either(let scalar, let other): "\(scalar.expectation), or \(other.expectation)"
    case .evidence: "a mapping from a parameter's path to {grade, source, date, denominator}"
    }
  }
}

extension LegalRange {
  /// The range in words, such as `from 0 to 1` or `above 0`.
  var words: String {
    switch (low.isFinite, high.isFinite) {
    case (false, false): return "that is finite"
    case (true, false): return includesLow ? "of at least \(low.plainText)" : "above \(low.plainText)"
    case (false, true): return includesHigh ? "of at most \(high.plainText)" : "below \(high.plainText)"
    case (true, true):
      if includesLow && includesHigh { return "from \(low.plainText) to \(high.plainText)" }
      if !includesLow && !includesHigh { return "strictly between \(low.plainText) and \(high.plainText)" }
      return includesLow
        ? "from \(low.plainText) to below \(high.plainText)"
        : "above \(low.plainText), at most \(high.plainText)"
    }
  }
}

/// Whether `path` names a number that may be a distribution, and its legal range.
///
/// - Returns: the range; `nil` where the path leads nowhere or to something else.
func parameterRange(at path: [String], in table: KeyTable) -> LegalRange? {
  path.reduce(ValueKind.section(table) as ValueKind?) { $0?.member($1) }?.parameterRange
}
