import ExperimentDesign
import PromptFlow
import RuleBook
import Synchronization

// The mappings of an experiment file.
extension KeyTable {
  static let experiment = book.table("experiment")
  static let arm = book.table("arm")
  static let population = book.table("population")
  static let segment = book.table("segment")
  /// The sections that an arm may override.
  static let surroundings = book.table("surroundings")
  /// What an arm may change for one segment.
  static let armSegment = book.table("arm_segment")
  static let joint = book.table("joint")
  static let evidence = book.table("evidence")

  private static let book = KeyBook()

  /// One key per metric, with its unit and a limit as somebody may write it.
  private static let guardrails = KeyTable(
    noun: "guardrails",
    keys: Metric.allCases.map { metric in
      let isShare = metric.definition.scale == .share
      let unit = isShare ? "a share" : metric == .medianDaysToDecision ? "days" : "a mean over all installs"
      let most = "The \(metric.isLoss ? "most" : "least") \(metric.rawValue)"
      return ExperimentKey(
        name: metric.rawValue, kind: .number(metric.limits, known: "it is a limit"),
        summary: "\(most) with which an option is still recommended; \(unit).",
        example: isShare ? metric.isLoss ? "5%" : "20%" : "0.1")
    })

  /// What may be searched: lists of what an arm's keys may be.
  private static let search = KeyTable(
    noun: "what is searched",
    keys: arm.keys.flatMap { key -> [ExperimentKey] in
      guard case .section(let table) = key.kind else { return [key.searched(key.name)] }
      return table.keys.map { $0.searched("\(key.name).\($0.name)") }
    })

  /// A time that differs between people.
  ///
  /// - Parameter isRequired: whether neither number has a default.
  static func seconds(isRequired: Bool) -> KeyTable {
    KeyTable(
      noun: "a time that differs between people",
      keys: [Number.answerMedian, .answerSigma].map {
        var key = ExperimentKey($0)
        (key.defaultText, key.isRequired) = (nil, isRequired)
        return key
      })
  }

  fileprivate static func named(_ name: String) -> KeyTable {
    switch name {
    case "guardrails": guardrails
    case "search": search
    case _: book.table(name)
    }
  }
}

extension Metric {
  /// What a limit of it may be; a share may be written as a percentage.
  var limits: LegalRange {
    definition.scale == .share ? .probability : LegalRange(-SizeLimits.weight, SizeLimits.weight)
  }
}

extension ExperimentKey {
  fileprivate func searched(_ path: String) -> ExperimentKey {
    ExperimentKey(
      name: path, kind: .list(path == "pre_prompt" ? .name("a pre-prompt, or none") : kind),
      summary: "The values to search. \(summary)", example: example.map { "[\($0)]" })
  }

  /// The keys of an owner's numbers that stand right in a section of its mapping, or in the mapping itself.
  fileprivate static func numbers(_ owner: Number.Owner, in section: String = "") -> [ExperimentKey] {
    owner.numbers.filter { number in
      section == number.row.key.split(separator: ".").dropLast().joined(separator: ".")
    }.map { ExperimentKey($0) }
  }

  /// The key of a number, as its row says.
  fileprivate init(_ number: Number) {
    let row = number.row
    self.init(
      name: row.key.split(separator: ".").last.map(String.init) ?? row.key,
      kind: .number(row.range, known: nil),
      summary: row.summary, isRequired: row.isRequired, defaultText: row.standard.map(\.plainText),
      example: row.example)
  }
}

/// Reads `Data/rules/keys.txt`, which says how it is written.
private final class KeyBook: Sendable {
  /// The mappings that have been read, as most stand in several others.
  private let made = Mutex<[String: KeyTable]>([:])
  private let records = Dictionary(Record.all(of: "keys").map { ($0.field(0), $0) }) { first, _ in first }

  func table(_ name: String) -> KeyTable {
    if let table = made.withLock({ $0[name] }) { return table }
    let record = Self.known(name, in: records)
    var keys: [ExperimentKey] = []
    for line in record.lines { keys += self.keys(line, of: name, beside: keys.map(\.name)) }
    let table = KeyTable(noun: record.field(1), keys: keys)
    made.withLock { $0[name] = table }
    return table
  }

  private func keys(_ line: String, of table: String, beside others: [String]) -> [ExperimentKey] {
    let fields = Record.parts(line, at: "|")
    let (name, kind) = (fields[0], fields[1])
    let (form, rest) = Self.form(kind)
    switch (name, form) {
    case ("all", _): return self.table(rest).keys
    case ("others", _):
      // Those of people stand in sections.
      let isSection = rest == "people" && table != "people"
      return ExperimentKey.numbers(Self.owner(rest), in: isSection ? table : "").filter {
        !others.contains($0.name)
      }
    case (_, "the"):
      return ExperimentKey.numbers(Self.owner(Self.form(rest).rest)).filter { $0.name == name }
    case _: break
    }
    var key = ExperimentKey(name: name, kind: self.kind(kind, of: name), summary: fields[2])
    if form == "seconds" { key.defaultText = Self.time(name, of: Self.owner(rest)) }
    for field in fields[3...] {
      let (word, rest) = Self.form(field)
      switch word {
      case "required": key.isRequired = true
      case "removable": key.isRemovable = true
      case "replaced": key.merging = .replaced
      case "apart": key.merging = .apart
      case "excludes": key.excludes = rest
      case "default": key.defaultText = rest
      case "example": key.example = rest
      case _: preconditionFailure("\(line): '\(word)'")
      }
    }
    return [key]
  }

