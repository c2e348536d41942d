public import ExperimentDesign
import Foundation
import Inference
import RandomStreams
public import TestData

/// A share that a team knows, as the model has it too.
public struct KnownShare: Hashable, Sendable {
  /// What it is of.
  public enum Subject: Hashable, Sendable {
    /// A metric of an option, by its position.
    case metric(Metric, arm: Int)
    /// Everybody who has a session on this day after the install.
    case active(day: Int)
  }

  /// What it is of.
  public let subject: Subject
  /// Position of the segment of people that it is of; `nil` for everybody.
  public let segment: Int?
  /// From 0 to 1.
  public let share: Double
  /// How many people would know it as well.
  public let people: Double
  /// The deviation between the apps or months that it comes from, on the logit; `nil` where it is from one.
  public let between: Double?

  /// Shares below this many people are counted in finer parts than people.
  private static let fewest = 1_000.0
  private static let parts = 10_000
  /// Nobody's share is known better than by this many people, who say more of it than the model can be right about.
  package static let mostPeople = Double(Calibration.mostInstalls)

  /// As many as are shown of even more.
  fileprivate static let mostCounted = 1e12

  /// Position of the option that it is of; `nil` for everybody.
  var arm: Int? { if case .metric(_, let arm) = subject { arm } else { nil } }

  /// The same of an option at another position.
  func ofArm(_ position: Int) -> KnownShare {
    guard case .metric(let metric, _) = subject else { return self }
    return KnownShare(
      subject: .metric(metric, arm: position), segment: segment, share: share, people: people,
      between: between)
  }

  /// The share as counted cells.
  func observed(_ experiment: Experiment) -> ObservedCells {
    let name = arm.map { experiment.arms[$0].name } ?? "everybody"
    let size = people < Self.fewest ? Self.parts : Int(people.rounded())
    let yes = Int((share * Double(size)).rounded())
    return ObservedCells(
      name: name, cells: cells, counts: [yes, size - yes],
      weight: min(1, min(people, Self.mostPeople) / Double(size)))
  }

  /// What it is of, in words.
  var name: String { cells[0] }

  /// The cells in words.
  private var cells: [String] {
    switch subject {
    case .metric(let metric, _): [metric.rawValue, "not \(metric.rawValue)"]
    case .active(let day): ["active on day \(day)", "not active on day \(day)"]
    }
  }

  /// The rows of a table of shares, those of one share from several apps or months as one: the mean of them on the logit, as
  /// uncertain as one more app or month (Higgins, Thompson & Spiegelhalter 2009).
  ///
  /// - Parameters:
  ///   - arms: names of the experiment's arms.
  ///   - segments: those of its first scenario.
  ///   - theirs: what the table calls an arm, where that is another name.
  /// - Throws: ``CalibrationProblem``, `NumericsError`.
  public static func all(
    of table: ShareTable, arms: [String], segments: [Segment] = [], theirs: [String: String] = [:]
  ) throws -> [KnownShare] {
    var order: [People] = []
    var rows: [People: [ShareTable.Row]] = [:]
    // Options that nobody has are named all together.
    _ = try armPositions(table.rows.compactMap(\.named), in: arms, theirs: theirs)
    for row in table.rows {
      let people = People(
        subject: try Self.subject(row, arms: arms, theirs: theirs),
        segment: try row.segment.map { name throws(CalibrationProblem) in
          try segments.position(of: name, line: row.line)
        })
      if rows[people] == nil { order.append(people) }
      if let first = rows[people]?.first(where: { $0.group == row.group }) {
        throw CalibrationProblem.shareTwice(line: row.line, first: first.line)
      }
      rows[people, default: []].append(row)
    }
    return try order.map { people in
      let found = rows[people] ?? []
      guard found.count > 1 else {
        return KnownShare(
          subject: people.subject, segment: people.segment, share: found[0].share, people: found[0].people,
          between: nil)
      }
      return try pooled(found, people, table.groups ?? .month)
    }
  }

