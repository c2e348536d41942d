import Foundation
import GSLNumerics

/// What a team has counted of how people come back, each figure f an observation of ln f.
///
/// A share is known to 3%, or by the binomial error where the number of installs is given; sessions per active day to
/// 10%, since few count them.
public struct ObservedRetention: Sendable {
  /// One of the figures, by the life that it is of.
  public enum Figure: Hashable, Sendable {
    /// The share of installs with a session in [n, n + 1) days after the install.
    case retention(day: Int)
    /// Mean sessions on a day that has one, over days 1 to 30.
    case sessionsPerActiveDay
    /// The share of installs without a second session within this number of days.
    case neverBack(within: Double)
  }

  /// The figures that are given, with their values.
  public let figures: [(figure: Figure, value: Double)]
  /// Of the logarithm of each.
  let deviations: [Double]

  /// - Parameters:
  ///   - figures: each with its value, above 0.
  ///   - installs: how many were counted, where somebody says.
  public init(_ figures: [(figure: Figure, value: Double)], installs: Int? = nil) {
    self.figures = figures
    deviations = figures.map { figure, value in
      switch figure {
      case .sessionsPerActiveDay: 0.1
      case .retention, .neverBack:
        installs.map { ((1 - value) / (value * Double($0))).squareRoot() } ?? 0.03
      }
    }
  }
}

extension ObservedRetention: Observation {
  /// Each figure is one of its own.
  public var freeCells: Int { figures.count }

  /// Half the sum of squared misses, in deviations of the logarithm.
  public func misfit(_ modelled: [Double]) -> Double {
    figures.indices.reduce(0) { sum, figure in
      let miss = (log(figures[figure].value) - modelled[figure]) / deviations[figure]
      return sum + miss * miss / 2
    }
  }

  /// Towards the logarithm of each figure.
  public func pull(_ modelled: [Double]) -> [Double] {
    figures.indices.map { figure in
      (log(figures[figure].value) - modelled[figure]) / (deviations[figure] * deviations[figure])
    }
  }

  /// The same wherever the model is.
  public func precision(_ modelled: [Double]) -> [Double] { deviations.map { 1 / ($0 * $0) } }
}

/// What is believed of the visits once retention figures are known: of ln r, ln β, ln a and ln b, λ ~ Gamma(r, β) and
/// p ~ Beta(a, b).
///
/// Four figures leave the share that never comes back nearly open, and that share decides every late ask. So they
/// condition what was believed before (``PenalisedFit``), and what they do not tell stays as wide as it was.
public struct RetentionFit: Sendable {
  /// What is believed now.
  public let belief: NormalBelief
  /// The figures of the life in the middle of the belief, in the order of the observations.
  public let fitted: [Double]
  /// What was given.
  public let observed: ObservedRetention

  /// - Parameters:
  ///   - observed: what was counted.
  ///   - prior: what is believed of the four logarithms without it.
  public init(_ observed: ObservedRetention, prior: NormalBelief) throws {
    let fit = try PenalisedFit(prior: prior, observed: [observed], care: .closedForm) { points in
      points.map { point in
        (try? observed.logarithms(at: point)).map { ModelledPoint(cells: [$0]) }
      }
    }
    belief = fit.posterior
    fitted = fit.point.cells[0].map { exp($0) }
    self.observed = observed
  }

  /// The largest of fitted/given and given/fitted over the figures; 1 is perfect.
  public var worstRatio: Double {
    zip(fitted, observed.figures).map { max($0 / $1.value, $1.value / $0) }.max() ?? 1
  }
}

extension ObservedRetention {
  /// The logarithms of the figures of a life.
  ///
  /// - Parameter point: ln r, ln β, ln a and ln b.
  /// - Throws: `NumericsError`, also for figures too small to have a logarithm.
  func logarithms(at point: [Double]) throws(NumericsError) -> [Double] {
    let life = point.map { exp($0) }
    let curve = try RetentionCurve(
      rate: .gamma(shape: life[0], rate: life[1]), leaving: .beta(a: life[2], b: life[3]))
    let found = figures.map { figure, _ in
      switch figure {
      case .retention(let day): log(curve.retention(onDay: day))
      case .sessionsPerActiveDay: log(curve.sessionsPerActiveDay())
      case .neverBack(let days): log(curve.neverBack(within: days))
      }
    }
    guard found.allSatisfy(\.isFinite) else { throw .noFiniteResult(routine: "retention") }
    return found
  }
}