  private func kind(_ text: String, of key: String) -> ValueKind {
    let ways = Record.parts(text, at: ";")
    if ways.count > 1 { return .either(kind(ways[0], of: key), or: kind(ways[1], of: key)) }
    let (form, rest) = Self.form(text)
    // A first part without commas, and what follows it.
    let first = String(rest.prefix { $0 != "," })
    let more = String(rest.dropFirst(first.count + 2))
    switch form {
    case "text": return .text
    case "flag": return .flag
    case "seed": return .seed
    case "evidence": return .evidence
    case "name": return .name(rest)
    case "one": return .choice(Self.known(rest, in: Self.lists))
    case "whole": return .integer(1...Self.known(rest, in: Self.limits))
    case "known": return .number(Self.known(first, in: Self.ranges), known: more)
    case "number": return .number(Self.known(rest, in: Self.ranges), known: nil)
    case "numbers":
      return .section(KeyTable(noun: key, keys: ExperimentKey.numbers(Self.owner(rest), in: key)))
    case "seconds": return .section(.seconds(isRequired: Self.time(key, of: Self.owner(rest)) == nil))
    case "keys": return .section(.named(rest))
    case "names": return .named(.named(first), noun: more)
    case "each":
      let noun = String(more.prefix { $0 != "," })
      return .keyed(
        Self.known(first, in: Self.lists), noun: noun,
        kind(String(more.dropFirst(noun.count + 2)), of: key))
    case "list": return .list(kind(rest, of: key))
    case _: preconditionFailure("\(key): '\(text)'")
    }
  }

  /// The first word of a text, and what it is of.
  private static func form(_ text: String) -> (form: String, rest: String) {
    let words = text.split(separator: " ")
    let rest = words.dropFirst().drop { $0 == "of" || $0 == "to" }
    return (words.first.map(String.init) ?? "", rest.joined(separator: " "))
  }

  /// What holds of a time where no file gives one, by the rows of its two numbers.
  private static func time(_ key: String, of owner: Number.Owner) -> String? {
    let rows = owner.numbers.map(\.row).filter { row in
      row.key.split(separator: ".").dropLast().last.map(String.init) == key
    }
    let standards = rows.compactMap(\.standard).map(\.plainText)
    return standards.count == 2 ? "{median: \(standards[0]), sigma: \(standards[1])}" : nil
  }

  private static func owner(_ name: String) -> Number.Owner {
    known(name, in: owners)
  }

  private static let owners = Dictionary(
    uniqueKeysWithValues: Number.Owner.allCases.map { (snakeCased("\($0)"), $0) })

  private static let lists: [String: [String]] = [
    "metrics": Metric.allCases.map(\.rawValue), "pitfalls": Pitfall.reported.map(\.tag),
    "systems": SystemVersion.allCases.map(\.name),
    "moments": TriggerKind.allCases.filter { !$0.row.isCounted }.map(\.rawValue),
    "hooks": AskHook.words.reversed(), "retries": RetryPolicy.words,
    "links": SettingsLink.words, "shows": ["unlimited"],
    "asking systems": [SystemVersion.iOS14_5.word, SystemVersion.iOS14_0.word],
    "gates": GateKind.words, "starts": GateStart.words, "orders": ConsentOrder.words,
    "undetermined": ConsentOnUndetermined.words, "grades": Evidence.Grade.allCases.map(\.rawValue),
    "scales": JointDistribution.Scale.allCases.map(\.rawValue),
  ]

  private static let limits = ["count": SizeLimits.count, "life": SizeLimits.lifeCount]

  private static let ranges: [String: LegalRange] = [
    "probability": .probability, "open_probability": .openProbability, "shape": .shape, "real": .real,
    "sessions_per_day": .sessionsPerDay, "sessions_per_active_day": .sessionsPerActiveDay,
    "horizon": LegalRange(0, SizeLimits.horizonDays, includesLow: false),
    "installs": LegalRange(1, SizeLimits.weight), "amount": LegalRange(-SizeLimits.weight, SizeLimits.weight),
  ]

  /// What has a name; the program's own file has no other.
  private static func known<Value>(_ name: String, in list: [String: Value]) -> Value {
    guard let value = list[name] else { preconditionFailure("keys.txt: no '\(name)'") }
    return value
  }
}
