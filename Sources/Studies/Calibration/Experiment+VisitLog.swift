public import ExperimentDesign
public import Inference

extension Experiment {
  /// Where the distribution stands that a log of sessions gives to visits.
  static let visitLogPath = "visit_log"

  /// The experiment with what a log of sessions says of visits, for everybody whose visits no segment has of its own.
  ///
  /// - Returns: `nil` where every segment has visits of its own.
  /// - Throws: `ExperimentFault`, `NumericsError`.
  public func visiting(_ fit: VisitLogFit) throws -> Experiment? {
    let path = Self.visitLogPath
    let paths = ["sessions.rate.shape", "sessions.rate.rate", "sessions.leave.a", "sessions.leave.b"]
    var members: [Parameter] = []
    for (member, name) in paths.enumerated() {
      members.append(try Parameter(.joint(path, member: member), path: name, range: .positive))
    }
    let visits = VisitModel(
      rate: .gamma(shape: members[0], rate: members[1]), leaving: .beta(a: members[2], b: members[3]))
    guard scenarios.contains(where: { $0.segments.contains { !$0.visits.isOfSegment } }) else { return nil }
    var changed: [Scenario] = []
    for scenario in scenarios {
      let segments = scenario.segments.map { segment in
        segment.visits.isOfSegment ? segment : segment.replacing(visits: visits)
      }
      changed.append(try Scenario(name: scenario.name, segments: segments))
    }
    let joint = try JointDistribution(
      path: path, paths: paths, scales: Array(repeating: .log, count: 4),
      ranges: Array(repeating: .positive, count: 4), mean: fit.logarithms.mean,
      factor: try fit.logarithms.factor())
    // Both at once: numbers of a joint distribution that the experiment lacks are refused.
    return try replacing(scenarios: changed, joints: joints + [joint])
  }
}

extension VisitModel {
  /// Whether a segment has given these visits, and not the population.
  fileprivate var isOfSegment: Bool {
    let first: Parameter =
      switch rate {
      case .constant(let mean): mean
      case .gamma(let shape, _): shape
      }
    return first.path.hasPrefix("segments.")
  }
}
