import ExperimentFiles
import Foundation
import Testing

@Suite struct SchemaTests {
  func schema() throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(try experimentSchema().utf8))
    return try #require(object as? [String: Any])
  }

  @Test("The schema is JSON of draft 2020-12 and says which keys an experiment has")
  func isSchema() throws {
    let schema = try schema()
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let keys = try #require(schema["properties"] as? [String: Any]).keys.sorted()
    #expect(
      keys == [
        "adjust", "app", "arms", "baseline", "experiment", "extends", "guardrails", "horizon_days",
        "installs", "margin", "objective", "population", "pre_prompts", "question", "scenarios",
        "search", "seed", "trials", "usage_strings", "waivers",
      ])
    #expect(
      schema["anyOf"] as? [[String: [String]]] == [["required": ["population"]], ["required": ["extends"]]])
  }

  @Test("Every reference of the schema leads to a definition")
  func referencesResolve() throws {
    let schema = try schema()
    let definitions = try #require(schema["$defs"] as? [String: Any])
    var references: Set<String> = []
    func collect(_ value: Any) {
      if let object = value as? [String: Any] {
        if let reference = object["$ref"] as? String { references.insert(reference) }
        object.values.forEach(collect)
      } else if let list = value as? [Any] {
        list.forEach(collect)
      }
    }
    collect(schema)
    #expect(references.count > 20)
    for reference in references {
      #expect(definitions[String(reference.dropFirst("#/$defs/".count))] != nil, "\(reference)")
    }
  }

  @Test("A sweep is allowed in an option and nowhere else")
  func sweeps() throws {
    let definitions = try #require(try schema()["$defs"] as? [String: [String: Any]])
    func forms(_ table: String, _ key: String) -> String {
      let properties = definitions[table]?["properties"] as? [String: Any]
      return "\(properties?[key] ?? "")"
    }
    #expect(forms("option", "delay_seconds").contains("#/$defs/sweep"))
    #expect(forms("attribution_in_arm", "wait_seconds").contains("#/$defs/sweep"))
    #expect(!forms("attribution", "wait_seconds").contains("#/$defs/sweep"))
    #expect(!forms("population", "settle_seconds").contains("#/$defs/sweep"))
  }

  @Test("Names, and the least number of them, are in the schema")
  func names() throws {
    let properties = try #require(try schema()["properties"] as? [String: [String: Any]])
    for (key, least) in [("scenarios", 1), ("usage_strings", 0)] {
      let forms = try #require(properties[key]?["anyOf"] as? [[String: Any]])
      #expect(forms.first?["minProperties"] as? Int == least)
      #expect((forms.first?["propertyNames"] as? [String: Any])?["maxLength"] as? Int == 200)
    }
  }
}
