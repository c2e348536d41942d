import ExperimentDesign
import Rendering
import RuleBook
import Studies
import TextFormats

/// What is written of a finding; each document puts these groups in an order of its own.
extension RecordField where Row == DescribedFinding {
  /// Which pitfall it is, with the rules it breaks.
  static var pitfall: [Self] {
    [
      .init("pitfall") { .text($0.pitfall) }, .init("rules") { .texts($0.rules) },
      .init("severity") { .text($0.severity.rawValue) },
    ]
  }

  /// Whether it forbids its arms.
  static var forbids: Self { .init("forbids") { .flag($0.forbids) } }

  /// What was seen.
  static var what: Self { .init("what") { .text($0.what) } }

  /// Why it matters, what to do about it, and the reason for which it was waived.
  static var advice: [Self] {
    [
      .init("why") { .text($0.why) }, .init("fix") { .text($0.fix) },
      .init("waived") { .optional($0.waived) },
    ]
  }
}

extension RecordField where Row == FileLocation {
  /// The file, and where it has lines, the line and the column.
  static var point: [Self] {
    [
      .init("file") { .text($0.file) }, .init("line") { $0.line > 0 ? .count($0.line) : .null },
      .init("column") { $0.line > 0 ? .count($0.column) : .null },
    ]
  }

  /// Where something was seen, with the key.
  static var location: [Self] { point + [.init("key") { .text($0.key) }] }
}

/// What App Review would see of an arm, with the names of what it holds for.
struct NamedVisibility {
  let seen: DescribedVisibility
  let scenario: String?
  let segment: String?
}

extension RecordField where Row == NamedVisibility {
  /// The scenario and the segment; neither where it holds for all.
  static var holdsFor: [Self] {
    [.init("scenario") { .optional($0.scenario) }, .init("segment") { .optional($0.segment) }]
  }

  /// Whether the prompt is seen, and when.
  static var visibility: [Self] {
    [
      .init("visibility") { .text($0.seen.outcome.rawValue) },
      .init("after_seconds") { .optional($0.seen.afterSeconds) },
    ]
  }

  /// The sentence for the notes for App Review, and all of it in words.
  static var words: [Self] {
    [
      .init(key: "review_note") { .optional($0.seen.reviewNote) },
      .init(key: "words") { .text($0.seen.words) },
    ]
  }
}

extension RecordField where Row == BrokenRule {
  /// A rule that forbids an arm, and why.
  static var rule: [Self] { [.init("rule") { .text($0.rule) }, .init("reason") { .text($0.reason) }] }
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
