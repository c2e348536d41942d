import Foundation

/// People counted in cells of which each person is in exactly one.
public struct ObservedCells: Hashable, Sendable {
  /// What the cells are of, such as the name of an option.
  public let name: String
  /// One name for each cell.
  public let cells: [String]
  /// How many were counted in each cell, at least 0.
  public let counts: [Int]
  /// What share of a person each counts for: less than 1 where counts vary by more than chance, and where the model's
  /// own shares are simulated.
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

  /// Half of the deviance: how much worse the model's shares are than the counted ones.
  ///
  /// At least 0.
  func misfit(_ modelled: [Double]) -> Double {
    effectivePeople
      * zip(shares, modelled).reduce(0) { sum, cell in
        cell.0 > 0 ? sum - cell.0 * log(cell.1 / cell.0) : sum
      }
  }

  /// By cell, how far the count is from the modelled one, in standard deviations of the count.
  public func residuals(_ modelled: [Double]) -> [Double] {
    zip(shares, modelled).map { share, expected in
      (share - expected) / (max(expected * (1 - expected), 1e-12) / effectivePeople).squareRoot()
    }
  }
}
