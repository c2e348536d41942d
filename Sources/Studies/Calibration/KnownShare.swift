import ExperimentDesign
import Inference
public import TestData

/// A share of people who are active on a day, that a team knows, as the model has it too.
public struct KnownShare: Hashable, Sendable {
  /// Who have a session on this day after the install.
  public let day: Int
  /// From 0 to 1.
  public let share: Double
  /// How many people were counted.
  public let people: Int

  /// Shares below this many people are counted in finer parts than people.
  private static let fewest = 1_000
  private static let parts = 10_000
  /// Nobody's share is known better than by this many people, who say more of it than the model can be right about.
  package static let mostPeople = Double(Calibration.mostInstalls)

  /// The shares of a table, one for each day.
  public static func all(of table: ShareTable) throws(CalibrationProblem) -> [KnownShare] {
    var lines: [Int: Int] = [:]
    var shares: [KnownShare] = []
    for row in table.rows {
      if let first = lines.updateValue(row.line, forKey: row.day) {
        throw .shareTwice(line: row.line, first: first)
      }
      shares.append(
        KnownShare(day: row.day, share: Double(row.active) / Double(row.installs), people: row.installs))
    }
    return shares
  }

  /// The share as counted cells.
  var observed: ObservedCells {
    let size = people < Self.fewest ? Self.parts : people
    let yes = Int((share * Double(size)).rounded())
    return ObservedCells(
      name: "everybody", cells: ["active on day \(day)", "not active on day \(day)"],
      counts: [yes, size - yes], weight: min(1, min(Double(people), Self.mostPeople) / Double(size)))
  }

  /// The share in the model.
  func modelled(_ known: Experiment) throws -> Double {
    var (sum, people) = (0.0, 0.0)
    for segment in known.scenarios[0].segments {
      let (rate, leaving) = segment.visits.distributions { $0.constant ?? .nan }
      sum += segment.share * (try RetentionCurve(rate: rate, leaving: leaving)).retention(onDay: day)
      people += segment.share
    }
    return sum / people
  }
}
