import ExperimentDesign
public import PlatformChecks
import RuleBook
public import Studies
public import TextFormats

/// What `check` found as JSON of the schema `att-lab/check/1`.
public enum CheckJSON {
  /// The whole report: findings, what became of each pitfall, what a reviewer would see, and what the
  /// file's assumptions imply.
  public static func document(
    _ report: CheckReport, implied: PriorPredictive? = nil, unread: CheckFailure = CheckFailure([]),
    leftOut: [String] = []
  ) -> JSONValue {
    .object([
      ("schema", .text("att-lab/check/1")),
      ("errors", .integer(Int64(report.count(.error)))),
      ("warnings", .integer(Int64(report.count(.warning)))),
      ("notes", .integer(Int64(report.count(.note)))),
      ("findings", .list(report.findings.map { finding($0, report) })),
      ("unused_waivers", .list(report.unusedWaivers.map { .text($0) })),
      ("problems", unread.list),
      ("file_warnings", unread.warningList),
      ("left_out", .list(leftOut.map { .text($0) })),
      ("reviewer", .list(report.reviewer.map { visibility($0, report) })),
      ("implies", implied.map(PriorPredictiveJSON.value) ?? .null),
      ("sources", .integer(Int64(report.sources))),
      ("evidence", .list(report.evidence.map(evidence))),
      ("calls", .list(report.calls.map(call))),
      (
        "pitfalls",
        .list(
          report.standings.map { standing in
            .object([
              ("pitfall", .text(standing.pitfall.tag)), ("title", .text(standing.pitfall.title)),
              ("outcome", .text(standing.outcome.rawValue)), ("where", .text(standing.pitfall.locationWords)),
              ("not_judged_in", .list(standing.unjudgedLanguages.map { .text($0) })),
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
              ("severities", .list(pitfall.severities.map { .text($0.rawValue) })),
              ("rules", .list(pitfall.rules.map { .text($0) })),
              ("where", .text(pitfall.locationWords)), ("limit", .optional(pitfall.limit)),
              ("outcome", .optional(report?.outcome(pitfall.tag).rawValue)),
            ])
          })
      ),
    ])
  }

  private static func finding(_ finding: DescribedFinding, _ report: CheckReport) -> JSONValue {
    .object([
      ("pitfall", .text(finding.pitfall)), ("rules", .list(finding.rules.map { .text($0) })),
      ("severity", .text(finding.severity.rawValue)), ("what", .text(finding.what)),
      ("file", .text(finding.location.file)),
      ("line", finding.location.line > 0 ? .integer(Int64(finding.location.line)) : .null),
      ("column", finding.location.line > 0 ? .integer(Int64(finding.location.column)) : .null),
      ("key", .text(finding.location.key)), ("arms", .list(report.arms(of: finding).map { .text($0) })),
      ("why", .text(finding.why)), ("fix", .text(finding.fix)),
      ("waived", .optional(finding.waived)),
    ])
  }

  private static func evidence(_ evidence: SourceEvidence) -> JSONValue {
    .object([
      ("pitfall", .text(evidence.pitfall.tag)), ("leaning", .text(evidence.leaning.rawValue)),
      ("says", .text(evidence.says)),
      (
        "answer",
        evidence.answer.map { .object([("key", .text($0.key)), ("value", .text($0.value))]) } ?? .null
      ),
      ("places", .list(evidence.locations.map { .object(position($0)) })),
    ])
  }

  private static func call(_ call: CallSite) -> JSONValue {
    .object([("kind", .text(call.kind.rawValue)), ("call", .text(call.call))] + position(call.location))
  }

  /// Where a call stands, and in which function.
  private static func position(_ location: FileLocation) -> [(key: String, value: JSONValue)] {
    [
      ("file", .text(location.file)), ("line", .integer(Int64(location.line))),
      ("column", .integer(Int64(location.column))), ("in", .text(location.key)),
    ]
  }

  private static func visibility(_ seen: DescribedVisibility, _ report: CheckReport) -> JSONValue {
    let names = report.names(of: seen)
    return .object([
      ("arm", .text(names.arm)), ("scenario", .optional(names.scenario)),
      ("segment", .optional(names.segment)), ("sight", .text(seen.outcome.rawValue)),
      ("after_seconds", .optional(seen.afterSeconds)), ("review_note", .optional(seen.reviewNote)),
      ("words", .text(seen.words)),
    ])
  }
}
