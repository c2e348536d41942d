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
      try (0..<counted.size).map { _ in Self.spread * (try StandardNormal.draw(&random)) }
    }
    _ = try await ask(first)
    var weights: [Double] = []
    for _ in 0..<Self.mostRounds {
      let surface = try QuadraticCells(points, odds: odds, observed: observed)
      let tried = try drawn(Self.tried, every: 400, surface, counted, &random).places
      let found = try await ask(tried)
      var room = surface.room
      weights = tried.indices.map { draw in
        guard let cells = found[draw] else { return -.infinity }
        return surface.misfit(tried[draw], counted.values(tried[draw]), &room)
          - zip(observed, cells).reduce(0) { $0 + $1.0.misfit($1.1) }
      }
      if isEnough(weights) { break }
    }
    let surface = try QuadraticCells(points, odds: odds, observed: observed)
    let kept = try drawn(count, every: max(1, Self.steps / count), surface, counted, &random)
    return PosteriorDraws(
      belief: try counted.belief(kept.mean, kept.covariance), rows: kept.rows, logWeights: weights)
  }

  /// Draws of what a function for the cells and the belief before say.
  private struct Drawn {
    /// Of the numbers that enter counts, on their scales.
    var places: [[Double]]
    /// Of all numbers.
    var rows: [[Double]]
    var mean: [Double]
    var covariance: [[Double]]
  }

  private func drawn(
    _ count: Int, every distance: Int, _ surface: QuadraticCells, _ counted: CountedNumbers,
    _ random: inout some RandomNumberGenerator
  ) throws(NumericsError) -> Drawn {
    var room = surface.room
    let walk = try PosteriorWalk(
      count, every: distance, from: counted.start, spread: counted.spread, random: &random
    ) { place in
      guard isNear(place) else { return .infinity }
      let values = counted.values(place)
      return surface.misfit(place, values, &room) + counted.prior.misfit(values)
    }
    var rows: [[Double]] = []
    for place in walk.points {
      var normals = counted.uncounted.map { _ in 0.0 }
      for other in normals.indices { normals[other] = try StandardNormal.draw(&random) }
      rows.append(counted.draw(place, normals: normals))
    }
    return Drawn(places: walk.points, rows: rows, mean: walk.mean, covariance: walk.covariance)
  }

  /// Whether a place is among those at which the model was asked: beyond them, what is taken for smooth says nothing.
  private func isNear(_ place: [Double]) -> Bool {
    let reach = Self.spread * (Double(place.count).squareRoot() + 3)
    return place.reduce(0) { $0 + $1 * $1 } <= reach * reach
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

extension StandardNormal {
  /// A draw.
  ///
  /// - Throws: `NumericsError` never, as 0 and 1 are not drawn.
  static func draw(_ random: inout some RandomNumberGenerator) throws(NumericsError) -> Double {
    try quantile((Double(random.next() >> 12) + 0.5) * 0x1p-52)
  }
}

/// How many draws of equal weight these are worth: (Σ w)²/Σ w².
public func effectiveSize(of weights: [Double]) -> Double {
  let squares = weights.reduce(0) { $0 + $1 * $1 }
  let sum = weights.reduce(0, +)
  return squares > 0 ? sum * sum / squares : 0
}