  /// What rows are of the same share.
  private struct People: Hashable {
    var subject: Subject
    var segment: Int?
  }

  private static func subject(
    _ row: ShareTable.Row, arms: [String], theirs: [String: String]
  ) throws(CalibrationProblem) -> Subject {
    switch row.subject {
    case .active(let day): return .active(day: day)
    case .metric(let name, let arm):
      let position = try armPositions([(arm, row.line)], in: arms, theirs: theirs)[0]
      guard let metric = Metric(rawValue: name), metric.isShare else {
        throw .noShare(name, line: row.line)
      }
      return .metric(metric, arm: position)
    }
  }

  /// The fewest apps whose spread is taken as it is found; of fewer it is at least half a logit.
  private static let fewestApps = 5

  private static func pooled(
    _ rows: [ShareTable.Row], _ people: People, _ groups: ShareTable.Groups
  ) throws -> KnownShare {
    // Half a person on either side, so that a share of 0 or 1 has a logit.
    let shares = rows.map { ($0.share * $0.people + 0.5) / ($0.people + 1) }
    let logits = shares.map(ElementaryFunctions.logit)
    let variances = zip(shares, rows).map { 1 / (($1.people + 1) * $0 * (1 - $0)) }
    let effects = try RandomEffects(logits, variances: variances)
    var between = effects.betweenVariance
    if groups == .app, rows.count < fewestApps { between = max(between, 0.25) }
    let weights = variances.map { 1 / ($0 + between) }
    let whole = weights.reduce(0, +)
    let mean = zip(weights, logits).reduce(0) { $0 + $1.0 * $1.1 } / whole
    // Hartung and Knapp; never below what the weights say.
    let spread = zip(weights, logits).reduce(0) { $0 + $1.0 * ($1.1 - mean) * ($1.1 - mean) }
    let error = max(1, spread / Double(rows.count - 1)) / whole
    let share = ElementaryFunctions.logistic(mean)
    return KnownShare(
      subject: people.subject, segment: people.segment, share: share,
      people: 1 / (share * (1 - share) * (between + error)),
      between: between.squareRoot())
  }

  /// The share in the model.
  ///
  /// - Parameters:
  ///   - trial: over the whole horizon.
  ///   - known: the experiment of the trial, all of whose numbers are known.
  /// - Returns: `nil` where the model does not have it.
  func modelled(_ trial: TrialResult, _ known: Experiment) -> Double? {
    switch subject {
    case .metric(let metric, let arm): return metric.score(in: trial.tally(arm: arm, segment: segment))
    case .active(let day):
      let all = known.scenarios[0].segments
      let own = segment.map { [all[$0]] } ?? all
      var (sum, people) = (0.0, 0.0)
      for segment in own {
        let (rate, leaving) = segment.visits.distributions { $0.constant ?? .nan }
        guard let curve = try? RetentionCurve(rate: rate, leaving: leaving) else { return nil }
        sum += segment.share * curve.retention(onDay: day)
        people += segment.share
      }
      return sum / people
    }
  }
}

extension ShareTable.Row {
  /// How many people would know the share as well.
  fileprivate var people: Double {
    let variance = share * (1 - share)
    switch certainty {
    case .people(let people): return Double(people)
    case .deviation(let deviation):
      return min(variance / (deviation * deviation), KnownShare.mostCounted)
    case .ends(let low, let high):
      // Central 90% of a normal distribution on the logit.
      let deviation = (ElementaryFunctions.logit(high) - ElementaryFunctions.logit(low)) / (2 * 1.6449)
      return min(1 / (variance * deviation * deviation), KnownShare.mostCounted)
    }
  }
}

extension ShareTable.Row {
  /// The option that it is of, and its line; `nil` where it is of no option.
  fileprivate var named: (name: String, line: Int)? {
    if case .metric(_, let arm) = subject { (arm, line) } else { nil }
  }
}
