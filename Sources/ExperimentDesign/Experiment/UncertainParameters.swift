/// The parameters of an experiment that are not known, each path once.
///
/// Order is by path, so that it depends on the file's content alone. Draws of
/// a trial stand in this order.
public struct UncertainParameters: Hashable, Sendable {
  /// Sorted by path.
  public let parameters: [Parameter]

  /// The paths of everything that is not known in an experiment.
  public init(of experiment: Experiment) {
    var found: [String: Parameter] = [:]
    experiment.forEachParameter { parameter in
      if parameter.constant == nil { found[parameter.path] = parameter }
    }
    parameters = found.values.sorted { $0.path < $1.path }
  }

  /// None: of an experiment in which everything is known.
  package static let none = UncertainParameters(parameters: [])

  private init(parameters: [Parameter]) { self.parameters = parameters }

  /// The paths, sorted.
  public var paths: [String] { parameters.map(\.path) }
}

extension Experiment {
  /// Visits every parameter, known or not, those of segments first; shared ones more than once.
  public func forEachParameter(_ visit: (Parameter) -> Void) {
    var copy = self
    copy.changeParameters { visit($0) }
  }
}
