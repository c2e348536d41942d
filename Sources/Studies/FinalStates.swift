public import ExperimentDesign

/// How installs ended, as totals; the six sum to the installs.
public struct FinalStates: Equatable, Sendable {
  public var authorized: Int64 = 0
  public var deniedByAnswer: Int64 = 0
  public var deniedByDevice: Int64 = 0
  public var restricted: Int64 = 0
  public var undetermined: Int64 = 0
  /// Installs on a system older than App Tracking Transparency.
  public var noATT: Int64 = 0

  public init() {}

  /// Counts the installs of one more tally.
  public mutating func add(_ tally: Tally) {
    authorized += tally[.finalAuthorized]
    deniedByAnswer += tally[.finalDeniedByAnswer]
    deniedByDevice += tally[.finalDeniedByDevice]
    restricted += tally[.finalRestricted]
    undetermined += tally[.finalUndetermined]
    noATT += tally[.finalNoATT]
  }
}
