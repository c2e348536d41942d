import ExperimentDesign
import RuleBook

/// The integration checklist of a consent platform's guide to App Tracking Transparency, held against
/// what the files show.
///
/// Reference: consentmanager, "Working with ATT (App Tracking Transparency / iOS)", step 12.
public struct Checklist: Sendable {
  /// Its points, in the guide's order.
  public let items: [Item]

  /// One point.
  public struct Item: Hashable, Sendable {
    /// What has to be done.
    public var task: String
    /// Whether it is.
    public var outcome: Outcome
    /// What shows it, or what to state or give to know it.
    public var because: String
  }

  /// Whether a point is fulfilled.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    case pass
    case fail
    case unknown
  }

  /// What shows a point: pitfalls that must not be there, and an answer of the team's.
  private static let points: [(task: String, tags: [String], key: String?)] = [
    ("Add AppTrackingTransparency.framework", [], "links_framework"),
    ("Add NSUserTrackingUsageDescription to Info.plist, and say clearly why", ["L1", "L2", "L3"], nil),
    ("Check the status at startup", ["L42"], "reads_status_at_start"),
    ("A pre-prompt, if any, that does not mislead", ["L5", "L6", "L7", "L8"], nil),
    ("Request while the status is not determined and the app is active", ["L11", "L13"], nil),
    ("Handle the answer: after a no, reject ad purposes and open the layer", ["L24", "L27"], nil),
    ("Open the consent layer after the alert, never beside it", ["L23"], nil),
    ("Start SDKs only after the consent layer", ["L22"], nil),
    ("Check the status again when the app resumes", ["L28"], "rechecks_on_resume"),
    ("Let people open the consent layer again", [], "consent_reopens"),
    ("Test every status", [], "tested_statuses"),
  ]

  /// Holds the list against a report.
  public init(_ report: CheckReport) {
    items = Self.points.map { task, tags, key in
      let all = report.findings.filter { tags.contains($0.pitfall) }
      let found = all.first { $0.waived == nil } ?? all.first
      if let found {
        let accepted = found.waived.map { " Accepted in the file: \($0)" } ?? ""
        return Item(
          task: task, outcome: found.isOpen ? .unknown : .fail,
          because: "\(found.pitfall): \(found.what)\(accepted)")
      }
      let unseen = tags.filter { report.reasonUnknown($0) != nil }
      if let key, report.stated[key] == nil {
        return Item(task: task, outcome: .unknown, because: "State app.\(key) in the experiment.")
      }
      if tags.contains("L1"), !report.hasDeclaration {
        return Item(task: task, outcome: .unknown, because: MissingPrompt.noDeclaration)
      }
      if let doubt = report.doubt(about: tags) {
        return Item(task: task, outcome: .unknown, because: "\(doubt.pitfall.tag): \(doubt.sentence)")
      }
      if let tag = unseen.first {
        let because =
          report.evidence(on: unseen).map { "\($0.pitfall.tag): \($0.sentence)" }
          ?? "\(tag): \(report.reasonUnknown(tag) ?? "")."
        return Item(task: task, outcome: .unknown, because: because)
      }
      guard let key else {
        return Item(task: task, outcome: .pass, because: "\(tags.joined(separator: ", ")) not seen.")
      }
      let isDone = report.stated[key] == "true"
      return Item(
        task: task, outcome: isDone ? .pass : .fail,
        because: "The file states \(key): \(report.stated[key] ?? "").")
    }
  }
}
