import Foundation
import Testing

@testable import LabCommands

@Suite("The JSON Schema of analyses")
struct AnalysisSchemaTests {
  private static let root = Lab.experiments.deletingLastPathComponent()

  /// Arguments of analyses of every shape: counts on the line, tables, event rows, looks, guardrails.
  private static let lines: [String] = {
    let data = root.appendingPathComponent("Data/tests").path
    let events = "'\(data)/launch-or-late.csv' --as-of 2026-02-10 --baseline launch --planned 600 --day 7"
    return [
      "--counts 'a=412/2000,b=498/2010,c=0/30' --denominator installs",
      "'\(data)/third-article.csv'",
      events, "\(events) --peek", "\(events) --looks 2026-01-20,2026-01-27",
      "guarded.csv --as-of 2026-02-01 --non-inferior 0.5pp --day 7", "counted.csv",
    ]
  }()

  /// Sixty installs with guardrails and what is known at install.
  private static let guarded =
    "install_id,arm,installed_at,prompted_at,decided_at,status,segment,country,retained_d7,value\n"
    + (0..<120).map {
      "i\($0),\($0 % 2 == 0 ? "a" : "b"),2026-01-01,2026-01-02,2026-01-02,\($0 % 3 == 0 ? "authorized" : "denied"),"
        + "s\($0 / 2 % 3),c\($0 / 4 % 2),\($0 % 5 == 0 ? 1 : 0),\($0 % 7)\n"
    }.joined()

  /// Counts of arms that share one of two releases, with guardrails.
  static let counted =
    "arm,release,installs,allowed,retained_d7,value_mean,value_sd\n"
    + "a,1.0,2000,800,300,0.5,1\na,1.1,500,50,60,0.4,1\nb,1.1,500,52,61,0.4,1\n"

  @Test("what analyses write is as the schema says", arguments: lines)
  func valid(line: String) async throws {
    let schema = try JSONDecoder().decode(
      Document.self, from: Data(contentsOf: Self.root.appendingPathComponent("Data/analysis.schema.json")))
    let lab = try Lab()
    try lab.write(Self.guarded, to: "guarded.csv")
    try lab.write(Self.counted, to: "counted.csv")
    // Of three options one has too few installs for the split.
    let written = try await lab.written("analyze \(line) --format json", despite: [.notShown])
    let document = try JSONDecoder().decode(Document.self, from: Data(written.utf8))
    let faults = SchemaCheck(root: schema).faults(document, schema, at: "$")
    #expect(faults.isEmpty, "\(faults.prefix(5))")
  }

  @Test("a document of another shape is not")
  func invalid() async throws {
    let schema = try JSONDecoder().decode(
      Document.self, from: Data(contentsOf: Self.root.appendingPathComponent("Data/analysis.schema.json")))
    let written = try await Lab().written(
      "analyze --counts 'a=1/2,b=1/2' --denominator installs --format json")
    for (right, wrong) in [
      ("\"unknown\"", "\"perhaps\""), ("\"margin\": 0.005", "\"margin\": \"0.005\""),
      ("\"denominator\"", "\"target\""),
    ] {
      #expect(written.contains(right))
      let text = written.replacing(right, with: wrong)
      let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
      #expect(!SchemaCheck(root: schema).faults(document, schema, at: "$").isEmpty, "\(wrong)")
    }
  }
}

/// Any JSON.
private enum Document: Decodable, Equatable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([Document])
  case object([String: Document])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([Document].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: Document].self))
    }
  }

  subscript(key: String) -> Document? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var items: [Document] { if case .list(let items) = self { items } else { [] } }

  var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The names that `type` has for it.
  var types: [String] {
    switch self {
    case .null: ["null"]
    case .flag: ["boolean"]
    case .number(let number): number == number.rounded() ? ["number", "integer"] : ["number"]
    case .text: ["string"]
    case .list: ["array"]
    case .object: ["object"]
    }
  }
}

/// As much of JSON Schema as the file uses.
private struct SchemaCheck {
  var root: Document

  func faults(_ value: Document, _ schema: Document, at path: String) -> [String] {
    if schema == .flag(false) { return ["\(path): must not be there"] }
    if case .text(let reference)? = schema["$ref"] {
      let name = reference.replacing("#/$defs/", with: "")
      guard let target = root["$defs"]?[name] else { return ["\(path): no definition \(name)"] }
      return faults(value, target, at: path)
    }
    var found: [String] = []
    let types = schema["type"].map { $0.items.isEmpty ? [$0] : $0.items } ?? []
    if !types.isEmpty, !types.contains(where: { type in value.types.contains { .text($0) == type } }) {
      return ["\(path): of another type"]
    }
    if let constant = schema["const"], constant != value { found.append("\(path): another constant") }
    if let values = schema["enum"], !values.items.contains(value) { found.append("\(path): not of the list") }
    if let number = value.number {
      if let least = schema["minimum"]?.number, number < least { found.append("\(path): too small") }
      if let most = schema["maximum"]?.number, number > most { found.append("\(path): too large") }
    }
    if case .list(let items) = value {
      if let least = schema["minItems"]?.number, Double(items.count) < least {
        found.append("\(path): too few")
      }
      if let most = schema["maxItems"]?.number, Double(items.count) > most {
        found.append("\(path): too many")
      }
      if let each = schema["items"] {
        for (index, item) in items.enumerated() { found += faults(item, each, at: "\(path)[\(index)]") }
      }
    }
    if case .object(let members) = value {
      for case .text(let key) in schema["required"]?.items ?? [] where members[key] == nil {
        found.append("\(path): no \(key)")
      }
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        if let own = schema["properties"]?[key] ?? schema["additionalProperties"] {
          found += faults(member, own, at: "\(path).\(key)")
        }
      }
    }
    if let choices = schema["oneOf"] {
      let tried = choices.items.map { faults(value, $0, at: path) }
      if tried.count(where: \.isEmpty) != 1 {
        found += ["\(path): not exactly one of the shapes"] + tried.flatMap { $0 }
      }
    }
    return found
  }
}
