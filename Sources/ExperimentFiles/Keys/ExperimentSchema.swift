import ExperimentDesign
import Foundation

/// The JSON Schema (draft 2020-12) of experiment files, for editors to complete and check by.
///
/// It is written from the same key tables that the loader checks by, so it
/// cannot promise what the loader refuses by name, type or range. What depends
/// on several keys together is left to the loader.
///
/// - Throws: never, as a schema is made of what JSON has.
public func experimentSchema() throws -> String {
  var writer = SchemaWriter()
  var root = writer.object(.experiment, sweeps: false)
  root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
  root["title"] = "att-lab experiment"
  root["$defs"] = writer.definitions
  let form: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try JSONSerialization.data(withJSONObject: root, options: form), as: UTF8.self)
    + "\n"
}

/// What a schema says, by its keywords, as Foundation writes it.
private typealias Schema = [String: Any]

/// Writes key tables as schemas, each table once.
private struct SchemaWriter {
  var definitions: Schema = [:]

  init() {
    func define(_ key: String, _ description: String, _ value: Schema) {
      definitions[key] = [
        "description": description, "type": "object", "properties": [key: value], "required": [key],
        "additionalProperties": false,
      ]
    }
    for form in DistributionForm.allCases {
      let count = form.members.count
      define(
        form.rawValue, "What is not known, drawn once per trial: \(form.form).",
        [
          "type": "array", "items": ["anyOf": [["type": "number"], Self.percentage]],
          "minItems": count, "maxItems": count,
        ])
    }
    definitions["distribution"] = ["anyOf": DistributionForm.allCases.map { Self.reference($0.rawValue) }]
    define("sweep", "Values to compare: one option for each.", ["type": "array", "minItems": 1])
  }

  private static func reference(_ name: String) -> Schema { ["$ref": "#/$defs/\(name)"] }

  /// The keys of a table; `sweeps` where an arm's sweeps may stand for values.
  mutating func object(_ table: KeyTable, sweeps: Bool) -> Schema {
    var properties: Schema = [:]
    for key in table.keys { properties[key.name] = property(key, sweeps: sweeps) }
    var schema: Schema = ["type": "object", "properties": properties, "additionalProperties": false]
    // A layer need not repeat what the layer below it gives.
    let standsAlone = ["an experiment", "an option", "a usage string", "a joint", "evidence"]
    let required = table.keys.filter(\.isRequired).map(\.name)
    guard standsAlone.contains(table.noun), !required.isEmpty else { return schema }
    // What is written over another file needs nothing of its own.
    if table["extends"] != nil {
      schema["anyOf"] = [["required": required], ["required": ["extends"]]]
    } else {
      schema["required"] = required
    }
    return schema
  }

  private mutating func property(_ key: ExperimentKey, sweeps: Bool) -> Schema {
    var forms = alternatives(key.kind, sweeps: sweeps || key.name == "arms")
    if sweeps { forms.append(Self.reference("sweep")) }
    if key.isRemovable || key.kind.isHeading { forms.append(["type": "null"]) }
    let summary =
      key.summary + (key.defaultText.map { " Default: \($0)." } ?? "")
      + (key.example.map { " Example: \($0)" } ?? "")
    return ["description": summary, "anyOf": forms]
  }

  private mutating func alternatives(_ kind: ValueKind, sweeps: Bool) -> [Schema] {
    switch kind {
    case .text, .name:
      // An editor may take a word for a number or a flag; the loader does not.
      return [["type": ["string", "number", "boolean"]]]
    case .choice(let words): return [["enum": words]]
    case .flag: return [["type": "boolean"], ["enum": ["yes", "no", "on", "off"]]]
    case .seed:
      return [
        ["type": "integer", "minimum": 0],
        ["type": "string", "pattern": "^(0[xX][0-9a-fA-F]+|[0-9]+)$"],
      ]
    case .integer(let range):
      return [["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound]]
    case .number(let range, let known):
      return numbers(range) + (known == nil ? [Self.reference("distribution")] : [])
    case .section(let table): return [section(table, sweeps: sweeps)]
    case .named(let table, let noun):
      var value = section(table, sweeps: sweeps)
      if ["an alert", "an event", "a scenario"].contains(noun) {
        value = ["anyOf": [value, ["type": "null"]] as [Schema]]
      }
      // An empty list of people or of scenarios says nothing.
      let least = ["a segment", "a scenario"].contains(noun) ? 1 : 0
      let names: Schema = ["minLength": 1, "maxLength": 200, "pattern": "\\S"]
      return [
        [
          "type": "object", "minProperties": least, "propertyNames": names, "additionalProperties": value,
        ]
      ]
    case .keyed(let names, _, let value):
      let any: Schema = ["anyOf": alternatives(value, sweeps: sweeps)]
      return [
        [
          "type": "object", "properties": Dictionary(uniqueKeysWithValues: names.map { ($0, any) }),
          "additionalProperties": false, "minProperties": 1,
        ]
      ]
    case .list(let element):
      return [["type": "array", "items": ["anyOf": alternatives(element, sweeps: false)]]]
    case .either(let scalar, let other):
      return alternatives(scalar, sweeps: sweeps) + alternatives(other, sweeps: sweeps)
    case .evidence:
      return [["type": "object", "additionalProperties": section(.evidence, sweeps: false)]]
    }
  }

  /// A number of a range, and where that is a share a percentage.
  private func numbers(_ range: LegalRange) -> [Schema] {
    var schema: Schema = ["type": "number"]
    if range.low.isFinite { schema[range.includesLow ? "minimum" : "exclusiveMinimum"] = range.low }
    if range.high.isFinite { schema[range.includesHigh ? "maximum" : "exclusiveMaximum"] = range.high }
    return [schema] + (range.isShare ? [Self.percentage] : [])
  }

  private static let percentage = ["type": "string", "pattern": "^[0-9][0-9_]*([.][0-9]*)?%$"]

  private mutating func section(_ table: KeyTable, sweeps: Bool) -> Schema {
    let words = table.noun.split(separator: " ").filter { $0 != "a" && $0 != "an" }
    let isArm = table.noun == KeyTable.arm.noun
    let name = words.joined(separator: "_") + (sweeps && !isArm ? "_in_arm" : "")
    if definitions[name] == nil {
      // Its name first, so that a table inside itself would end.
      definitions[name] = true
      definitions[name] = object(table, sweeps: sweeps)
    }
    return Self.reference(name)
  }
}
