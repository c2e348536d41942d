import Foundation
import GSLNumerics

/// What a model says at a point: shares of people by cell, and other quantities that somebody asks for.
public struct ModelledPoint: Hashable, Sendable {
  /// By what was counted, then by cell; all above 0.
  public var cells: [[Double]]
  /// Of no part in the fit, such as what each option would reach.
  public var values: [Double]
  /// The cells by each of several batches of simulated people, of equal size; empty where nothing is simulated.
  ///
  /// How far batches differ says how much of the cells and of their slopes is noise.
  public var batches: [[[Double]]]

  /// The parts, unchanged.
  public init(cells: [[Double]], values: [Double] = [], batches: [[[Double]]] = []) {
    self.cells = cells
    self.values = values
    self.batches = batches
  }
}

/// Numbers fitted to counts, with what was believed of them before as a penalty.
///
/// The point is that with the least
///
///     Q(φ) = −Σₐ κₐ nₐ Σⱼ yₐⱼ ln(cₐⱼ(φ)/yₐⱼ) + ½ (φ − φ₀)' P₀ (φ − φ₀),
///
/// y the counted shares, c the model's, κ the weight of a person, P₀ the precision of the belief; found by Gauss–Newton
/// steps of which each is halved until Q falls. Around it numbers are believed to be normal with the covariance
/// (I + P₀)⁻¹, I = Σ κ n J J'/c (Laplace's approximation).
public struct PenalisedFit: Sendable {
  /// What was believed before.
  public let prior: NormalBelief
  /// What was counted.
  public let observed: [ObservedCells]
  /// What is believed now.
  public let posterior: NormalBelief
  /// I at the end, by rows.
  public let information: [[Double]]
  /// What the model says at the end.
  public let point: ModelledPoint
  /// Derivatives of the model at the end, by number.
  public let slopes: [ModelledPoint]
  /// Q before each step and at the end.
  public let course: [Double]
  /// How many points the model was asked for.
  public let evaluations: Int

  /// The most steps.
  static let mostSteps = 12
  /// The furthest that a number goes in a step, and from what was believed of it, in standard deviations of that.
  private static let mostMove = (inAStep: 3.0, inAll: 8.0)
  /// A deviance of this many times the counted cells is that of a model which does not fit.
  private static let misfitDeviance = 10.0

  /// - Parameters:
  ///   - prior: what is believed before.
  ///   - observed: what was counted, in the order of the model's cells.
  ///   - start: where to begin; the middle of the belief without it.
  ///   - closer: the same with less noise, for the slopes at the end; as the model without it.
  ///   - model: what the model says at each of several points, `nil` where there can be no such people; asked for the points
  ///     of a step together. It must be smooth: the same random numbers for every point.
  /// - Throws: `NumericsError`, also where there can be nobody at the middle of the belief; and what the model throws.
  public init(
    prior: NormalBelief, observed: [ObservedCells], start: [Double]? = nil,
    closer: ((_ points: [[Double]]) async throws -> [ModelledPoint?])? = nil,
    model: (_ points: [[Double]]) async throws -> [ModelledPoint?]
  ) async throws {
    var asked = 0
    func modelled(_ points: [[Double]], closely: Bool = false) async throws -> [ModelledPoint?] {
      asked += points.count
      if closely, let closer { return try await closer(points) }
      return try await model(points)
    }
    let widths = Self.widths(prior)
    func slopes(
      _ at: [Double], _ here: ModelledPoint, _ numbers: [Int], closely: Bool = false
    ) async throws -> [ModelledPoint?] {
      let points = numbers.flatMap { number in
        [widths[number], -widths[number]].map { width in
          var point = at
          point[number] += width
          return point
        }
      }
      let found = try await modelled(points, closely: closely)
      var slopes = [ModelledPoint?](repeating: nil, count: at.count)
      for (position, number) in numbers.enumerated() {
        let (above, below) = (found[2 * position], found[2 * position + 1])
        let sides = (above == nil ? 0 : 1.0) + (below == nil ? 0 : 1.0)
        guard sides > 0 else { continue }
        slopes[number] = (above ?? here).slope(from: below ?? here, width: sides * widths[number])
      }
      return slopes
    }
    var at = start ?? prior.mean
    var begun = try await modelled([at])[0]
    if begun == nil {
      at = prior.mean
      begun = try await modelled([at])[0]
    }
    guard var here = begun else { throw NumericsError.noFiniteResult(routine: "the model") }
    var objective = Self.objective(at, here, prior, observed)
    var course = [objective]
    let nothing = here.slope(from: here, width: 1)
    var entering = Array(prior.mean.indices)
    var found = try await slopes(at, here, entering)
    // What changes nothing at all enters nothing, and costs no more points.
    entering = entering.filter { found[$0] != nothing }
    for _ in 0..<Self.mostSteps {
      let step = try Self.step(at, here, found.map { $0 ?? nothing }, prior, observed)
      let longest = zip(step, prior.deviations).reduce(0) { max($0, abs($1.0) / $1.1) }
      let whole = min(1, Self.mostMove.inAStep / longest)
      var (share, isBetter) = (whole, false)
      while share >= whole / 64 {
        let next = Self.within(prior, zip(at, step).map { $0 + share * $1 })
        let there = try await modelled([next])[0]
        if let there, case let value = Self.objective(next, there, prior, observed), value < objective {
          (at, here, isBetter) = (next, there, true)
          course.append(value)
          break
        }
        share /= 2
      }
      guard isBetter, let last = course.last else { break }
      let fell = objective - last
      objective = last
      let isLast = fell < Self.leastFall(here, observed)
      if !isLast || closer == nil { found = try await slopes(at, here, entering) }
      if isLast { break }
    }
    if closer != nil { found = try await slopes(at, here, entering, closely: true) }
    let ends = found.map { $0 ?? nothing }
    information = try Self.information(here, ends, observed, prior)
    posterior = try NormalBelief(
      mean: at, covariance: SquareMatrix.factor(SquareMatrix.sum(information, prior.precision)).inverse)
    self.prior = prior
    self.observed = observed
    point = here
    self.slopes = ends
    self.course = course
    evaluations = asked
  }

