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
    (self.experiment, self.file) = (experiment, file)
    (self.locations, self.waivers) = (locations, waivers)
  }

  /// Where a key stands; where it is left to its default, the nearest heading around it.
  func location(_ path: String) -> FileLocation {
    let paths = sequence(first: path[...]) { path in path.lastIndex(of: ".").map { path[..<$0] } }
    var place = paths.lazy.compactMap { locations[String($0)] }.first ?? FileLocation(file: file, key: path)
    place.key = path
    return place
  }

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
  /// The number, or the middle of what is known of it; of a joint distribution, which has its own scales, of the range.
  var centre: Double {
    range.clamped(middle ?? (range.low.isFinite && range.high.isFinite ? (range.low + range.high) / 2 : 1))
  }
}
