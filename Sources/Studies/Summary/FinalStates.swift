public import ExperimentDesign

/// How installs ended, as totals; the six sum to the installs.
public struct FinalStates: Codable, Equatable, Sendable {
  /// Installs authorized at the end.
  public var authorized: Int64 = 0
  /// Installs denied by an answer or in Settings.
  public var deniedByAnswer: Int64 = 0
  /// Installs on devices that let no app ask.
  public var deniedByDevice: Int64 = 0
  /// Installs on restricted devices.
  public var restricted: Int64 = 0
  /// Installs never decided.
  public var undetermined: Int64 = 0
  /// Installs on a system older than App Tracking Transparency.
  public var noATT: Int64 = 0

  private enum CodingKeys: String, CodingKey {
    case authorized, deniedByAnswer, deniedByDevice, restricted, undetermined
    case noATT = "noAtt"
  }

  /// All of them.
  public var installs: Int64 {
    authorized + deniedByAnswer + deniedByDevice + restricted + undetermined + noATT
  }

  /// No installs yet.
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
