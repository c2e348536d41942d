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
  /// Whether arms that Apple's rules forbid may win.
  public var includesForbidden: Bool
  /// What the answer needs of the file as it is now, in place of what the stored text says; `nil` for that.
  public var context: AnswerContext?
  /// How many threads read the trials and work an answer out; at least 1.
  ///
  /// The answer is the same for any number of them.
  public var threads = WorkContext.cores
  /// The most trials, counted once for each scenario, of which an answer holds numbers at once.
  ///
  /// Where a complete run has more, it is worked out in parts, each of which reads the trials again. The answer is the same.
  public var mostHeld = WorkContext.mostHeld

  /// A run of a store.
  public init(_ record: RunRecord, in store: ResultStore, includesForbidden: Bool = false) {
    self.record = record
    self.store = store
    self.includesForbidden = includesForbidden
  }

  /// What the run is.
  ///
  /// - Throws: ``UnreadableRun``.
  public func outline() throws(UnreadableRun) -> RunOutline {
    var outline = try RunOutline(record)
    if let context { outline.context = context }
    return outline
  }

  /// The answer, with what the store has of it beyond the trials.
  ///
  /// - Parameters:
  ///   - segment: of these people alone.
  ///   - explainsLead: whether to find what the lead rests on.
  /// - Throws: `ResultStoreError`, `NumericsError`, ``UnreadableRun``.
  public func summary(segment: String? = nil, explainsLead: Bool = false) throws -> RunSummary {
    var summary = try answer(.whole, segment: segment, explainsLead: explainsLead)
    try summary.restore(from: store, includesForbidden: includesForbidden)
    return summary
  }

  /// The answer with the metrics alone that its short text speaks of.
  ///
  /// Where arms have the same value in every trial all metrics are compared, so that all are there.
  /// - Throws: as ``summary(segment:explainsLead:)``.
  public func shortSummary() throws -> RunSummary {
    var summary = try answer(.short)
    try summary.restore(from: store, includesForbidden: includesForbidden)
    return summary
  }

  /// Whether the run has too many trials for an answer that holds numbers of all of them.
  func isTooLargeToHold() throws(UnreadableRun) -> Bool {
    WorkContext.isTooLargeToHold(
      trials: record.inputs.trials, scenarios: try outline().scenarios.count, most: mostHeld)
  }

  /// The answer as the trials give it: as much of it as is wanted, or the whole where that is not enough.
  ///
  /// - Parameters:
  ///   - scope: how much of it is wanted.
  ///   - simulated: what makes the answer of that scope, where it has the trials already; taken.
  ///   - shouldStop: as for ``builder(segment:scenario:explainsLead:scope:shouldStop:)``.
  /// - Throws: as that.
  func answer(
    _ scope: AnswerScope, of simulated: consuming RunSummaryBuilder? = nil, segment: String? = nil,
    explainsLead: Bool = true,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> RunSummary {
    func read(_ scope: AnswerScope) throws -> RunSummary {
      try answerByReading(scope, segment: segment, explainsLead: explainsLead, shouldStop: shouldStop)
    }
    let answer: RunSummary
    if var builder = simulated.take() {
      builder.shouldStop = shouldStop
      builder.threads = threads
      answer = try builder.finish()
    } else {
      answer = try read(scope)
    }
    return scope.isEnough(for: answer) ? answer : try read(.whole)
  }

  /// The answer of a scope from the trials of the store; in parts where they are too many to be held at once.
  private func answerByReading(
    _ scope: AnswerScope, segment: String?, explainsLead: Bool, shouldStop: @escaping @Sendable () -> Bool
  ) throws -> RunSummary {
    // Of a run that is being simulated, each part would read more trials than the one before.
    let isInParts = try record.isComplete && isTooLargeToHold()
    func part(_ scope: AnswerScope, scenario: Int? = nil) throws -> RunSummary {
      var builder = try builder(
        segment: segment, scenario: scenario, explainsLead: explainsLead, scope: scope, shouldStop: shouldStop
      )
      // Scenarios that are worked out at the same time need room at the same time.
      if isInParts { builder.threads = 1 }
      // All parts are of the same trials.
      guard !isInParts || builder.trials == record.inputs.trials else {
        throw ResultStoreError.changing(run: record.id, path: store.path)
      }
      return try builder.finish()
    }
    let scenarios = try outline().scenarios.indices
    guard isInParts, let first = scenarios.first else { return try part(scope) }
    func standing(_ scenario: Int) throws -> RunSummary {
      guard scope != .whole else { return try part(.whole, scenario: scenario) }
      var found = try part(.standings, scenario: scenario)
      if scope == .stored { found.addMetrics(of: try part(.rest, scenario: scenario)) }
      return found
    }
    var answer = try standing(first)
    for scenario in scenarios.dropFirst() {
      answer.scenarios[scenario] = try standing(scenario).scenarios[scenario]
    }
    if scope != .whole { answer.explain(by: try part(.explanation)) }
    return answer
  }

  /// What makes the answer, with all trials in it.
  ///
  /// - Parameters:
  ///   - scenario: position of the only scenario to read; `nil` for all.
  ///   - scope: how much is wanted.
  ///   - shouldStop: asked trial by trial, and by the builder later.
  /// - Throws: `NumericsError.stopped` where `shouldStop` says so, `ResultStoreError`, ``UnreadableRun``.
  public func builder(
    segment: String? = nil, scenario: Int? = nil, explainsLead: Bool = false,
    scope: AnswerScope = .whole, shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> RunSummaryBuilder {
    var builder = try emptyBuilder(
      segment: segment, scenario: scenario, explainsLead: explainsLead, scope: scope)
    builder.shouldStop = shouldStop
    try store.forEachResult(of: record.id, threads: threads) { result in
      if shouldStop() { throw NumericsError.stopped }
      builder.add(result)
    }
    return builder
  }

  /// What makes the answer, with no trial in it yet.
  func emptyBuilder(
    segment: String? = nil, scenario: Int? = nil, explainsLead: Bool = false,
    scope: AnswerScope = .whole
  ) throws -> RunSummaryBuilder {
    var builder = RunSummaryBuilder(
      try outline(), segment: segment, scenario: scenario, includesForbidden: includesForbidden,
      explainsLead: explainsLead, scope: scope)
    builder.threads = threads
    return builder
  }

  /// The answers of the segments by themselves, in the order of their first appearance.
  public func segments() throws -> [RunSummary] {
    let outline = try outline()
    var names: [String] = []
    for segment in outline.scenarios.flatMap(\.segments) where !names.contains(segment.name) {
      names.append(segment.name)
    }
    var builders = names.map { RunSummaryBuilder(outline, segment: $0, includesForbidden: includesForbidden) }
    try store.forEachResult(of: record.id, threads: threads) { result in
      for index in builders.indices { builders[index].add(result) }
    }
    return try builders.map { try $0.summary() }
  }

  /// Answers by the end of each day, one curve for each kind of answer asked for.
  public func curves(_ answers: [DayCurves.Answer]) throws -> [DayCurves] {
    let outline = try outline()
    var builders = answers.map { DayCurvesBuilder(outline, answer: $0) }
    try store.forEachResult(of: record.id, threads: threads) { result in
      for index in builders.indices { builders[index].add(result) }
    }
    return try builders.map { try $0.curves() }
  }

  /// The mean share that has allowed by the end of each day.
  public func courses() throws -> AnswerCourses {
    var courses = AnswerCourses(try outline())
    try store.forEachResult(of: record.id, threads: threads) { courses.add($0) }
    return courses
  }
}
