import Foundation
public import GSLNumerics

/// A visit pattern fitted to a log of sessions by maximum likelihood.
public struct VisitLogFit: Sendable {
  /// The pattern.
  public let pattern: VisitPattern
  /// What is known of the logarithms of shape, rate, a and b.
  public let logarithms: NormalBelief
  /// At the pattern.
  public let logLikelihood: Double
  /// People in the log.
  public let people: Int
  /// What the log counts of days, to stand beside the pattern; it was not fitted to these.
  public var counted: [CountedRetention] = []
  /// Whether the rates of people differ so little that the log does not tell by how much.
  public var isHomogeneous: Bool { log(pattern.shape) > 6 }

  /// How far from 1 the numbers are sought, in logarithms.
  static let reach = 8.0

  /// - Parameter records: of at least 20 people; at least one person came back.
  /// - Throws: `NumericsError.tooFewValues`, `.noVariation` where nobody came back, `.outOfDomain` where the log does
  ///   not fix the numbers, and what the simplex throws.
  public init(_ records: [VisitRecord]) throws(NumericsError) {
    guard records.count >= 20 else { throw .tooFewValues(needed: 20, found: records.count) }
    guard records.contains(where: { $0.sessions > 0 }) else { throw .noVariation }
    // To the minute: as fine as anybody comes back, and the same record is counted once.
    var alike: [VisitRecord: Int] = [:]
    for record in records { alike[record.rounded, default: 0] += 1 }
    let counted = alike.sorted { $0.key < $1.key }
    func deficit(_ logarithms: [Double]) -> Double {
      guard logarithms.allSatisfy({ abs($0) <= Self.reach }) else { return .infinity }
      let pattern = VisitPattern(logarithms: logarithms)
      return -counted.reduce(0) { $0 + Double($1.value) * pattern.logLikelihood($1.key) }
    }
    var best: (place: [Double], value: Double)?
    for start in [[0, 0, 0, 0], [log(0.5), 0, log(0.6), 0]] {
      let found = try simplexMinimum(from: start, of: deficit)
      if found.value < best?.value ?? .infinity { best = found }
    }
    guard let best else { throw .noFiniteResult(routine: "visit log") }
    pattern = VisitPattern(logarithms: best.place)
    logLikelihood = -best.value
    people = records.count
    let curvature = Self.curvature(of: deficit, at: best.place)
    logarithms = try NormalBelief(
      mean: best.place, covariance: SquareMatrix.factor(curvature).inverse)
  }

  /// Second derivatives by differences of 1e-3, by rows.
  private static func curvature(of function: ([Double]) -> Double, at place: [Double]) -> [[Double]] {
    let width = 1e-3
    func value(_ moves: [(index: Int, by: Double)]) -> Double {
      var moved = place
      for move in moves { moved[move.index] += move.by }
      return function(moved)
    }
    return place.indices.map { row in
      place.indices.map { column in
        let signs = [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)]
        return signs.reduce(0) { sum, sign in
          sum + sign.0 * sign.1 * value([(row, sign.0 * width), (column, sign.1 * width)])
        } / (4 * width * width)
      }
    }
  }
}

extension VisitPattern {
  /// A pattern by the logarithms of shape, rate, a and b.
  public init(logarithms: [Double]) {
    self.init(
      shape: exp(logarithms[0]), rate: exp(logarithms[1]), a: exp(logarithms[2]), b: exp(logarithms[3]))
  }
}

extension VisitRecord {
  fileprivate var rounded: VisitRecord {
    func minutes(_ days: Double) -> Double { (days * 1_440).rounded() / 1_440 }
    return VisitRecord(sessions: sessions, last: minutes(last), watched: minutes(watched)) ?? self
  }

  fileprivate static func < (first: VisitRecord, second: VisitRecord) -> Bool {
    (first.sessions, first.last, first.watched) < (second.sessions, second.last, second.watched)
  }
}
