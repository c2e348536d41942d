import ExperimentDesign
import GSLNumerics
public import ResultStore
public import Studies

/// A run of a store, to be read: the one way to every answer, so that a run gives the same answer now, later, and
/// after it was stopped.
///
/// Trials that were simulated just now go the same way, without being read back.
public struct StoredRun: Sendable {
  /// The run.
  public var record: RunRecord
  /// Where it is.
  public var store: ResultStore
  /// The plan that it is answered by, of the same experiment, in place of the stored texts; `nil` for those.
  public var plan: SimulationPlan?
  /// How many threads work an answer out; at least 1.
  ///
  /// The answer is the same for any number of them.
  public var threads = WorkContext.cores

  /// A run of a store.
  public init(_ record: RunRecord, in store: ResultStore) {
    self.record = record
    self.store = store
  }

  /// What the run is.
  public func outline() -> RunOutline {
    plan.map { RunOutline($0, of: record) } ?? RunOutline(record)
  }

  /// The answer: as the store has it, or worked out from the trials where the run is unfinished or another program
  /// answered it.
  ///
  /// - Throws: `ResultStoreError`, `NumericsError`.
  public func summary() throws -> RunSummary {
    try store.keptAnswer(of: record.id)?.summary(of: outline()) ?? builder(explainsLead: true).summary()
  }

  /// All that it says, read in one pass over its trials.
  ///
  /// - Parameter context: how alternative models are simulated, where the store does not have what becomes of the winners
  ///   there; where it stops, the answer is without. Nothing is stored.
  /// - Throws: `ResultStoreError`, `NumericsError`.
  public func reading(
    context: WorkContext = WorkContext()
  ) async throws -> (summary: RunSummary, course: RunCourse) {
    let kept = try store.keptAnswer(of: record.id)
    var whole = emptyBuilder(explainsLead: true)
    var course = RunCourse(whole.outline)
    try store.forEachResult(of: record.id) { result in
      if kept == nil { whole.add(result) }
      course.add(result)
    }
    if let kept { return (kept.summary(of: whole.outline), course) }
    let summary = try whole.summary()
    guard record.isComplete, record.plan != nil else { return (summary, course) }
    (whole.threads, whole.shouldStop) = (context.threads, context.shouldStop)
    return (try await whole.judged(summary), course)
  }

  /// What makes the answer, with all trials in it.
  ///
  /// - Parameters:
  ///   - shouldStop: asked trial by trial, and by the builder later.
  /// - Throws: `NumericsError.stopped` where `shouldStop` says so, `ResultStoreError`.
  public func builder(
    explainsLead: Bool = false, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> RunSummaryBuilder {
    var builder = emptyBuilder(explainsLead: explainsLead)
    builder.shouldStop = shouldStop
    try store.forEachResult(of: record.id) { result in
      if shouldStop() { throw NumericsError.stopped }
      builder.add(result)
    }
    return builder
  }

  /// What makes the answer, with no trial in it yet.
  func emptyBuilder(explainsLead: Bool = false) -> RunSummaryBuilder {
    var builder = RunSummaryBuilder(outline(), explainsLead: explainsLead)
    builder.threads = threads
    return builder
  }

  /// The answers of the segments by themselves, in the order of their first appearance.
  public func segments() throws -> [(name: String, summary: RunSummary)] {
    var outline = outline()
    // Limits and early reports are everybody's.
    outline.context = nil
    var names: [String] = []
    for segment in outline.scenarios.flatMap(\.segments) where !names.contains(segment.name) {
      names.append(segment.name)
    }
    var builders = names.map { _ in RunSummaryBuilder(outline) }
    try store.forEachResult(of: record.id) { result in
      for (index, name) in names.enumerated() {
        builders[index].add(result.only(name, of: outline.scenarios))
      }
    }
    return try zip(names, builders).map { ($0, try $1.summary()) }
  }

  /// What became of the installs, by each kind of answer asked for.
  public func courses(_ answers: [RunCourse.Answer]) throws -> [RunCourse] {
    let outline = outline()
    var courses = answers.map { RunCourse(outline, answer: $0) }
    try store.forEachResult(of: record.id) { result in
      for index in courses.indices { courses[index].add(result) }
    }
    return courses
  }
}

extension TrialResult {
  /// The trial with a segment's installs alone; with nobody under a scenario without it.
  fileprivate func only(_ segment: String, of scenarios: [RunDescription.Scenario]) -> TrialResult {
    let tallies = zip(scenarios, tallies).map { scenario, arms in
      arms.map { arm in scenario.position(ofSegment: segment).map { [arm[$0]] } ?? [] }
    }
    let wholes = zip(tallies, wholes).map { parts, wholes in
      zip(parts, wholes).map { $0.first ?? Tally(days: $1.allowedByDay.count - 1) }
    }
    return TrialResult(trial: trial, draws: draws, tallies: tallies, wholes: wholes)
  }
}
