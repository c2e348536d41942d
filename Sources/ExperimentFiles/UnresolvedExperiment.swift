public import ExperimentDesign

/// The distributions of visits that a fit found for retention figures.
public struct VisitDistributions: Hashable, Sendable {
  /// Shape r of the gamma distribution of session rates.
  public var shape: Double
  /// Rate β of the gamma distribution of session rates, in days.
  public var rate: Double
  /// First shape of the beta distribution of leaving.
  public var a: Double
  /// Second shape of the beta distribution of leaving.
  public var b: Double

  /// The four numbers.
  public init(shape: Double, rate: Double, a: Double, b: Double) {
    self.shape = shape
    self.rate = rate
    self.a = a
    self.b = b
  }
}

/// What came of fitting visits to retention figures.
public enum RetentionAnswer: Hashable, Sendable {
  /// Distributions that are near enough, and what is doubtful about them, in a sentence.
  case fitted(VisitDistributions, doubt: String?)
  /// Why there are none, in a sentence.
  case refused(String)
}

/// An experiment as it was read, whose retention figures have no visit pattern yet, and whose ranges of shares no
/// distribution.
///
/// A fit needs numerics, which this module has not: ``retention`` and ``ranges`` say what is to be fitted, and
/// ``resolved(_:ranges:)`` puts the answers where they belong.
public struct UnresolvedExperiment: Sendable {
  /// The figures that visits are to be fitted to, each once, in the order of reading; empty where there are none.
  public let retention: [RetentionTargets]
  /// The ranges of shares that beta distributions are to be fitted to, each once, in the order of reading.
  public let ranges: [ShareRange]

  /// `nil` where the parts make no experiment; then ``problems`` has errors.
  private let file: ExperimentFile?
  private let requests: [RetentionRequest]
  private let rangeRequests: [RangeRequest]
  private let problems: ProblemList
  /// What is only worth telling where nothing else is wrong.
  private let lastProblems: ProblemList

  init(
    _ file: ExperimentFile?, requests: [RetentionRequest], ranges: [RangeRequest],
    problems: ProblemList,
    lastProblems: ProblemList
  ) {
    var seen: Set<RetentionTargets> = []
    retention = requests.map(\.targets).filter { seen.insert($0).inserted }
    var seenRanges: Set<ShareRange> = []
    self.ranges = ranges.map(\.range).filter { seenRanges.insert($0).inserted }
    rangeRequests = ranges
    self.file = file
    self.requests = requests
    self.problems = problems
    self.lastProblems = lastProblems
  }

  /// The experiment with its visits and distributions.
  ///
  /// - Parameters:
  ///   - answers: one for each of ``retention``; what has none is reported as an error.
  ///   - ranges: one for each of ``ranges``, likewise.
  /// - Throws: ``FileProblems`` with everything that is wrong, in the texts and with the fits.
  public func resolved(
    _ answers: [RetentionTargets: RetentionAnswer], ranges: [ShareRange: RangeAnswer] = [:]
  ) throws(FileProblems) -> ExperimentFile {
    var problems = problems
    for request in requests {
      switch answers[request.targets] {
      case .fitted(_, let doubt)?:
        if let doubt { problems.warning(request.point, doubt, in: request.slot) }
      case .refused(let reason)?:
        problems.error(request.point, reason, in: request.slot)
      case nil:
        problems.error(
          request.point, "no visit pattern was fitted to this retention. Give 'sessions' instead",
          in: request.slot)
      }
    }
    var shapes: [String: Distribution] = [:]
    for request in rangeRequests {
      switch ranges[request.range] {
      case .fitted(let a, let b)?: shapes[request.path] = .beta(a: a, b: b)
      case .refused(let reason)?: problems.error(request.point, reason)
      case nil:
        problems.error(
          request.point, "no distribution was fitted to this range. Write {beta: [a, b]} instead")
      }
    }
    if !problems.hasErrors { problems.append(lastProblems) }
    guard !problems.hasErrors, var file else { throw FileProblems(problems: problems.sorted(.error)) }
    file.warnings = problems.sorted(.warning)
    do throws(ExperimentFault) {
      file.experiment = try file.experiment.replacingSegments { segment throws(ExperimentFault) in
        guard let targets = segment.visits.fittedTo, case .fitted(let distributions, _)? = answers[targets]
        else {
          return segment
        }
        return segment.replacing(visits: try segment.visits.resolved(distributions))
      }
      if !shapes.isEmpty {
        file.experiment = try file.experiment.replacingParameters { parameter throws(ExperimentFault) in
          guard parameter.range.isShare, let shape = shapes[parameter.path] else { return parameter }
          return try parameter.replacing(shape)
        }
      }
    } catch {
      if let request = requests.first {
        problems.error(request.point, "\(error)", in: request.slot)
      } else if let request = rangeRequests.first {
        problems.error(request.point, "\(error)")
      }
      throw FileProblems(problems: problems.sorted(.error))
    }
    return file
  }
}
