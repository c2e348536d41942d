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
  /// A number, and a distribution unless it has to be known for a reason.
  case number(LegalRange, known: String?)
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
public struct ExperimentKey: Sendable {
  /// What happens to what a lower layer wrote.
  enum Merging: Sendable {
    case byKey
    case replaced
    /// Not merged here: joints, evidence and segments have their own ways.
    case apart
  }
  var name: String
  var kind: ValueKind
  /// What it is, in a sentence.
  public var summary: String
  /// Whether it has to be there.
  public var isRequired = false
  /// Whether `null` removes it.
  var isRemovable = false
  /// What holds where it is left out; `nil` where nothing does.
  public var defaultText: String?
  var merging = Merging.byKey
  /// A key that giving this one removes from the layers below.
  var excludes: String?
  /// A value as somebody may write it, in YAML on one line; `nil` for what only has keys below.
  public var example: String?
  /// The words that may stand there, where there is a choice of some; a metric is explained by its own name.
  public var choices: [String] { kind.choices }
  /// Where it stands, names that the user chooses in capitals: `arms.NAME.ask`; known of ``all``.
  public internal(set) var path = ""
  /// What may stand there; known of ``all``.
  public internal(set) var expects = ""
}

/// The keys of one kind of mapping.
struct KeyTable: Sendable {
  /// As messages name it: `an arm`.
  var noun: String
  var keys: [ExperimentKey]

  subscript(name: String) -> ExperimentKey? { keys.first { $0.name == name } }

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
    case _: nil
    }
  }

  /// What may stand after a key of a mapping there; `nil` where no mapping may, or where it has no such key.
  func member(_ key: String) -> ValueKind? {
    switch self {
    case .section(let table): table[key]?.kind
    case .named(let table, _): .section(table)
    case .keyed(_, _, let value): value
    case .either(_, let other): other.member(key)
    case _: nil
    }
  }

  /// What a number there may be, and why it has to be known; `nil` where none stands.
  var number: (range: LegalRange, known: String?)? {
    switch self {
    case .number(let range, let known): (range, known)
    case .either(let scalar, _): scalar.number
    case _: nil
    }
  }

  /// What a number may be that can be a distribution; `nil` where none stands.
  var parameterRange: LegalRange? { number.flatMap { $0.known == nil ? $0.range : nil } }

  /// Whether an empty heading may stand there, which YAML reads as null: it says nothing, and does no harm.
  var isHeading: Bool {
    switch self {
    case .section, .named, .evidence, .list: true
    case _: false
    }
  }

  fileprivate var choices: [String] {
    switch self {
    case .choice(let words): words.contains { Metric(rawValue: $0) != nil } ? [] : words
    case .list(let kind): kind.choices
    case .either(let one, let other): one.choices + other.choices
    case _: []
    }
  }

  /// What is expected, as messages say it.
  var expectation: String {
    expectation { table, noun in
      noun.map { "a mapping from the name of \($0) to its keys" }
        ?? "\(table.noun): a mapping with \(table.names.joined(separator: ", "))"
    }
  }

  /// What is expected.
  ///
  /// - Parameter section: says what a mapping with some keys is, or one from names to such, of which the noun is given.
  func expectation(_ section: (KeyTable, String?) -> String) -> String {
    switch self {
    case .text: "text"
    case .name(let noun): "the name of \(noun)"
    case .choice(let words):
      words == Self.metrics ? "the name of a metric" : "one of \(words.joined(separator: ", "))"
    case .flag: "true or false"
    case .seed: "a whole number from 0 to 18446744073709551615"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range, let known): "a number \(range.words)\(known == nil ? ", or a distribution" : "")"
    case .section(let table): section(table, nil)
    case .named(let table, let noun): section(table, noun)
    case .keyed(let names, let noun, let value):
      (names == Self.metrics
        ? "a mapping from metrics to weights"
        : names.count > 20
          ? "a mapping from the tags of \(noun)s, \(names[0]) to \(names[names.count - 1])"
          : "a mapping with \(names.joined(separator: ", "))") + ", each " + value.expectation(section)
    case .list(let kind): "a list of \(kind.expectation(section))"
    case .either(let scalar, let other): "\(scalar.expectation(section)), or \(other.expectation(section))"
    case .evidence: "a mapping from a parameter's path to {grade, source, date, denominator}"
    }
  }

  private static let metrics = Metric.allCases.map(\.rawValue)
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

/// What the number at a path may be where it can be a distribution; `nil` where the path leads nowhere or to something else.
func parameterRange(at path: [String], in table: KeyTable) -> LegalRange? {
  path.reduce(ValueKind.section(table) as ValueKind?) { $0?.member($1) }?.parameterRange
}
