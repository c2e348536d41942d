import ExperimentDesign

/// The JSON Schema (draft 2020-12) of experiment files, for editors to complete and check by.
///
/// It is written from the same key tables that the loader checks by, so it
/// cannot promise what the loader refuses by name, type or range. What depends
/// on several keys together is left to the loader.
public func experimentSchema() -> String {
  var writer = SchemaWriter()
  let root = writer.object(.experiment, sweeps: false)
  let definitions = writer.definitions.sorted { $0.key < $1.key }
  let head: JSONText = [
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "att-lab experiment",
  ]
  guard case .object(let first) = head, case .object(let rest) = root else { return "" }
  return JSONText.object(first + rest).adding("$defs", .object(definitions)).text() + "\n"
}

/// Writes key tables as schemas, each table once.
private struct SchemaWriter {
  var definitions: [JSONText.Member] = []

  init() {
    for form in DistributionForm.allCases {
      let count = JSONText.number(Double(form.members.count))
      let numbers: JSONText = [
        "type": "array", "items": ["type": "number"], "minItems": count, "maxItems": count,
      ]
      let schema: JSONText = [
        "description": .string("What is not known, drawn once per trial: \(form.form)."),
        "type": "object",
        "properties": .object([.init(form.rawValue, numbers)]),
        "required": .list([.string(form.rawValue)]),
        "additionalProperties": false,
      ]
      definitions.append(.init(form.rawValue, schema))
    }
    let all = DistributionForm.allCases.map { Self.reference($0.rawValue) }
    definitions.append(.init("distribution", ["anyOf": .list(all)]))
    definitions.append(
      .init(
        "sweep",
        [
          "description": "Values to compare: one arm for each.",
          "type": "object",
          "properties": ["sweep": ["type": "array", "minItems": 1.0]],
          "required": ["sweep"],
          "additionalProperties": false,
        ]))
  }

  private static func reference(_ name: String) -> JSONText { ["$ref": .string("#/$defs/\(name)")] }

  /// The keys of a table; `sweeps` where an arm's sweeps may stand for values.
  mutating func object(_ table: KeyTable, sweeps: Bool) -> JSONText {
    let properties = table.keys.map { JSONText.Member($0.name, property($0, sweeps: sweeps)) }
    let schema: JSONText = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
    // A layer need not repeat what the layer below it gives.
    let standsAlone = [
      KeyTable.experiment.noun, KeyTable.arm.noun, KeyTable.usageString.noun, KeyTable.joint.noun,
      KeyTable.evidence.noun, KeyTable.waiver.noun,
    ]
    let required = table.keys.filter(\.isRequired).map { JSONText.string($0.name) }
    guard standsAlone.contains(table.noun), !required.isEmpty else { return schema }
    return schema.adding("required", .list(required))
  }

  private mutating func property(_ key: Key, sweeps: Bool) -> JSONText {
    var forms = alternatives(key.kind, sweeps: sweeps || key.name == "arms")
    if sweeps { forms.append(Self.reference("sweep")) }
    if key.isRemovable || isHeading(key.kind) { forms.append(["type": "null"]) }
    let summary = key.summary + (key.defaultText.map { " Default: \($0)." } ?? "")
    return ["description": .string(summary), "anyOf": .list(forms)]
  }

  /// Whether an empty heading may stand here, which YAML reads as null.
  private func isHeading(_ kind: ValueKind) -> Bool {
    switch kind {
    case .section, .named, .evidence, .list: true
    case .text, .name, .choice, .flag, .seed, .integer, .known, .parameter, .keyed, .either: false
    }
  }

  private mutating func alternatives(_ kind: ValueKind, sweeps: Bool) -> [JSONText] {
    switch kind {
    case .text, .name:
      // An editor may take a word for a number or a flag; the loader does not.
      return [["type": ["string", "number", "boolean"]]]
    case .choice(let words): return [["enum": .list(words.map { .string($0) })]]
    case .flag: return [["type": "boolean"], ["enum": ["yes", "no", "on", "off"]]]
    case .seed:
      return [
        ["type": "integer", "minimum": 0.0],
        ["type": "string", "pattern": "^(0[xX][0-9a-fA-F]+|[0-9]+)$"],
      ]
    case .integer(let range):
      return [
        [
          "type": "integer", "minimum": .number(Double(range.lowerBound)),
          "maximum": .number(Double(range.upperBound)),
        ]
      ]
    case .known(let range, _): return [number(range)]
    case .parameter(let range): return [number(range), Self.reference("distribution")]
    case .section(let table): return [section(table, sweeps: sweeps)]
    case .named(let table, let noun):
      let value = section(table, sweeps: sweeps)
      let isRemovable = ["an alert", "an event", "a scenario"].contains(noun)
      // An empty list of people or of scenarios says nothing.
      let least = ["a segment", "a scenario"].contains(noun) ? 1.0 : 0
      return [
        [
          "type": "object", "minProperties": .number(least),
          "propertyNames": ["minLength": 1.0, "maxLength": 200.0, "pattern": "\\S"],
          "additionalProperties": isRemovable ? ["anyOf": [value, ["type": "null"]]] : value,
        ]
      ]
    case .keyed(let names, _, let value):
      let forms = alternatives(value, sweeps: sweeps)
      return [
        [
          "type": "object",
          "properties": .object(names.map { JSONText.Member($0, ["anyOf": .list(forms)]) }),
          "additionalProperties": false, "minProperties": 1.0,
        ]
      ]
    case .list(let element):
      return [["type": "array", "items": ["anyOf": .list(alternatives(element, sweeps: false))]]]
    case .either(let scalar, let other):
      return alternatives(scalar, sweeps: sweeps) + alternatives(other, sweeps: sweeps)
    case .evidence:
      return [["type": "object", "additionalProperties": section(.evidence, sweeps: false)]]
    }
  }

  private func number(_ range: LegalRange) -> JSONText {
    var schema: JSONText = ["type": "number"]
    if range.low.isFinite {
      schema = schema.adding(range.includesLow ? "minimum" : "exclusiveMinimum", .number(range.low))
    }
    if range.high.isFinite {
      schema = schema.adding(range.includesHigh ? "maximum" : "exclusiveMaximum", .number(range.high))
    }
    return schema
  }

  private mutating func section(_ table: KeyTable, sweeps: Bool) -> JSONText {
    let words = table.noun.split(separator: " ").filter { $0 != "a" && $0 != "an" }
    let isArm = table.noun == KeyTable.arm.noun
    let name = words.joined(separator: "_") + (sweeps && !isArm ? "_in_arm" : "")
    if !definitions.contains(where: { $0.key == name }) {
      // Its name first, so that a table inside itself would end.
      let index = definitions.count
      definitions.append(.init(name, true))
      definitions[index].value = object(table, sweeps: sweeps)
    }
    return Self.reference(name)
  }
}
