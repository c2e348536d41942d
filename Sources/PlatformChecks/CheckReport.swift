import ExperimentDesign

/// What checking an app or an experiment found, as programs read it and as all other outputs are made from it.
public struct CheckReport: Sendable, Codable {
  /// A file that could say something and was not read, and why.
  package struct Unread: Hashable, Sendable, Codable {
    package var file: String
    /// 1-based; 0 where it is about the whole file.
    package var line = 0
    package var why: String
  }

  /// What a reviewer would see of an experiment's arm, or of what an app's sources ask.
  package struct Sight: Hashable, Sendable, Codable {
    /// The experiment's file, or the place of the request.
    package var file: String
    /// The option; `nil` of sources.
    package var arm: String?
    /// Where it differs between scenarios, and between their segments; `nil` where it is the same for all.
    package var scenario: String?
    package var segment: String?
    /// `visible`, `needs_steps` or `not_visible`.
    package var visibility: String
    /// Seconds from the start to the alert; `nil` where it does not appear.
    package var afterSeconds: Double?
    /// The sentence for the notes for App Review; `nil` where none is needed.
    package var reviewNote: String?
    package var words: String
  }

  package private(set) var schema = "att-lab/check/1"
  /// Findings that count.
  package private(set) var errors = 0
  package private(set) var warnings = 0
  package private(set) var notes = 0
  /// How many do not count, since somebody accepted them or they were there before.
  package private(set) var accepted = 0
  /// Everything that was seen, by file, line, column and rule.
  public private(set) var findings: [AppFinding]
  /// Empty without an experiment, and without sources of which it can be said.
  package private(set) var reviewer: [Sight] = []
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
    experiments subjects: [ExperimentSubject] = [], project: AppProject, remarks: [AppFinding] = [],
    settings: CheckSettings = CheckSettings()
  ) {
    let sources = project.programs.map { CodeInspection($0.sources, facts: $0.facts) }
    var inspection = Inspection(arms: [])
    inspection.check(
      project, isOfExperiment: !subjects.isEmpty,
      requests: sources.flatMap(\.requests).map(\.token.place))
    var found = remarks + inspection.findings.map { AppFinding($0, arms: []) } + sources.flatMap(\.findings)
    for subject in subjects {
      let check = PlatformDescription(subject)
      let arms = subject.experiment.arms.map(\.name)
      found += check.findings.map { finding in AppFinding(finding, arms: finding.arms.map { arms[$0] }) }
      for tag in subject.waivers.map(\.tag) where !check.findings.contains(where: { $0.pitfall == tag }) {
        found.append(
          AppFinding(
            "waivers", .note, at: CodePlace(subject.location("waivers.\(tag)")),
            "The waiver of \(tag) is not needed.", fix: "Remove it."))
      }
      reviewer += check.visibilities.map { Sight($0, in: subject) }
    }
    reviewer += sources.compactMap(\.sight)
    found += project.suppressions.compactMap(\.fault)
    found.sort { ($0.file, $0.line, $0.column, $0.rule) < ($1.file, $1.line, $1.column, $1.rule) }
    findings = settings.judged(found, project.suppressions)
    read = project.read + subjects.count
    unread = project.unread
    let counts = Dictionary(grouping: findings) { $0.accepted == nil ? $0.severity : nil }.mapValues(\.count)
    func count(_ severity: Severity?) -> Int { counts[severity] ?? 0 }
    (errors, warnings, notes, accepted) = (count(.error), count(.warning), count(.note), count(nil))
  }
}

extension CheckReport.Sight {
  fileprivate init(_ seen: PromptVisibility, in subject: ExperimentSubject) {
    let experiment = subject.experiment
    let scenario = seen.scenario.map { experiment.scenarios[$0] }
    self.init(
      file: subject.file, arm: experiment.arms[seen.arm].name, scenario: scenario?.name,
      segment: seen.segment.flatMap { scenario?.segments[$0].name }, visibility: seen.outcome.rawValue,
      afterSeconds: seen.afterSeconds, reviewNote: seen.reviewNote, words: seen.words)
  }
}

extension CodePlace {
  init(_ location: FileLocation) {
    self.init(file: location.file, line: location.line, column: location.column)
  }
}

extension AppFinding {
  init(_ found: Finding, arms: [String]) {
    self.init(found.pitfall, found.severity, at: CodePlace(found.location), found.what, fix: found.fix)
    why = found.why
    self.arms = arms
    accepted = found.waived
  }
}
