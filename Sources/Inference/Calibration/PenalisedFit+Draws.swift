import Foundation
import GSLNumerics

/// What is believed of several numbers, as draws of it.
public struct PosteriorDraws: Sendable {
  /// Mean and covariance of what is believed.
  public let belief: NormalBelief
  /// Draws, one a row, a number a column.
  public let rows: [[Double]]
  /// The logarithms of the weights of draws at which the model was asked whether it agrees, up to a constant.
  public let logWeights: [Double]
}

extension PenalisedFit {
  /// Draws of what is believed, whatever its shape.
  ///
  /// Counts that tell a product of two numbers and neither of them leave a curve on which the values lie that fit. No normal
  /// distribution is as wide as each number then and as narrow as the product. So the model is asked at points around the
  /// fit, its cells are taken for smooth between them (``QuadraticCells``), and draws are those of a walk over what the
  /// counts and the belief before say then (``PosteriorWalk``). At some of them the model is asked again: what it says
  /// enters that, and how far it is off the weights.
  ///
  /// A number that enters no count is drawn from what was believed of it beside the others, and keeps that exactly.
  ///
  /// - Parameters:
  ///   - count: how many draws.
  ///   - isOdds: by number, whether it is the log odds of a share.
  ///   - random: what they follow from.
  ///   - isEnough: whether weights are even enough; where not, the model is asked at more points, up to
  ///     ``mostRounds`` times.
  ///   - model: what the model says at each of several points, as for the fit.
  /// - Throws: `NumericsError`, and what the model throws.
  public func draws(
    _ count: Int, isOdds: [Bool], random: some RandomNumberGenerator,
    isEnough: (_ logWeights: [Double]) -> Bool,
    model: (_ points: [[Double]]) async throws -> [ModelledPoint?]
  ) async throws -> PosteriorDraws {
    var random = random
    let counted = try CountedNumbers(self)
    guard counted.size > 0 else { throw NumericsError.tooFewValues(needed: 1, found: 0) }
    let odds = counted.entering.indices.filter { isOdds[counted.entering[$0]] }
    var points: [QuadraticCells.Asked] = []
    func ask(_ asked: [[Double]]) async throws -> [[[Double]]?] {
      let found = try await model(asked.map(counted.point)).map {
        $0.map { Array($0.cells.prefix(observed.count)) }
      }
      for (place, found) in zip(asked, found) {
        guard let found else { continue }
        points.append(.init(place: place, values: counted.values(place), cells: found))
      }
      return found
    }
    let first = try (0..<Self.points(of: counted.size)).map { _ in
      try (0..<counted.size).map { _ in Self.spread * (try normal(&random)) }
    }
    _ = try await ask(first)
    let reach = Self.spread * (Double(counted.size).squareRoot() + 3)
    func walk(_ count: Int, every distance: Int) throws(NumericsError) -> PosteriorWalk {
      let surface = try QuadraticCells(points, odds: odds, observed: observed)
      var room = surface.room
      return try PosteriorWalk(
        count, every: distance, from: counted.start, spread: counted.spread, random: &random
      ) { place in
        // Beyond the points at which the model was asked it says nothing.
        guard place.reduce(0, { $0 + $1 * $1 }) <= reach * reach else { return .infinity }
        let values = counted.values(place)
        return surface.misfit(place, values, &room) + counted.prior.misfit(values)
      }
    }
    var weights: [Double] = []
    for _ in 0..<Self.mostRounds {
      let tried = try walk(Self.tried, every: 400)
      let found = try await ask(tried.points)
      weights = tried.points.indices.map { draw in
        guard let cells = found[draw] else { return -.infinity }
        let misfit = zip(observed, cells).reduce(
          counted.prior.misfit(counted.values(tried.points[draw]))
        ) { $0 + $1.0.misfit($1.1) }
        return tried.heights[draw] - misfit
      }
      if isEnough(weights) { break }
    }
    let kept = try walk(count, every: max(1, Self.steps / count))
    let rows = try kept.points.map { place in
      try counted.draw(place, normals: counted.uncounted.map { _ in try normal(&random) })
    }
    return PosteriorDraws(belief: try counted.belief(kept), rows: rows, logWeights: weights)
  }

  /// How many points the model is asked for where nothing has to be asked again.
  public var pointsOfDraws: Int { Self.points(of: slopes.indices.count(where: enters)) + Self.tried }

  /// How often the model is asked whether it agrees.
  public static var mostRounds: Int { 3 }
  /// At how many draws.
  private static let tried = 100
  /// Steps of the walk that all draws are points of.
  private static let steps = 200_000
  /// How far around the fit the first points lie, in units of their scales.
  private static let spread = 1.3

  /// At how many points around the fit the model is asked: half as many again as a cell has coefficients.
  private static func points(of numbers: Int) -> Int {
    min(max(60, QuadraticCells.coefficients(of: numbers) * 3 / 2), 600)
  }
}

/// A draw of the standard normal distribution.
///
/// - Throws: `NumericsError` never, as 0 and 1 are not drawn.
private func normal(_ random: inout some RandomNumberGenerator) throws(NumericsError) -> Double {
  try StandardNormal.quantile((Double(random.next() >> 12) + 0.5) * 0x1p-52)
}
