import ExperimentDesign
public import ResultStore

/// A run whose stored text this version reads as an experiment of another shape: what a row of the one has no
/// counterpart for in the other.
public struct RunShapeMismatch: Error, Hashable {
  /// One difference.
  public enum Difference: Hashable, Sendable {
    /// Names that differ; where none is gone and none is new, they stand in another order.
    case names(Names, gone: [String], added: [String])
    /// As it is read now.
    case installs(Int)
    /// As it is read now.
    case horizonDays(Double)
  }

  /// What has names.
  public enum Names: Hashable, Sendable { case arms, uncertainParameters, scenarios, segments }

  /// The stored run.
  public var run: RunRecord.ID
  /// The engine that computed it.
  public var engine: String
  /// Never empty.
  public var differences: [Difference]

  package init(run: RunRecord.ID, engine: String, differences: [Difference]) {
    self.run = run
    self.engine = engine
    self.differences = differences
  }

  /// In what the shapes of a stored run and of its text as it is read now differ; empty where they are the same.
  static func differences(stored: RunInputs, now: RunInputs) -> [Difference] {
    var differences: [Difference] = []
    func compare(_ what: Names, _ old: [String], _ new: [String]) {
      guard old != new else { return }
      differences.append(
        .names(what, gone: old.filter { !new.contains($0) }, added: new.filter { !old.contains($0) }))
    }
    compare(.arms, stored.arms.map(\.name), now.arms.map(\.name))
    compare(.uncertainParameters, stored.drawnPaths, now.drawnPaths)
    compare(.scenarios, stored.scenarios.map(\.name), now.scenarios.map(\.name))
    compare(
      .segments, stored.scenarios.flatMap { $0.segments.map(\.name) },
      now.scenarios.flatMap { $0.segments.map(\.name) })
    if stored.installs != now.installs { differences.append(.installs(now.installs)) }
    if Int(stored.horizonDays) != Int(now.horizonDays) { differences.append(.horizonDays(now.horizonDays)) }
    return differences
  }
}
