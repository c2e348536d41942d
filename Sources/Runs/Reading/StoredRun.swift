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
  /// What the answer needs of the file as it is now, in place of what the stored text says; `nil` for that.
  public var context: AnswerContext?
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
    var outline = RunOutline(record)
    if let context { outline.context = context }
    return outline
  }

  /// The answer, with what the store has of it beyond the trials.
  ///
  /// - Parameters:
  ///   - segment: of these people alone.
  ///   - explainsLead: whether to find what the lead rests on.
  /// - Throws: `ResultStoreError`, `NumericsError`.
  public func summary(segment: String? = nil, explainsLead: Bool = false) throws -> RunSummary {
    var summary = try answer(.whole, segment: segment, explainsLead: explainsLead)
    try summary.restore(from: store)
    return summary
  }

  /// The answer with the metrics alone that its short text speaks of.
  ///
  /// Where arms have the same value in every trial all metrics are compared, so that all are there.
  /// - Throws: as ``summary(segment:explainsLead:)``.
  public func shortSummary() throws -> RunSummary {
    var summary = try answer(.short)
    try summary.restore(from: store)
    return summary
  }

  /// The answer as the trials give it: as much of it as is wanted, or the whole where that is not enough.
  ///
  /// - Throws: as ``builder(segment:explainsLead:scope:shouldStop:)``.
  private func answer(
    _ scope: AnswerScope, segment: String? = nil, explainsLead: Bool = true
  ) throws -> RunSummary {
    let found = try builder(segment: segment, explainsLead: explainsLead, scope: scope).summary()
    return scope.isEnough(for: found)
      ? found : try builder(segment: segment, explainsLead: explainsLead).summary()
  }

  /// What makes the answer, with all trials in it.
  ///
  /// - Parameters:
  ///   - scope: how much is wanted.
  ///   - shouldStop: asked trial by trial, and by the builder later.
  /// - Throws: `NumericsError.stopped` where `shouldStop` says so, `ResultStoreError`.
  public func builder(
    segment: String? = nil, explainsLead: Bool = false, scope: AnswerScope = .whole,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws -> RunSummaryBuilder {
    var builder = emptyBuilder(segment: segment, explainsLead: explainsLead, scope: scope)
    builder.shouldStop = shouldStop
    try store.forEachResult(of: record.id) { result in
      if shouldStop() { throw NumericsError.stopped }
      builder.add(result)
    }
    return builder
  }

  /// What makes the answer, with no trial in it yet.
  func emptyBuilder(
    segment: String? = nil, explainsLead: Bool = false, scope: AnswerScope = .whole
  ) -> RunSummaryBuilder {
    var builder = RunSummaryBuilder(
      outline(), segment: segment, explainsLead: explainsLead, scope: scope)
    builder.threads = threads
    return builder
  }

  /// The answers of the segments by themselves, in the order of their first appearance.
  public func segments() throws -> [RunSummary] {
    let outline = outline()
    var names: [String] = []
    for segment in outline.scenarios.flatMap(\.segments) where !names.contains(segment.name) {
      names.append(segment.name)
    }
    var builders = names.map { RunSummaryBuilder(outline, segment: $0) }
    try store.forEachResult(of: record.id) { result in
      for index in builders.indices { builders[index].add(result) }
    }
    return try builders.map { try $0.summary() }
  }

  /// Answers by the end of each day, one curve for each kind of answer asked for.
  public func curves(_ answers: [DayCurves.Answer]) throws -> [DayCurves] {
    let outline = outline()
    var builders = answers.map { DayCurvesBuilder(outline, answer: $0) }
    try store.forEachResult(of: record.id) { result in
      for index in builders.indices { builders[index].add(result) }
    }
    return try builders.map { try $0.curves() }
  }

  /// The shares that have allowed by the end of each day.
  public func courses() throws -> DayCurvesBuilder {
    var courses = DayCurvesBuilder(outline(), answer: .allowed)
    try store.forEachResult(of: record.id) { courses.add($0) }
    return courses
  }
}
