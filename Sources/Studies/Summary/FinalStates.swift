import ExperimentDesign

/// How installs ended, as totals; the six sum to the installs.
public struct FinalStates: Codable, Equatable, Sendable {
  /// Installs authorized at the end.
  package var authorized: Int64 = 0
  /// Installs denied by an answer or in Settings.
  package var deniedByAnswer: Int64 = 0
  /// Installs on devices that let no app ask.
  package var deniedByDevice: Int64 = 0
  /// Installs on restricted devices.
  package var restricted: Int64 = 0
  /// Installs never decided.
  package var undetermined: Int64 = 0
  /// Installs on a system older than App Tracking Transparency.
  package var noAtt: Int64 = 0

  /// All of them.
  public var installs: Int64 {
    authorized + deniedByAnswer + deniedByDevice + restricted + undetermined + noAtt
  }

  /// Counts the installs of one more tally.
  mutating func add(_ tally: Tally) {
    authorized += tally[.finalAuthorized]
    deniedByAnswer += tally[.finalDeniedByAnswer]
    deniedByDevice += tally[.finalDeniedByDevice]
    restricted += tally[.finalRestricted]
    undetermined += tally[.finalUndetermined]
    noAtt += tally[.finalNoATT]
  }
}
