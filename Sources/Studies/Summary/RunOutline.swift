public import ExperimentDesign

/// A run that an answer is about: its description, and what is known of it besides.
///
/// The description's parts can be read here directly: `outline.arms` are those of the description.
@dynamicMemberLookup
public struct RunOutline: Equatable, Sendable {
  /// The stored run's id.
  public var run: String
  /// The name somebody gave it.
  public var name: String?
  package var description: RunDescription
  /// The platform checks of the arms; `nil` where they were not made.
  public var platform: PlatformDescription?
  /// What the experiment says beside its description; `nil` where this version does not read it.
  public var context: AnswerContext?
  /// What was set from outside in place of what the file says, as `path=value` in the order given, but for a run's size and
  /// its seed: it makes the run a what-if.
  public var assumedOtherwise: [String] = []
  /// Whether more of its trials are on their way, so that the next answer follows by itself.
  public var isGoingOn = false

  package init(_ description: RunDescription, run: String) {
    (self.description, self.run) = (description, run)
  }

  /// The age in days at which installs are read: the day of the objective, else the end of the horizon.
  public var readingAge: Int { readingAge(of: description.objective.singleMetric) }

  /// The age at which a metric is read.
  func readingAge(of metric: Metric?) -> Int {
    metric?.definition.measure.day ?? Int(description.horizonDays.rounded(.up))
  }

  /// `yours`, `guess`, `published` or `assumed`.
  public func evidence(of parameter: RunDescription.Parameter) -> String {
    switch parameter.evidence.grade {
    case .measured: "yours"
    case .published: "published"
    case .assumed:
      context?.experiment.ownNumbers.contains(parameter.path) ?? false ? "guess" : "assumed"
    }
  }

  /// A part of the description, and what follows from it.
  public subscript<Value>(dynamicMember part: KeyPath<RunDescription, Value>) -> Value {
    description[keyPath: part]
  }
}
