import ExperimentDesign
import TextFormats

/// The JSON Schema (draft 2020-12) of experiment files, for editors to complete and check by.
///
/// It is written from the same key tables that the loader checks by, so it
/// cannot promise what the loader refuses by name, type or range. What depends
/// on several keys together is left to the loader.
public func experimentSchema() -> String {
  var writer = SchemaWriter()
  let root = writer.object(.experiment, sweeps: false)
  let definitions = writer.definitions.sorted { $0.key < $1.key }
  guard case .object(let members) = root else { return "" }
  let head: JSONValue = [
    "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "att-lab experiment",
  ]
  return head.adding(members + [("$defs", .object(definitions))]).text
}

/// Writes key tables as schemas, each table once.
private struct SchemaWriter {
  var definitions: [SchemaMember]

  init() {
    func only(_ key: String, _ description: String, _ value: JSONValue) -> SchemaMember {
      let schema: JSONValue = [
        "description": .text(description), "type": "object",
        "properties": .object([(key: key, value: value)]),
        "required": .list([.text(key)]), "additionalProperties": false,
      ]
      return (key: key, value: schema)
    }
    definitions = DistributionForm.allCases.map { form in
      let count = JSONValue.count(form.members.count)
      return only(
        form.rawValue, "What is not known, drawn once per trial: \(form.form).",
        [
          "type": "array",
          "items": ["anyOf": [["type": "number"], ["type": "string", "pattern": .text(Self.percentage)]]],
          "minItems": count, "maxItems": count,
        ])
    }
    let all = definitions.map { Self.reference($0.key) }
    definitions.append((key: "distribution", value: ["anyOf": .list(all)]))
    definitions.append(
      only("sweep", "Values to compare: one option for each.", ["type": "array", "minItems": 1]))
  }

  private static func reference(_ name: String) -> JSONValue { ["$ref": .text("#/$defs/\(name)")] }

  /// The keys of a table; `sweeps` where an arm's sweeps may stand for values.
  mutating func object(_ table: KeyTable, sweeps: Bool) -> JSONValue {
    let properties = table.keys.map { SchemaMember(key: $0.name, value: property($0, sweeps: sweeps)) }
    let schema: JSONValue = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
    // A layer need not repeat what the layer below it gives.
    let standsAlone = ["an experiment", "an option", "a usage string", "a joint", "evidence"]
    let required = table.keys.filter(\.isRequired).map { JSONValue.text($0.name) }
    guard standsAlone.contains(table.noun), !required.isEmpty else { return schema }
    // What is written over another file needs nothing of its own.
    guard table["extends"] != nil else { return schema.adding([("required", .list(required))]) }
    return schema.adding([("anyOf", [["required": .list(required)], ["required": ["extends"]]])])
  }

  private mutating func property(_ key: ExperimentKey, sweeps: Bool) -> JSONValue {
    var forms = alternatives(key.kind, sweeps: sweeps || key.name == "arms")
    if sweeps { forms.append(Self.reference("sweep")) }
    if key.isRemovable || key.kind.isHeading { forms.append(["type": "null"]) }
    let summary =
      key.summary + (key.defaultText.map { " Default: \($0)." } ?? "")
      + (key.example.map { " Example: \($0)" } ?? "")
    return ["description": .text(summary), "anyOf": .list(forms)]
  }

  private mutating func alternatives(_ kind: ValueKind, sweeps: Bool) -> [JSONValue] {
    switch kind {
    case .text, .name:
      // An editor may take a word for a number or a flag; the loader does not.
      return [["type": ["string", "number", "boolean"]]]
    case .choice(let words): return [["enum": .list(words.map { .text($0) })]]
    case .flag: return [["type": "boolean"], ["enum": ["yes", "no", "on", "off"]]]
    case .seed:
      return [
        ["type": "integer", "minimum": 0],
        ["type": "string", "pattern": "^(0[xX][0-9a-fA-F]+|[0-9]+)$"],
      ]
    case .integer(let range):
      return [["type": "integer", "minimum": .count(range.lowerBound), "maximum": .count(range.upperBound)]]
    case .number(let range, let known):
      return numbers(range) + (known == nil ? [Self.reference("distribution")] : [])
    case .section(let table): return [section(table, sweeps: sweeps)]
    case .named(let table, let noun):
      let value = section(table, sweeps: sweeps)
      let isRemovable = ["an alert", "an event", "a scenario"].contains(noun)
      // An empty list of people or of scenarios says nothing.
      let least: Int64 = ["a segment", "a scenario"].contains(noun) ? 1 : 0
      return [
        [
          "type": "object", "minProperties": .integer(least),
          "propertyNames": ["minLength": 1, "maxLength": 200, "pattern": "\\S"],
          "additionalProperties": isRemovable ? ["anyOf": [value, ["type": "null"]]] : value,
        ]
      ]
    case .keyed(let names, _, let value):
      let any: JSONValue = ["anyOf": .list(alternatives(value, sweeps: sweeps))]
      let properties = JSONValue.object(names.map { ($0, any) })
      return [
        ["type": "object", "properties": properties, "additionalProperties": false, "minProperties": 1]
      ]
    case .list(let element):
      return [["type": "array", "items": ["anyOf": .list(alternatives(element, sweeps: false))]]]
    case .either(let scalar, let other):
      return alternatives(scalar, sweeps: sweeps) + alternatives(other, sweeps: sweeps)
    case .evidence:
      return [["type": "object", "additionalProperties": section(.evidence, sweeps: false)]]
    }
  }

  /// A number of a range, and where that is a share a percentage.
  private func numbers(_ range: LegalRange) -> [JSONValue] {
    var schema: JSONValue = ["type": "number"]
    if range.low.isFinite {
      schema = schema.adding([(range.includesLow ? "minimum" : "exclusiveMinimum", .shortest(range.low))])
    }
    if range.high.isFinite {
      schema = schema.adding([(range.includesHigh ? "maximum" : "exclusiveMaximum", .shortest(range.high))])
    }
    return [schema] + (range.isShare ? [["type": "string", "pattern": .text(Self.percentage)]] : [])
  }

  private static let percentage = "^[0-9][0-9_]*([.][0-9]*)?%$"

  private mutating func section(_ table: KeyTable, sweeps: Bool) -> JSONValue {
    let words = table.noun.split(separator: " ").filter { $0 != "a" && $0 != "an" }
    let isArm = table.noun == KeyTable.arm.noun
    let name = words.joined(separator: "_") + (sweeps && !isArm ? "_in_arm" : "")
    if !definitions.contains(where: { $0.key == name }) {
      // Its name first, so that a table inside itself would end.
      let index = definitions.count
      definitions.append((key: name, value: true))
      definitions[index].value = object(table, sweeps: sweeps)
    }
    return Self.reference(name)
  }
}

/// A key of a schema and what it contains.
private typealias SchemaMember = (key: String, value: JSONValue)

extension JSONValue {
  /// A number, without a decimal point where it is whole.
  fileprivate static func shortest(_ number: Double) -> JSONValue {
    number == number.rounded() && abs(number) < 1e15 ? .integer(Int64(number)) : .number(number)
  }
}
