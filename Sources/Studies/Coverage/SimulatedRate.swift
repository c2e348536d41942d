import Foundation
import TestAnalysis

/// How often something happens over simulated tests, beside how often it is allowed to.
public struct SimulatedRate: Hashable, Sendable {
  /// What the rate is held to.
  public enum Due: Hashable, Sendable {
    /// A share of wrong findings: no more than this.
    case atMost(Double)
    /// A share of intervals that hold the truth: no less than this.
    case atLeast(Double)
    /// A share that nothing is promised of: how often a real fault is found.
    case unpromised
  }

  /// What was simulated, in one line.
  public let subject: String
  /// What the rate is held to.
  public let due: Due
  /// How many tests were simulated.
  public let simulations: Int
  /// In how many of them it happened.
  public let hits: Int

  /// A rate with all its parts.
  public init(subject: String, due: Due, simulations: Int, hits: Int) {
    self.subject = subject
    self.due = due
    self.simulations = simulations
    self.hits = hits
  }

  /// The share of tests in which it happened.
  public var rate: Double { Double(hits) / Double(simulations) }

  /// The Monte Carlo standard error of the rate, one hit and one miss added so that it is never 0.
  public var error: Double {
    let share = (Double(hits) + 1) / (Double(simulations) + 2)
    return (share * (1 - share) / Double(simulations)).squareRoot()
  }

  /// By how many Monte Carlo errors the rate is on the wrong side of what is due; negative on the right side.
  public var shortfall: Double {
    switch due {
    case .atMost(let limit): (rate - limit) / error
    case .atLeast(let limit): (limit - rate) / error
    case .unpromised: -.infinity
    }
  }

  /// A row of a Markdown table: what, what is due, how many tests, the rate and its error.
  public var row: String {
    let held =
      switch due {
      case .atMost(let limit): "at most \(Self.short(limit))"
      case .atLeast(let limit): "at least \(Self.short(limit))"
      case .unpromised: "–"
      }
    return "| \(subject) | \(held) | \(simulations) | \(Self.percent(rate, 2)) | \(Self.percent(error, 2)) |"
  }

  /// `5%`, `2.5%`, `0.1%`.
  private static func short(_ share: Double) -> String {
    percent(share, (share * 1_000).rounded() == (share * 100).rounded() * 10 ? 0 : 1)
  }

  private static func percent(_ share: Double, _ decimals: Int) -> String {
    String(format: "%.\(decimals)f%%", share * 100)
  }
}

extension SimulatedRate {
  /// Counts in how many simulated tests something happens, each from its own stream.
  ///
  /// - Parameters:
  ///   - subject: what is simulated.
  ///   - due: what the rate is held to.
  ///   - purpose: the number of the streams; no two rates share one.
  ///   - simulations: how many tests.
  ///   - happens: whether it happens in the test that these draws make.
  init(
    _ subject: String, _ due: Due, purpose: UInt64, simulations: Int,
    happens: (inout FixedDraws) throws -> Bool
  ) rethrows {
    var hits = 0
    for simulation in 0..<simulations {
      var draws = FixedDraws(purpose: purpose, simulation: simulation)
      if try happens(&draws) { hits += 1 }
    }
    self.init(subject: subject, due: due, simulations: simulations, hits: hits)
  }
}
