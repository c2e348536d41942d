import ExperimentDesign

/// An experiment as it was read, whose retention figures condition nothing yet, and whose ranges of shares have no
/// distribution.
///
/// A fit needs numerics, which this module has not: ``retention`` and ``ranges`` say what is to be fitted, and
/// ``resolved(_:ranges:)`` puts the answers where they belong.
public struct UnresolvedExperiment: Sendable {
  /// The figures with what they are to condition, each once, in the order of reading; empty where there are none.
  public let retention: [RetentionQuestion]
  /// The ranges of shares that beta distributions are to be fitted to, each once, in the order of reading.
  public let ranges: [ShareRange]

  /// None where ``problems`` has errors.
  private let file: ExperimentFile
  private let requests: [RetentionRequest]
  private let rangeRequests: [RangeRequest]
  private let problems: ProblemList
  /// What is only worth telling where nothing else is wrong.
  private let lastProblems: ProblemList

  init(
    _ file: ExperimentFile, requests: [RetentionRequest], ranges: [RangeRequest],
    problems: ProblemList,
    lastProblems: ProblemList
  ) {
    var seen: Set<RetentionQuestion> = []
    retention = requests.map(\.question).filter { seen.insert($0).inserted }
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
    _ answers: [RetentionQuestion: RetentionAnswer], ranges: [ShareRange: RangeAnswer] = [:]
  ) throws(FileProblems) -> ExperimentFile {
    var problems = problems
    for request in requests {
      switch answers[request.question] {
      case .fitted(_, let doubt)?:
        if let doubt { problems.warning(request.point, doubt, in: request.slot) }
      case .refused(let reason)?:
        problems.error(request.point, reason, in: request.slot)
      case nil:
        problems.error(
          request.point, "nothing was conditioned on this retention. Give 'sessions' instead",
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
    guard !problems.hasErrors else { throw FileProblems(problems: problems.sorted(.error)) }
    var file = file
    file.warnings = problems.sorted(.warning)
    for index in file.experiment.joints.indices {
      let path = file.experiment.joints[index].path
      if let question = requests.first(where: { $0.path == path })?.question,
        case .fitted(let belief, _)? = answers[question]
      {
        file.experiment.joints[index] = .visits(belief, path: path)
      }
    }
    file.experiment.changeParameters { parameter in
      guard parameter.range.isShare, let shape = shapes[parameter.path] else { return }
      parameter = parameter.replacing(shape)
    }
    return file
  }
}
