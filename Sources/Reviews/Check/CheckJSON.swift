import ExperimentDesign
public import PlatformChecks
package import Rendering
import RuleBook
public import TextFormats

/// What `check` found as JSON of the schema `att-lab/check/1`.
public enum CheckJSON {
  /// The whole report: findings, what became of each pitfall, and what a reviewer would see.
  public static func document(
    _ report: CheckReport, unread: CheckFailure = CheckFailure([]), leftOut: [String] = []
  ) -> JSONValue {
    .object([
      ("schema", .text("att-lab/check/1")),
      ("errors", .count(report.count(.error))),
      ("warnings", .count(report.count(.warning))),
      ("notes", .count(report.count(.note))),
      ("findings", findings(report)),
      ("unused_waivers", .texts(report.unusedWaivers)),
      ("problems", unread.list),
      ("file_warnings", unread.warningList),
      ("left_out", .texts(leftOut)),
      ("reviewer", reviewer(report)),
      ("sources", .count(report.sources)),
      ("evidence", .list(report.evidence.map(evidence))),
      ("calls", .list(report.calls.map(call))),
      (
        "pitfalls",
        .list(
          report.standings.map { standing in
            .object([
              ("pitfall", .text(standing.pitfall.tag)), ("title", .text(standing.pitfall.title)),
              ("outcome", .text(standing.outcome.rawValue)), ("where", .text(standing.pitfall.seenIn.words)),
              ("not_judged_in", .texts(standing.unjudgedLanguages)),
            ])
          })
      ),
    ])
  }

  /// All pitfalls with where each is seen, for `check --list`, and what became of each where files were given.
  public static func list(_ report: CheckReport? = nil) -> JSONValue {
    .object([
      ("schema", .text("att-lab/check-list/1")),
      (
        "pitfalls",
        .list(
          Pitfall.all.map { pitfall in
            .object([
              ("pitfall", .text(pitfall.tag)), ("title", .text(pitfall.title)),
              ("severity", .text(pitfall.severity.rawValue)),
              ("severities", .texts(pitfall.severities.map(\.rawValue))),
              ("rules", .texts(pitfall.rules)),
              ("where", .text(pitfall.seenIn.words)), ("limit", .optional(pitfall.limit)),
              ("outcome", .optional(report?.outcome(pitfall.tag).rawValue)),
            ])
          })
      ),
    ])
  }

  private static func evidence(_ evidence: SourceEvidence) -> JSONValue {
    .object([
      ("pitfall", .text(evidence.pitfall.tag)), ("leaning", .text(evidence.leaning.rawValue)),
      ("says", .text(evidence.says)),
      ("places", .list(evidence.locations.map { .object(position($0)) })),
    ])
  }

  private static func call(_ call: CallSite) -> JSONValue {
    .object([("kind", .text(call.kind.rawValue)), ("call", .text(call.call))] + position(call.location))
  }

  /// Where a call stands, and in which function.
  private static func position(_ location: FileLocation) -> [(key: String, value: JSONValue)] {
    [
      ("file", .text(location.file)), ("line", .count(location.line)),
      ("column", .count(location.column)), ("in", .text(location.key)),
    ]
  }

  private static func findings(_ report: CheckReport) -> JSONValue {
    RecordTable(
      fields: RecordField.pitfall + [.what] + RecordField.location.of { $0.location }
        + [.init(key: "arms") { .texts(report.arms(of: $0)) }] + RecordField.advice,
      rows: report.findings
    ).json
  }

  private static func reviewer(_ report: CheckReport) -> JSONValue {
    typealias Row = (arm: String, visibility: NamedVisibility)
    let rows: [Row] = report.reviewer.map { seen in
      let names = report.names(of: seen)
      return (names.arm, NamedVisibility(seen: seen, scenario: names.scenario, segment: names.segment))
    }
    return RecordTable(
      fields: [.init(key: "arm") { .text($0.arm) }]
        + (RecordField.holdsFor + RecordField.visibility + RecordField.words).of { $0.visibility },
      rows: rows
    ).json
  }

  /// A row per finding.
  package static func csv(_ report: CheckReport) -> CSVDocument {
    RecordTable(
      fields: [
        .init("pitfall") { .text($0.pitfall) }, .init("rules") { .text($0.rules.joined(separator: " ")) },
      ]
        + [.init("severity") { .text($0.severity.rawValue) }] + RecordField.location.of { $0.location }
        + [.init("arms") { .text(report.arms(of: $0).joined(separator: ", ")) }, .what] + RecordField.advice,
      rows: report.findings
    ).csv
  }

  /// A row per pitfall.
  package static func csvOfList(_ report: CheckReport?) -> CSVDocument {
    RecordTable(
      fields: [
        .init("pitfall") { .text($0.tag) }, .init("title") { .text($0.title) },
        .init("severity") { .text($0.severity.rawValue) },
        .init("rules") { .text($0.rules.joined(separator: " ")) }, .init("where") { .text($0.seenIn.words) },
        .init("outcome") { .optional(report?.outcome($0.tag).rawValue) },
      ], rows: Pitfall.all
    ).csv
  }
}
