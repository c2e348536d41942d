import ExperimentDesign
public import PlatformChecks
import RuleBook
public import TextFormats

/// What `check` found as SARIF 2.1.0, which code hosts show beside the lines.
///
/// Reference: Static Analysis Results Interchange Format (SARIF) Version 2.1.0, OASIS Standard, 2020.
public enum CheckSARIF {
  /// The whole log: one run, every pitfall as a rule, every finding as a result.
  ///
  /// - Parameters:
  ///   - report: What was found.
  ///   - version: The tool's version.
  ///   - unread: The files that could not be read, and the warnings of the experiment file.
  ///   - leftOut: Files of a folder that were left out, each with the reason.
  ///   - exitCode: What the process ends with where there are any.
  public static func document(
    _ report: CheckReport, version: String, unread: CheckFailure = CheckFailure([]), leftOut: [String] = [],
    exitCode: Int = 0
  ) -> JSONValue {
    let results: (key: String, value: JSONValue) = (
      "results", .list(report.findings.map { result($0, report) } + report.evidence.compactMap(review))
    )
    let isWhole = unread.problems.isEmpty && unread.warnings.isEmpty && leftOut.isEmpty
    return log(
      version: version,
      isWhole
        ? [results] : [("invocations", unread.invocations(exitCode: exitCode, leftOut: leftOut)), results])
  }

  /// A log of one run of the tool, with its rules and what is given.
  static func log(version: String, _ members: [(key: String, value: JSONValue)]) -> JSONValue {
    .object([
      ("$schema", .text("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .text("2.1.0")),
      (
        "runs",
        .list([
          .object(
            [
              (
                "tool",
                .object([
                  (
                    "driver",
                    .object([
                      ("name", .text("att-lab")), ("version", .text(version)),
                      ("rules", .list(rules.map(rule))),
                    ])
                  )
                ])
              ),
              ("columnKind", .text("unicodeCodePoints")),
            ] + members)
        ])
      ),
    ])
  }

  /// The numbered pitfalls, and what stands outside their list.
  private static let rules = Pitfall.all + [Pitfall.unseenInReview]

  private static func message(_ text: String) -> JSONValue { .object([("text", .text(text))]) }

  private static func rule(_ pitfall: Pitfall) -> JSONValue {
    // Each result has a level of its own; of the rule the worst is said.
    let worst = pitfall.severities.first ?? pitfall.severity
    return .object([
      ("id", .text(pitfall.tag)),
      ("shortDescription", message(pitfall.title)),
      ("fullDescription", message(pitfall.why)),
      ("help", message(pitfall.fix)),
      ("defaultConfiguration", .object([("level", .text(worst.rawValue))])),
      (
        "properties",
        .object([
          ("tags", .texts(pitfall.rules)),
          ("levels", .texts(pitfall.severities.map(\.rawValue))),
        ])
      ),
    ])
  }

  private static func result(_ finding: DescribedFinding, _ report: CheckReport) -> JSONValue {
    let index = rules.firstIndex { $0.tag == finding.pitfall }
    var members: [(key: String, value: JSONValue)] = [
      ("ruleId", .text(finding.pitfall)),
      ("ruleIndex", .count(index ?? -1)),
      ("level", .text(finding.severity.rawValue)),
      ("message", message("\(finding.what) \(finding.fix)")),
      ("locations", .list([location(finding.location)])),
    ]
    if let reason = finding.waived {
      members.append(
        (
          "suppressions",
          .list([.object([("kind", .text("external")), ("justification", .text(reason))])])
        ))
    }
    members.append(
      (
        "properties",
        .object([
          ("rules", .texts(finding.rules)),
          ("arms", .texts(report.arms(of: finding))),
        ])
      ))
    return .object(members)
  }

  /// Evidence as a result that a person has to judge; one without a location has none to be shown beside.
  private static func review(_ evidence: SourceEvidence) -> JSONValue? {
    guard let first = evidence.locations.first else { return nil }
    let index = rules.firstIndex { $0.tag == evidence.pitfall.tag }
    return .object([
      ("ruleId", .text(evidence.pitfall.tag)),
      ("ruleIndex", .count(index ?? -1)),
      // Of a kind that is not "fail" the level is "none" (section 3.27.9).
      ("kind", .text("review")),
      ("level", .text("none")),
      ("message", message("\(evidence.says) Whether the call is reached is not known.")),
      ("locations", .list([location(first)])),
      (
        "relatedLocations",
        .list(evidence.locations.dropFirst().map(location))
      ),
      ("properties", .object([("leaning", .text(evidence.leaning.rawValue))])),
    ])
  }

  /// A location of a file, with the key where there is one.
  static func location(_ location: FileLocation) -> JSONValue {
    var physical: [(key: String, value: JSONValue)] = [
      ("artifactLocation", .object([("uri", .text(escaped(location.file)))]))
    ]
    if location.line > 0 {
      physical.append(
        (
          "region",
          .object([
            ("startLine", .count(location.line)),
            ("startColumn", .count(max(1, location.column))),
          ])
        ))
    }
    var members: [(key: String, value: JSONValue)] = [("physicalLocation", .object(physical))]
    if !location.key.isEmpty {
      members.append(("logicalLocations", .list([.object([("fullyQualifiedName", .text(location.key))])])))
    }
    return .object(members)
  }

  /// A path as a reference of RFC 3986: everything but letters, digits and `-._~/` by its bytes.
  static func escaped(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || "-._~/".unicodeScalars.contains(scalar)
      let digits = String(byte, radix: 16, uppercase: true)
      text += isPlain ? String(scalar) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
    return text
  }
}
