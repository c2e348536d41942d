import Foundation

/// Something counted that a model has too, as numbers in an order.
public protocol Observation: Sendable {
  /// How many of its numbers can differ from the model's on their own.
  var freeCells: Int { get }
  /// How much worse the model's numbers are than the counted ones: minus the log-likelihood, 0 where they are equal.
  func misfit(_ modelled: [Double]) -> Double
  /// By number, what its misfit loses where the model has more of it.
  func pull(_ modelled: [Double]) -> [Double]
  /// By number, what the observation tells of it: the second derivative of the misfit, as expected.
  func precision(_ modelled: [Double]) -> [Double]
}

/// People counted in cells of which each person is in exactly one.
public struct ObservedCells: Codable, Hashable, Sendable {
  /// What the cells are of, such as the name of an option.
  public let name: String
  /// One name for each cell.
  public let cells: [String]
  /// How many were counted in each cell, at least 0.
  public let counts: [Int]
  /// What each person counts for: less than 1 where counts vary by more than chance, and where the model's own shares are
  /// simulated.
  public let weight: Double

  /// - Parameters:
  ///   - counts: one for each cell, none negative, not all 0.
  ///   - weight: above 0, at most 1.
  public init(name: String, cells: [String], counts: [Int], weight: Double) {
    precondition(cells.count == counts.count && counts.allSatisfy { $0 >= 0 } && counts.contains { $0 > 0 })
    self.name = name
    self.cells = cells
    self.counts = counts
    self.weight = weight
  }

  /// Everybody.
  public var people: Int { counts.reduce(0, +) }
  /// Everybody, each by the weight.
  var effectivePeople: Double { weight * Double(people) }
  /// By cell; they sum to 1.
  public var shares: [Double] { counts.map { Double($0) / Double(people) } }

  /// The same people with the noise of simulated shares in the weight.
  ///
  /// - Parameter noise: as ``ModelledPoint/noise(ofBlock:)``.
  public func against(noise: Double) -> ObservedCells {
    ObservedCells(
      name: name, cells: cells, counts: counts, weight: 1 / (1 / weight + Double(people) * noise))
  }

  /// By cell, how far the count is from the modelled one, in standard deviations: the signed root of the deviance of the
  /// cell against all others, which stays of a size to be read where hardly anybody is expected.
  public func residuals(_ modelled: [Double]) -> [Double] {
    func deviance(_ share: Double, _ expected: Double) -> Double {
      share > 0 ? share * log(share / max(expected, 1e-300)) : 0
    }
    return zip(shares, modelled).map { share, expected in
      let misfit = deviance(share, expected) + deviance(1 - share, 1 - expected)
      return (share < expected ? -1 : 1) * (2 * effectivePeople * max(0, misfit)).squareRoot()
    }
  }
}

extension ObservedCells: Observation {
  /// One cell follows from the others.
  public var freeCells: Int { cells.count - 1 }

  /// Half of the deviance.
  public func misfit(_ modelled: [Double]) -> Double {
    effectivePeople
      * zip(shares, modelled).reduce(0) { sum, cell in
        cell.0 > 0 ? sum - cell.0 * log(cell.1 / cell.0) : sum
      }
  }

  /// Of the shares as they are modelled, each pulled towards what was counted.
  public func pull(_ modelled: [Double]) -> [Double] {
    zip(shares, modelled).map { effectivePeople * ($0 - $1) / $1 }
  }

  /// Of a Poisson count in each cell.
  public func precision(_ modelled: [Double]) -> [Double] { modelled.map { effectivePeople / $0 } }
}
