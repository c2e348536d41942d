public import ExperimentDesign
import Foundation
import GSLNumerics

/// What is believed of the visits once retention figures are known: of ln r, ln β, ln a and ln b, λ ~ Gamma(r, β) and
/// p ~ Beta(a, b).
///
/// Four figures leave the share that never comes back nearly open, and that share decides every late ask. So they
/// condition what was believed before (``PenalisedFit``), and what they do not tell stays as wide as it was.
public struct RetentionFit: Sendable {
  /// What is believed now.
  public let belief: NormalBelief
  /// The figures of the life in the middle of the belief, in the order of those that were given.
  public let fitted: [Double]
  private let given: [Double]

  /// - Parameters:
  ///   - figures: what was counted.
  ///   - horizonDays: within how many days somebody who never comes back has no second session.
  ///   - prior: what is believed of the four logarithms without it.
  public init(_ figures: RetentionFigures, horizonDays: Double, prior: NormalBelief) throws {
    let observed = ObservedRetention(figures, horizonDays: horizonDays)
    let fit = try PenalisedFit(prior: prior, observed: [observed], care: .closedForm) { points in
      points.map { point in
        (try? observed.logarithms(at: point)).map { ModelledPoint(cells: [$0]) }
      }
    }
    belief = fit.posterior
    fitted = fit.point.cells[0].map { exp($0) }
    given = observed.figures.map(\.value)
  }

  /// The largest of fitted/given and given/fitted over the figures; 1 is perfect.
  public var worstRatio: Double { zip(fitted, given).map { max($0 / $1, $1 / $0) }.max() ?? 1 }
}

/// What a team has counted of how people come back, each figure f an observation of ln f.
///
/// A share is known to 3%, or by the binomial error where the number of installs is given; sessions per active day to
/// 10%, since few count them.
struct ObservedRetention: Sendable {
  /// The figures that are given, with the deviation of the logarithm of each and what a life has of it.
  let figures: [(value: Double, deviation: Double, of: @Sendable (RetentionCurve) -> Double)]

  init(_ given: RetentionFigures, horizonDays: Double) {
    func share(_ value: Double) -> Double {
      given.installs.map { ((1 - value) / (value * Double($0))).squareRoot() } ?? 0.03
    }
    let all: [(value: Double?, deviation: (Double) -> Double, of: @Sendable (RetentionCurve) -> Double)] = [
      (given.d1, share, { $0.retention(onDay: 1) }), (given.d7, share, { $0.retention(onDay: 7) }),
      (given.d30, share, { $0.retention(onDay: 30) }),
      (given.sessionsPerActiveDay, { _ in 0.1 }, { $0.sessionsPerActiveDay() }),
      (given.neverBack, share, { $0.neverBack(within: horizonDays) }),
    ]
    figures = all.compactMap { figure in figure.value.map { ($0, figure.deviation($0), figure.of) } }
  }

  /// The logarithms of the figures of a life.
  ///
  /// - Parameter point: ln r, ln β, ln a and ln b.
  /// - Throws: `NumericsError`, also for figures too small to have a logarithm.
  func logarithms(at point: [Double]) throws(NumericsError) -> [Double] {
    let life = point.map { exp($0) }
    let curve = try RetentionCurve(
      rate: .gamma(shape: life[0], rate: life[1]), leaving: .beta(a: life[2], b: life[3]))
    let found = figures.map { log($0.of(curve)) }
    guard found.allSatisfy(\.isFinite) else { throw .noFiniteResult(routine: "retention") }
    return found
  }
}

extension ObservedRetention: Observation {
  /// Each figure is one of its own.
  var freeCells: Int { figures.count }

  /// Half the sum of squared misses, in deviations of the logarithm.
  func misfit(_ modelled: [Double]) -> Double {
    zip(figures, modelled).reduce(0) { sum, figure in
      let miss = (log(figure.0.value) - figure.1) / figure.0.deviation
      return sum + miss * miss / 2
    }
  }

  /// Towards the logarithm of each figure.
  func pull(_ modelled: [Double]) -> [Double] {
    zip(figures, modelled).map { (log($0.value) - $1) / ($0.deviation * $0.deviation) }
  }

  /// The same wherever the model is.
  func precision(_ modelled: [Double]) -> [Double] { figures.map { 1 / ($0.deviation * $0.deviation) } }
}
