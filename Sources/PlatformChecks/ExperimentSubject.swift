public import ExperimentDesign

/// A pitfall that is accepted, with the reason.
public struct AcceptedPitfall: Hashable, Sendable {
  /// The pitfall's tag.
  public var tag: String
  /// The arms it is accepted in, as the file names them; empty for all, and for what is about no arm.
  public var arms: [String]
  /// Why.
  public var reason: String

  /// Creates a subject from its parts, unchecked.
  public init(tag: String, arms: [String] = [], reason: String) {
    self.tag = tag
    self.arms = arms
    self.reason = reason
  }

  /// `L14`, `L14 (launch)`.
  var words: String { arms.isEmpty ? tag : "\(tag) (\(arms.joined(separator: ", ")))" }
}

/// An experiment to be checked, with where its keys stand and what its team states.
public struct ExperimentSubject: Sendable {
  /// The experiment.
  public var experiment: Experiment
  /// The file as it was named.
  public var file: String
  /// Where each key stands, by its path.
  public var locations: [String: FileLocation]
  /// The team's answers by key; of those about one thing the last holds.
  public var stated: [(key: String, answer: String)]
  /// Accepted pitfalls with the reason of each, in the order of the text.
  public var waivers: [AcceptedPitfall]
  /// The share of installs that end undetermined, by arm, then scenario and segment in the order of the
  /// experiment, as a quick simulation has it; empty where none was run.
  public var undeterminedShares: [String: [[Double?]]] = [:]

  /// Creates a subject from its parts, unchecked.
  public init(
    experiment: Experiment, file: String, locations: [String: FileLocation] = [:],
    stated: [(key: String, answer: String)] = [], waivers: [AcceptedPitfall] = []
  ) {
    self.experiment = experiment
    self.file = file
    self.locations = locations
    self.stated = stated
    self.waivers = waivers
  }

  /// The share of an arm's installs that end undetermined, where that was simulated.
  func undetermined(_ arm: String, _ scenario: Int, _ segment: Int) -> Double? {
    guard let shares = undeterminedShares[arm], shares.indices.contains(scenario),
      shares[scenario].indices.contains(segment)
    else { return nil }
    return shares[scenario][segment]
  }

  /// The answer to one of the team's questions.
  func answer(_ key: String) -> String? { stated.last { $0.key == key }?.answer }

  /// Where a key stands; where it is left to its default, the nearest heading around it.
  func location(_ path: String) -> FileLocation {
    var prefix = path[...]
    while true {
      if let found = locations[String(prefix)] {
        return FileLocation(
          file: found.file, line: found.line, column: found.column, key: path, preset: found.preset)
      }
      guard let dot = prefix.lastIndex(of: ".") else { break }
      prefix = prefix[..<dot]
    }
    return FileLocation(file: file, key: path)
  }

  /// Whether a waiver holds for an arm, which it may name with or without the values of its sweeps.
  func covers(_ waiver: AcceptedPitfall, _ arm: Arm) -> Bool {
    waiver.arms.isEmpty || waiver.arms.contains(arm.name) || waiver.arms.contains(declaredName(arm))
  }

  /// The arm as the file names it, without the values of its sweeps.
  func declaredName(_ arm: Arm) -> String {
    var name = arm.name[...]
    while locations["arms.\(name)"] == nil, let slash = name.lastIndex(of: "/") { name = name[..<slash] }
    return locations["arms.\(name)"] == nil ? arm.name : String(name)
  }

  /// Where a key of an arm stands.
  func location(_ arm: Arm, _ key: String) -> FileLocation { location("arms.\(declaredName(arm)).\(key)") }
}

extension Parameter {
  /// The number, or the middle of what is known of it.
  ///
  /// The numbers of a joint distribution stand on their own scales; without them half the range is as good.
  var centre: Double {
    middle ?? (range.low.isFinite && range.high.isFinite ? (range.low + range.high) / 2 : 1)
  }

  /// The number, the ends of a bounded distribution, or about the central 90% of one without ends; of a joint one only
  /// the middle.
  var plausible: ClosedRange<Double> {
    let deviations = Self.deviations
    let (low, high) =
      switch distribution {
      case .constant(let value): (value, value)
      case .normal(let mean, let sd): (mean - deviations * sd, mean + deviations * sd)
      case .lognormal(let median, let sigma):
        (
          median / Self.leastExponential(deviations * sigma),
          median * Self.leastExponential(deviations * sigma)
        )
      case .beta: (0, 1)
      case .uniform(let low, let high), .triangular(let low, _, let high): (low, high)
      case .joint: (centre, centre)
      }
    let lowest = min(max(low, range.low), range.high)
    return lowest...max(lowest, min(high, range.high))
  }

  /// Standard deviations to the ends of the central 90% of a normal distribution.
  fileprivate static let deviations = 1.645

  /// A little less than the exponential of a number above 0: the first terms of its series, for want of a C library.
  fileprivate static func leastExponential(_ x: Double) -> Double { 1 + x + x * x / 2 + x * x * x / 6 }
}

extension LogNormalSeconds {
  /// About the central 90% of people's times, at the middle of what is known of them.
  var plausible: ClosedRange<Double> {
    let spread = Parameter.leastExponential(Parameter.deviations * sigma.centre)
    return median.centre / spread...median.centre * spread
  }
}
