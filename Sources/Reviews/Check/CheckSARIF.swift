import ExperimentDesign
import PlatformChecks
package import Rendering
import RuleBook

/// As SARIF 2.1.0, which code hosts show beside the lines.
///
/// Reference: Static Analysis Results Interchange Format (SARIF) Version 2.1.0, OASIS Standard, 2020.
extension CheckReview {
  /// One run: every rule, and every finding as a result; what was not read as notifications.
  package var sarif: JSONValue {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "att-lab", "version": .text(version), "rules": .list(Self.rules.map(Self.rule)),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "invocations": [
            [
              "executionSuccessful": true,
              "toolExecutionNotifications": .list(
                report.unread.map { file in
                  [
                    "level": "note", "message": Self.message("Not read: \(file.why)"),
                    "locations": [Self.location(FileLocation(file: file.file, line: file.line, column: 1))],
                  ]
                }),
            ]
          ],
          "results": .list(report.findings.map(Self.result)),
        ]
      ],
    ]
  }

  /// The numbered pitfalls, and what stands outside their list.
  private static let rules = Pitfall.reported

  private static func message(_ text: String) -> JSONValue { ["text": .text(text)] }

  private static func rule(_ pitfall: Pitfall) -> JSONValue {
    [
      "id": .text(pitfall.tag), "shortDescription": message(pitfall.title),
      "fullDescription": message(pitfall.why), "help": message(pitfall.fix),
      // Each result has a level of its own; of the rule the worst is said.
      "defaultConfiguration": ["level": .text((pitfall.severities.first ?? pitfall.severity).rawValue)],
      "properties": ["tags": .texts(pitfall.rules)],
    ]
  }

  private static func result(_ finding: Finding) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("ruleId", .text(finding.rule)),
      ("level", .text(finding.severity.rawValue)),
      ("message", message("\(finding.sentence) \(finding.fix)")),
      ("locations", [location(finding.place)]),
      ("partialFingerprints", ["attLab/v1": .text(finding.fingerprint)]),
    ]
    if let index = rules.firstIndex(where: { $0.tag == finding.rule }) {
      members.insert(("ruleIndex", .count(index)), at: 1)
    }
    if !finding.related.isEmpty {
      members.append(
        ("relatedLocations", .list(finding.related.map { location($0.place, saying: $0.what) })))
    }
    if let reason = finding.accepted {
      members.append(("suppressions", [["kind": "external", "justification": .text(reason)]]))
    }
    members.append(
      ("properties", ["confidence": .text(finding.confidence.rawValue), "arms": .texts(finding.arms)]))
    return .object(members)
  }

  private static func location(_ place: FileLocation, saying text: String? = nil) -> JSONValue {
    var physical: [(key: String, value: JSONValue)] = [
      ("artifactLocation", ["uri": .text(escaped(place.file))])
    ]
    if place.line > 0 {
      physical.append(
        ("region", ["startLine": .count(place.line), "startColumn": .count(max(1, place.column))]))
    }
    return .object(
      [("physicalLocation", .object(physical))] + (text.map { [("message", message($0))] } ?? []))
  }

  /// A path as a reference of RFC 3986: everything but letters, digits and `-._~/` by its bytes.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        byte < 0x80 && (scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar))
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(scalar) : "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
