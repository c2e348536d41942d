public import ExperimentDesign
public import RuleBook

/// What checking some files found.
public struct CheckReport: Sendable {
  /// Every pitfall that was seen, by file, line and tag; waived ones among them.
  public private(set) var findings: [DescribedFinding]
  /// What became of each of the pitfalls, in their order.
  public private(set) var standings: [Standing]
  /// Waivers of what was not seen, by their tags in the order of the text.
  public private(set) var unusedWaivers: [String]
  /// What a reviewer would see of each arm, and of each scenario and segment where they differ; empty
  /// without an experiment.
  public private(set) var reviewer: [DescribedVisibility]
  /// What calls in the sources say, by pitfall; no finding, and never a reason to fail.
  public private(set) var evidence: [SourceEvidence]
  /// The calls that were found, source by source in the order given.
  public private(set) var calls: [CallSite]
  /// How many sources were looked through.
  public private(set) var sources: Int
  private let experiment: Experiment?

  /// What became of a pitfall.
  public struct Standing: Hashable, Sendable {
    /// The pitfall.
    public var pitfall: Pitfall
    /// Seen, not there, or not to be seen in these files.
    public var outcome: Outcome
    /// The languages of the texts in which it was not looked for, by their codes and in their order; empty where
    /// the language of such a text is not known, and where no such text exists.
    public var unjudgedLanguages: [String]

    /// In which texts it was not looked for: `in 'de', 'fr'`.
    public var unjudgedWords: String {
      unjudgedLanguages.isEmpty
        ? "in a text that is not English"
        : "in " + unjudgedLanguages.map { "'\($0)'" }.joined(separator: ", ")
    }
  }

  /// What became of a pitfall.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// It was seen.
    case found
    /// Its location was looked at, and it is not there.
    case clear
    /// A text was there whose language is not judged; in the others, if any, it was not seen.
    case notJudged = "not_judged"
    /// Nothing that was given shows it.
    case unknown
  }

  /// Checks an experiment, an app's own files and sources, or all of them together.
  ///
  /// - Parameters:
  ///   - subject: The experiment, which is about an app that asks.
  ///   - files: The app's own files, in any order.
  ///   - sources: The app's sources, in any order.
  ///   - requests: Where calls for the permission are known to stand besides. Without an experiment and without
  ///     a call it is not known that the app asks, and a missing usage string is a note.
  public init(
    experiment subject: ExperimentSubject? = nil, files: [AppFile] = [], sources: [SourceFile] = [],
    requests: [FileLocation] = []
  ) {
    var inspection = Inspection(arms: subject?.experiment.arms.map(\.name) ?? [])
    var verdicts: [ReviewerVerdict] = []
    if let subject {
      for arm in subject.experiment.arms {
        inspection.checkUsage(
          LocatedText(
            text: arm.usageString.text,
            location: subject.location("usage_strings.\(arm.usageString.name).text"),
            language: nil, arm: arm.name))
      }
      inspection.checkScreens(subject)
      verdicts = subject.experiment.arms.indices.flatMap { ReviewerVerdict.all(of: $0, subject.experiment) }
      inspection.checkTiming(subject, verdicts)
      inspection.checkSurroundings(subject)
      inspection.checkReviewer(verdicts, subject)
    }
    let calling = sources.flatMap(\.calls).filter { $0.kind == .trackingRequest }.map(\.location)
    inspection.check(files, isOfExperiment: subject != nil, requests: requests + calling)
    let waivers = subject?.waivers ?? []
    findings = inspection.findings.enumerated().sorted { left, right in
      let a = left.element.location
      let b = right.element.location
      return (a.file, a.line, a.column, left.offset) < (b.file, b.line, b.column, right.offset)
    }.map { _, finding in
      var finding = finding
      finding.waived = waivers.first { $0.tag == finding.pitfall }?.reason
      finding.forbids = finding.arms.contains { arm in
        subject?.experiment.arms[arm].findings.contains { finding.rules.contains($0.rule) } ?? false
      }
      return finding
    }
    experiment = subject?.experiment
    let found = Set(findings.map(\.pitfall))
    standings = Pitfall.all.map { pitfall in
      Standing(
        pitfall: pitfall,
        outcome: found.contains(pitfall.tag)
          ? .found
          : inspection.unjudged[pitfall.tag] != nil
            ? .notJudged : inspection.judged.contains(pitfall.tag) ? .clear : .unknown,
        unjudgedLanguages: (inspection.unjudged[pitfall.tag] ?? []).filter { !$0.isEmpty }.sorted())
    }
    unusedWaivers = waivers.map { $0.tag }.filter { !found.contains($0) }
    reviewer = verdicts.map(\.seen)
    evidence = SourceEvidence.all(sources)
    calls = sources.flatMap(\.calls)
    self.sources = sources.count
  }

  /// Findings of a severity that nobody has accepted.
  public func count(_ severity: Severity) -> Int {
    findings.filter { $0.severity == severity && $0.waived == nil }.count
  }

  /// The arms that a finding holds for, by name.
  public func arms(of finding: DescribedFinding) -> [String] {
    finding.arms.compactMap { experiment?.arms[$0].name }
  }

  /// The arm, the scenario and the segment that something is seen for, by name.
  public func names(of seen: DescribedVisibility) -> (arm: String, scenario: String?, segment: String?) {
    guard let experiment else { return ("", nil, nil) }
    let scenario = seen.scenario.map { experiment.scenarios[$0] }
    return (
      experiment.arms[seen.arm].name, scenario?.name, seen.segment.flatMap { scenario?.segments[$0].name }
    )
  }

  /// Whether an error was seen that nobody has accepted.
  public var hasErrors: Bool { count(.error) > 0 }

  /// What became of the pitfall with a tag.
  public func outcome(_ tag: String) -> Outcome {
    standings.first { $0.pitfall.tag == tag }?.outcome ?? .unknown
  }
}
