import ExperimentDesign
public import Rendering
public import Studies

/// What the platform's rules say of a run: one row per finding and arm, and per reviewer's session
/// (`Data/README.md`).
public enum FindingTable {
  /// The names of the columns.
  public static let header = [
    "run", "experiment", "arm", "allowed_by_apple", "kind", "scenario", "segment", "pitfall", "rules",
    "severity", "forbids", "what", "why", "fix", "waived", "file", "line", "column", "key", "sight",
    "after_seconds",
  ]

  /// The table of a run.
  public static func document(_ outline: RunOutline) -> CSVDocument {
    guard let platform = outline.platform else {
      return CSVDocument(
        header: header,
        rows: outline.arms.map { row(outline, $0, kind: "unrecorded", [:]) })
    }
    let ranked = platform.ranked
    var rows = ranked.filter(\.arms.isEmpty).map {
      row(outline, nil, kind: "finding", cells($0))
    }
    for (position, arm) in outline.arms.enumerated() {
      rows += ranked.filter { $0.arms.contains(position) }.map {
        row(outline, arm, kind: "finding", cells($0))
      }
      rows += platform.sights.filter { $0.arm == position }.map {
        row(outline, arm, kind: "reviewer", cells($0, outline))
      }
    }
    return CSVDocument(header: header, rows: rows)
  }

  /// A row with the cells that are named, and the others empty.
  private static func row(
    _ outline: RunOutline, _ arm: RunDescription.Arm?, kind: String, _ cells: [String: CSVDocument.Cell]
  ) -> [CSVDocument.Cell] {
    let leading: [CSVDocument.Cell] = [
      .text(outline.run), .text(outline.experiment), .optional(arm?.name),
      arm.map { .flag($0.isAllowedByApple) } ?? .empty, .text(kind),
    ]
    return leading + header.dropFirst(leading.count).map { cells[$0] ?? .empty }
  }

  private static func cells(_ finding: DescribedFinding) -> [String: CSVDocument.Cell] {
    let isKnown = finding.location.line > 0
    return [
      "pitfall": .text(finding.pitfall), "rules": .text(finding.rules.joined(separator: " ")),
      "severity": .text(finding.severity.rawValue), "forbids": .flag(finding.forbids),
      "what": .text(finding.what), "why": .text(finding.why), "fix": .text(finding.fix),
      "waived": .optional(finding.waived), "file": .text(finding.location.file),
      "line": isKnown ? .integer(finding.location.line) : .empty,
      "column": isKnown ? .integer(finding.location.column) : .empty, "key": .text(finding.location.key),
    ]
  }

  private static func cells(_ sight: DescribedVisibility, _ outline: RunOutline) -> [String: CSVDocument.Cell]
  {
    let names = sight.names(in: outline)
    return [
      "scenario": .optional(names.scenario), "segment": .optional(names.segment),
      "what": .text(sight.words), "fix": .optional(sight.reviewNote), "sight": .text(sight.outcome.rawValue),
      "after_seconds": .optional(sight.afterSeconds),
    ]
  }
}

extension DescribedVisibility {
  /// The scenario and the segment it holds for, by name.
  func names(in outline: RunOutline) -> (scenario: String?, segment: String?) {
    guard let scenario = visibility.scenario else { return (nil, nil) }
    let found = outline.scenarios[scenario]
    return (found.name, visibility.segment.map { found.segments[$0].name })
  }
}
