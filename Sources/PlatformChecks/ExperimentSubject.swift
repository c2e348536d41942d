public import ExperimentDesign

/// An experiment to be checked, with where its keys stand and what its team accepts.
public struct ExperimentSubject: Sendable {
  package var experiment: Experiment
  package var file: String
  /// Where each key stands, by its path.
  package var locations: [String: FileLocation]
  /// Accepted pitfalls by tag, with the reason of each, in the order of the text.
  package var waivers: [(tag: String, reason: String)]

  /// Creates a subject from its parts, unchecked.
  public init(
    experiment: Experiment, file: String, locations: [String: FileLocation] = [:],
    waivers: [(tag: String, reason: String)] = []
  ) {
    self.experiment = experiment
    self.file = file
    self.locations = locations
    self.waivers = waivers
  }

  /// Where a key stands; where it is left to its default, the nearest heading around it.
  func location(_ path: String) -> FileLocation {
    let headings = sequence(first: path[...]) { path in path.lastIndex(of: ".").map { path[..<$0] } }
    var location =
      headings.lazy.compactMap { locations[String($0)] }.first ?? FileLocation(file: file, key: path)
    location.key = path
    return location
  }

  /// Where a key beside a number stands.
  func location(beside number: Parameter, _ key: String) -> FileLocation {
    location(number.path.lastIndex(of: ".").map { number.path[..<$0] + ".\(key)" } ?? key)
  }

  func location(_ arm: Arm, _ key: String) -> FileLocation {
    // The arm as the file names it, without the values of its sweeps.
    let names = sequence(first: arm.name[...]) { name in name.lastIndex(of: "/").map { name[..<$0] } }
    let declared = names.first { locations["arms.\($0)"] != nil } ?? arm.name[...]
    return location("arms.\(declared).\(key)")
  }
}

extension Parameter {
  /// The number, or the middle of what is known of it.
  ///
  /// The numbers of a joint distribution stand on their own scales; without them half the range is as good.
  var centre: Double {
    range.clamped(middle ?? (range.low.isFinite && range.high.isFinite ? (range.low + range.high) / 2 : 1))
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
