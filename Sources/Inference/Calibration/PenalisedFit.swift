import Foundation
import GSLNumerics

/// What a model says at a point: shares of people by cell.
public struct ModelledPoint: Hashable, Sendable {
  /// By what was counted, then by cell; all above 0.
  public var cells: [[Double]]
  /// The cells by each of several batches of simulated people, of equal size; empty where nothing is simulated.
  ///
  /// How far batches differ says how much of the cells and of their slopes is noise.
  public var batches: [[[Double]]]

  /// The parts, unchanged.
  public init(cells: [[Double]], batches: [[[Double]]] = []) {
    self.cells = cells
    self.batches = batches
  }
}

/// Numbers fitted to observations, with what was believed of them before as a penalty.
///
/// The point is that with the least
///
///     Q(φ) = Σₐ misfitₐ(cₐ(φ)) + ½ (φ − φ₀)' P₀ (φ − φ₀),
///
/// c what the model has of an observation, P₀ the precision of the belief; of counted cells the misfit is −κ n Σⱼ yⱼ ln(cⱼ/yⱼ),
/// y the counted shares, κ the weight of a person. It is found by Gauss–Newton steps of which each is halved until Q
/// falls. Around it numbers are believed to be normal with the covariance (I + P₀)⁻¹, I = Σ J' W J, W the precision of
/// the observations (Laplace's approximation).
public struct PenalisedFit<Observed: Observation>: Sendable {
  /// What was believed before.
  public let prior: NormalBelief
  /// What was counted.
  public let observed: [Observed]
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

  /// - Parameters:
  ///   - prior: what is believed before.
  ///   - observed: what was counted, in the order of the model's cells.
  ///   - start: where to begin; the middle of the belief without it.
  ///   - care: how exactly the model is known.
  ///   - closer: the same with less noise, for the slopes at the end; as the model without it.
  ///   - model: what the model says at each of several points, `nil` where there can be no such people; asked for the points
  ///     of a step together. It must be smooth: the same random numbers for every point.
  /// - Throws: `NumericsError`, also where there can be nobody at the middle of the belief; and what the model throws.
  public init(
    prior: NormalBelief, observed: [Observed], start: [Double]? = nil, care: FitCare = .simulated,
    closer: ((_ points: [[Double]]) throws -> [ModelledPoint?])? = nil,
    model: (_ points: [[Double]]) throws -> [ModelledPoint?]
  ) throws {
    let widths = care.widths(prior)
    var at = start ?? prior.mean
    var begun = try model([at])[0]
    if begun == nil {
      at = prior.mean
      begun = try model([at])[0]
    }
    guard var here = begun else { throw NumericsError.noFiniteResult(routine: "the model") }
    var objective = Self.objective(at, here, prior, observed)
    var course = [objective]
    let nothing = here.slope(from: here, width: 1)
    var entering = Array(prior.mean.indices)
    var found = try here.slopes(at, entering, widths, model)
    // What changes nothing at all enters nothing, and costs no more points.
    entering = entering.filter { found[$0] != nothing }
    for _ in 0..<care.mostSteps {
      let step = try Self.step(at, here, found.map { $0 ?? nothing }, prior, observed)
      let longest = zip(step, prior.deviations).reduce(0) { max($0, abs($1.0) / $1.1) }
      let whole = min(1, care.mostMove.inAStep / longest)
      var (share, isBetter) = (whole, false)
      while share >= whole / 64 {
        let next = care.within(prior, zip(at, step).map { $0 + share * $1 })
        let there = try model([next])[0]
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
      let isLast =
        fell < care.leastFall(here.misfit(observed), cells: observed.reduce(0) { $0 + $1.freeCells })
      if !isLast || closer == nil { found = try here.slopes(at, entering, widths, model) }
      if isLast { break }
    }
    if let closer { found = try here.slopes(at, entering, widths, closer) }
    let ends = found.map { $0 ?? nothing }
    information = try Self.information(here, ends, observed, prior)
    posterior = try NormalBelief(
      mean: at, covariance: SquareMatrix.factor(SquareMatrix.sum(information, prior.precision)).inverse)
    self.prior = prior
    self.observed = observed
    point = here
    self.slopes = ends
    self.course = course
  }

  /// Q at the end.
  public var objective: Double { course.last ?? 0 }

  /// Twice the misfit of the counts alone.
  public var deviance: Double { 2 * point.misfit(observed) }

  /// Q at a point.
  public static func objective(
    _ at: [Double], _ modelled: ModelledPoint, _ prior: NormalBelief, _ observed: [Observed]
  ) -> Double {
    prior.misfit(at) + modelled.misfit(observed)
  }

  /// (I + P₀)⁻¹ g.
  private static func step(
    _ at: [Double], _ here: ModelledPoint, _ slopes: [ModelledPoint], _ prior: NormalBelief,
    _ observed: [Observed]
  ) throws -> [Double] {
    var gradient = SquareMatrix.product(prior.precision, zip(prior.mean, at).map { $0 - $1 })
    for (block, observation) in observed.enumerated() {
      let pull = observation.pull(here.cells[block])
      for number in slopes.indices {
        gradient[number] += zip(slopes[number].cells[block], pull).reduce(0) { $0 + $1.0 * $1.1 }
      }
    }
    let curvature = SquareMatrix.sum(try information(here, slopes, observed, prior), prior.precision)
    return try SquareMatrix.factor(curvature).solved(gradient)
  }
}

extension ModelledPoint {
  /// How much worse all that was counted is in the model.
  func misfit(_ observed: [some Observation]) -> Double {
    zip(observed, cells).reduce(0) { $0 + $1.0.misfit($1.1) }
  }

  /// Derivatives by some numbers at the point that this is of, by number; `nil` where there can be nobody on either side.
  fileprivate func slopes(
    _ at: [Double], _ numbers: [Int], _ widths: [Double], _ model: ([[Double]]) throws -> [ModelledPoint?]
  ) rethrows -> [ModelledPoint?] {
    let points = numbers.flatMap { number in
      [widths[number], -widths[number]].map { width in
        var point = at
        point[number] += width
        return point
      }
    }
    let found = try model(points)
    var slopes = [ModelledPoint?](repeating: nil, count: at.count)
    for (position, number) in numbers.enumerated() {
      let (above, below) = (found[2 * position], found[2 * position + 1])
      let sides = (above == nil ? 0 : 1.0) + (below == nil ? 0 : 1.0)
      guard sides > 0 else { continue }
      slopes[number] = (above ?? self).slope(from: below ?? self, width: sides * widths[number])
    }
    return slopes
  }

  /// The change of every part by a number, from this point and one that is `width` below.
  fileprivate func slope(from below: ModelledPoint, width: Double) -> ModelledPoint {
    func slopes(_ cells: [[Double]], _ below: [[Double]]) -> [[Double]] {
      zip(cells, below).map { zip($0, $1).map { ($0 - $1) / width } }
    }
    return ModelledPoint(
      cells: slopes(cells, below.cells), batches: zip(batches, below.batches).map(slopes))
  }
}
