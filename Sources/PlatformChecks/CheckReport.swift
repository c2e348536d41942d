public import ExperimentDesign

/// What checking an app or an experiment found, as programs read it and as all other outputs are made from it.
public struct CheckReport: Sendable, Encodable {
  /// A file that could say something and was not read, and why.
  package struct Unread: Hashable, Sendable, Encodable {
    package var file: String
    /// 1-based; 0 where it is about the whole file.
    package var line = 0
    package var why: String
  }

  package private(set) var schema = "att-lab/check/1"
  /// Findings that count.
  package private(set) var errors = 0
  package private(set) var warnings = 0
  package private(set) var notes = 0
  /// How many do not count, since somebody accepted them or they were there before.
  package private(set) var accepted = 0
  /// Everything that was seen, by file, line, column and rule.
  public private(set) var findings: [Finding]
  /// What a reviewer would see of the arms of experiments, and of what an app's sources ask where that can be said.
  package private(set) var reviewer: [PromptVisibility] = []
  package let read: Int
  package let unread: [Unread]

  /// Checks experiments, an app, or both together.
  ///
  /// - Parameters:
  ///   - subjects: Experiments, which are about an app that asks.
  ///   - project: The files of the app.
  ///   - remarks: What is doubtful in the experiments' files themselves.
  ///   - settings: What its team decided.
  public init(
    experiments subjects: [ExperimentSubject] = [], project: AppProject, remarks: [Finding] = [],
    settings: CheckSettings = CheckSettings()
  ) {
    let bundles = AppBundles(project)
    let sources = bundles.programs.map { CodeInspection($0.sources, facts: $0.facts) }
    var inspection = Inspection()
    inspection.check(bundles, sources, isOfExperiment: !subjects.isEmpty)
    var found = remarks + inspection.findings + sources.flatMap(\.findings)
    for subject in subjects {
      let check = PlatformDescription(subject)
      found += check.findings
      for (tag, _) in subject.waivers where !check.findings.contains(where: { $0.rule == tag }) {
        let place = subject.location("waivers.\(tag)")
        found.append(
          Finding("waivers", .note, at: place, "The waiver of \(tag) is not needed.", fix: "Remove it."))
      }
      reviewer += check.visibilities
    }
    reviewer += sources.compactMap(\.sight)
    found += project.suppressions.compactMap(\.fault)
    found.sort { ($0.file, $0.line, $0.column, $0.rule) < ($1.file, $1.line, $1.column, $1.rule) }
    findings = settings.judged(found, project.suppressions)
    (read, unread) = (project.read + subjects.count, project.unread)
    let costs = findings.map { $0.accepted == nil ? $0.severity : nil }
    func count(_ cost: Severity?) -> Int { costs.count { $0 == cost } }
    (errors, warnings, notes, accepted) = (count(.error), count(.warning), count(.note), count(nil))
  }
}
