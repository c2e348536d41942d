import ExperimentDesign
import Inference

extension Calibration {
  /// What further counts of some options would teach, each as many installs: nothing is fitted for it.
  public struct Teaching: Hashable, Sendable {
    /// Positions of the options.
    public let arms: [Int]
    /// Installs of each.
    public let installs: Int
    /// The deviation of the difference of the best two options, now and with these counts; `nil` where there is no second.
    public let lead: Lead?
    /// By number, how much narrower it is believed than before all data, as ``PenalisedFit/tells``, with these counts.
    public let tells: [Double]

    /// How well a difference is known.
    public struct Lead: Hashable, Sendable {
      /// Its standard deviation now.
      public let before: Double
      /// The same with further counts.
      public let after: Double
    }
  }

  /// The most installs of an option that further counts are imagined with: slopes are simulated, and not known well enough
  /// to say what more would tell.
  static let mostImagined = 1_000_000

  /// The two options that are best by the fitted numbers; `nil` where Apple allows one alone.
  public var bestTwo: (best: Int, other: Int)? { fit.bestTwo(of: experiment) }

  /// What further counts of options would teach: of each alone, and of all together.
  ///
  /// - Parameters:
  ///   - arms: positions of the options, each once.
  ///   - installs: of each option; `nil` for as many as the largest that was counted.
  /// - Throws: `NumericsError`.
  public func teachings(of arms: [Int], installs: Int?) throws -> [Teaching] {
    let installs = min(installs ?? data.totals.map(\.installs).max() ?? 10_000, Self.mostImagined)
    let sets = arms.map { [$0] } + (arms.count > 1 ? [arms] : [])
    let lead = fit.leadSlopes(of: experiment)
    return try sets.map { set in
      var more = fit.information.map { $0.map { _ in 0.0 } }
      for arm in set {
        for part in information(of: arm, installs: installs) {
          for row in more.indices { for column in more.indices { more[row][column] += part[row][column] } }
        }
      }
      let then = try fit.covariance(with: more)
      return Teaching(
        arms: set, installs: installs,
        lead: lead.map {
          Teaching.Lead(
            before: PenalisedFit.deviation(of: $0, fit.posterior.covariance),
            after: PenalisedFit.deviation(of: $0, then))
        },
        tells: zip(then.indices, fit.prior.deviations).map { max(0, 1 - then[$0][$0].squareRoot() / $1) })
    }
  }

  /// What installs of an option would tell, in the cells that were counted of it, or in those of the others.
  private func information(of arm: Int, installs: Int) -> [[[Double]]] {
    func information(block: Int, people: Double) -> [[Double]] {
      PenalisedFit.information(fit.point, fit.slopes, block: block, people: people)
    }
    let counted = data.counted.indices.filter { data.counted[$0].arm == arm }
    guard counted.isEmpty else {
      let all = data.totals.first { $0.arm == arm }?.installs ?? installs
      return counted.map { block in
        let share = Double(fit.observed[block].people) / Double(max(1, all))
        return information(block: block, people: share * Double(installs))
      }
    }
    let unseen = experiment.arms.indices.filter { arm in !data.counted.contains { $0.arm == arm } }
    return unseen.firstIndex(of: arm).map {
      [information(block: fit.observed.count + $0, people: Double(installs))]
    } ?? []
  }
}

extension PenalisedFit {
  /// The two options that are best by the fitted numbers, of those that Apple allows; `nil` where there is no second.
  func bestTwo(of experiment: Experiment) -> (best: Int, other: Int)? {
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let ranked = point.values.indices.filter { experiment.arms[$0].isAllowedByApple }
      .sorted { (sign * point.values[$1], $0) < (sign * point.values[$0], $1) }
    return ranked.count > 1 ? (ranked[0], ranked[1]) : nil
  }

  /// By number, the slope of the difference of the best two options; `nil` where there is no second.
  func leadSlopes(of experiment: Experiment) -> [Double]? {
    bestTwo(of: experiment).map { pair in slopes.map { $0.values[pair.best] - $0.values[pair.other] } }
  }
}
