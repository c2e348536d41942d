import ExperimentDesign
public import Rendering
public import Studies
import TextFormats

/// The platform checks of a run: one row per finding and arm, and per reviewer's session
/// (`Data/README.md`).
public enum FindingTable {
  private struct Row {
    enum Content {
      case unrecorded
      case finding(DescribedFinding)
      case reviewer(NamedVisibility)
    }

    let outline: RunOutline
    /// `nil` for findings of the whole file.
    let arm: RunDescription.Arm?
    let content: Content

    var kind: String {
      switch content {
      case .unrecorded: "unrecorded"
      case .finding: "finding"
      case .reviewer: "reviewer"
      }
    }
    var finding: DescribedFinding? {
      if case .finding(let finding) = content { finding } else { nil }
    }
    var seen: NamedVisibility? {
      if case .reviewer(let seen) = content { seen } else { nil }
    }
  }

  /// The table of a run.
  public static func document(_ outline: RunOutline) -> CSVDocument {
    RecordTable(fields: fields, rows: rows(outline)).csv
  }

  private static var fields: [RecordField<Row>] {
    RecordField.run.of { $0.outline } + [
      .init("arm") { .optional($0.arm?.name) },
      .init("allowed_by_apple") { $0.arm.map { .flag($0.isAllowedByApple) } ?? .null },
      .init("kind") { .text($0.kind) },
    ] + RecordField.holdsFor.of { $0.seen }
      + (RecordField.pitfall + [.forbids]).of { $0.finding } + [
        .init("what") { .optional($0.finding?.what ?? $0.seen?.seen.words) },
        .init("why") { .optional($0.finding?.why) },
        .init("fix") { .optional($0.finding?.fix ?? $0.seen?.seen.reviewNote) },
        .init("waived") { .optional($0.finding?.waived) },
      ] + RecordField.location.of { $0.finding?.location } + RecordField.visibility.of { $0.seen }
  }

  private static func rows(_ outline: RunOutline) -> [Row] {
    guard let platform = outline.platform else {
      return outline.arms.map { Row(outline: outline, arm: $0, content: .unrecorded) }
    }
    let ranked = platform.ranked
    var rows = ranked.filter(\.arms.isEmpty).map { Row(outline: outline, arm: nil, content: .finding($0)) }
    for (position, arm) in outline.arms.enumerated() {
      rows += ranked.filter { $0.arms.contains(position) }.map {
        Row(outline: outline, arm: arm, content: .finding($0))
      }
      rows += platform.visibilities.filter { $0.arm == position }.map {
        Row(outline: outline, arm: arm, content: .reviewer($0.named(in: outline)))
      }
    }
    return rows
  }
}

extension DescribedVisibility {
  /// The scenario and the segment it holds for, by name.
  func names(in outline: RunOutline) -> (scenario: String?, segment: String?) {
    guard let scenario = visibility.scenario else { return (nil, nil) }
    let found = outline.scenarios[scenario]
    return (found.name, visibility.segment.map { found.segments[$0].name })
  }

  /// With the scenario and the segment it holds for.
  func named(in outline: RunOutline) -> NamedVisibility {
    let names = names(in: outline)
    return NamedVisibility(seen: self, scenario: names.scenario, segment: names.segment)
  }
}