  /// Q at the end.
  public var objective: Double { course.last ?? 0 }

  /// Twice the misfit of the counts alone.
  public var deviance: Double {
    2 * zip(observed, point.cells).reduce(0) { $0 + $1.0.misfit($1.1) }
  }

  /// What the belief before pulls each number back by, at the end: −P₀(φ − φ₀).
  public var pull: [Double] {
    SquareMatrix.product(prior.precision, zip(prior.mean, posterior.mean).map { $0 - $1 })
  }

  /// Q at a point.
  public static func objective(
    _ at: [Double], _ modelled: ModelledPoint, _ prior: NormalBelief, _ observed: [ObservedCells]
  ) -> Double {
    zip(observed, modelled.cells).reduce(prior.misfit(at)) { $0 + $1.0.misfit($1.1) }
  }

  /// A step that lowers Q by less is the last: 0.01.
  ///
  /// Where the model does not fit, the counts vary by as many times more than it says as the deviance is more than its
  /// cells, and what is left to win is as much rougher.
  private static func leastFall(_ here: ModelledPoint, _ observed: [ObservedCells]) -> Double {
    let misfit = zip(observed, here.cells).reduce(0) { $0 + $1.0.misfit($1.1) }
    let excess = 2 * misfit / Double(max(1, observed.reduce(0) { $0 + $1.cells.count - 1 }))
    return excess > misfitDeviance ? 0.01 * excess : 0.01
  }

  /// The point, with numbers that are beyond all belief brought back to where that begins.
  private static func within(_ prior: NormalBelief, _ point: [Double]) -> [Double] {
    zip(point, zip(prior.mean, prior.deviations)).map { number, belief in
      let most = mostMove.inAll * belief.1
      return min(max(number, belief.0 - most), belief.0 + most)
    }
  }

  /// How far each number is moved for its slope, on either side: half of what was open of it, so that what is simulated
  /// moves by far more than its noise.
  ///
  /// Where a share or a rate follows the exponential of the number, its slope over 0.5 is 4% too steep.
  static func widths(_ prior: NormalBelief) -> [Double] {
    prior.deviations.map { min(max(0.5 * $0, 0.02), 0.5) }
  }

  /// (I + P₀)⁻¹ g.
  private static func step(
    _ at: [Double], _ here: ModelledPoint, _ slopes: [ModelledPoint], _ prior: NormalBelief,
    _ observed: [ObservedCells]
  ) throws(NumericsError) -> [Double] {
    let shares = observed.map(\.shares)
    let pull = SquareMatrix.product(prior.precision, zip(at, prior.mean).map { $0 - $1 })
    let gradient = slopes.indices.map { number in
      observed.indices.reduce(-pull[number]) { sum, block in
        sum + observed[block].effectivePeople
          * here.cells[block].indices.reduce(0) {
            $0 + slopes[number].cells[block][$1] * (shares[block][$1] - here.cells[block][$1])
              / here.cells[block][$1]
          }
      }
    }
    let curvature = SquareMatrix.sum(try information(here, slopes, observed, prior), prior.precision)
    return try SquareMatrix.factor(curvature).solved(gradient)
  }
}

extension ModelledPoint {
  /// The change of every part by a number, from this point and one that is `width` below.
  fileprivate func slope(from below: ModelledPoint, width: Double) -> ModelledPoint {
    func slopes(_ cells: [[Double]], _ below: [[Double]]) -> [[Double]] {
      zip(cells, below).map { zip($0, $1).map { ($0 - $1) / width } }
    }
    return ModelledPoint(
      cells: slopes(cells, below.cells), values: zip(values, below.values).map { ($0 - $1) / width },
      batches: zip(batches, below.batches).map(slopes))
  }
}
