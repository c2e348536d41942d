import Foundation
import GSLNumerics

/// The logarithm of each counted cell's share as a function of numbers, fitted to points at which a model was asked: it
/// is quadratic in them, and linear in the logarithm of what is left of a number that is a share.
///
/// It stands in for a model that costs a simulation a point. People who come so far and then allow are a product of two
/// shares, people who do not are one of what is left of them: the logarithms of such cells are sums, which this meets
/// exactly, however far apart the values lie that make the same product.
struct QuadraticCells: Sendable {
  /// Positions of the numbers that are the log odds of a share.
  private let odds: [Int]
  /// How many coefficients a cell has.
  private let count: Int
  /// Everybody of a block, each by the weight, and the counted shares.
  private let blocks: [(people: Double, shares: [Double])]
  /// By ``features(_:_:_:into:)``, then by cell, block after block.
  private let coefficients: [Double]

  /// A point at which the model was asked.
  struct Asked: Sendable {
    /// Where, on scales on which the numbers vary by about 1.
    var place: [Double]
    /// The numbers there.
    var values: [Double]
    /// The model's shares by block and cell, all above 0.
    var cells: [[Double]]
  }

  /// How many coefficients a cell has at most: more points than these are asked for.
  static func coefficients(of numbers: Int) -> Int { (numbers + 1) * (numbers + 2) / 2 + numbers }

  /// What keeps a curvature small, in points: the noise of a cell over what cells usually bend by, both squared; and what
  /// keeps the others apart where points do not.
  private static let restraint = (ofCurvature: 1.0, ofOthers: 1e-6)

  /// - Parameters:
  ///   - asked: at least one point.
  ///   - odds: positions of the numbers that are the log odds of a share.
  /// - Throws: `NumericsError`.
  init(_ asked: [Asked], odds: [Int], observed: [ObservedCells]) throws(NumericsError) {
    guard let numbers = asked.first?.place.count else { throw .tooFewValues(needed: 1, found: 0) }
    let (linear, count) = (
      1 + numbers + odds.count, (numbers + 1) * (numbers + 2) / 2 + odds.count
    )
    (self.odds, self.count) = (odds, count)
    var rows: [[Double]] = []
    for point in asked {
      var features = [Double](repeating: 0, count: count)
      Self.features(point.place, point.values, odds, into: &features)
      rows.append(features)
    }
    var normal = [Double](repeating: 0, count: count * count)
    for row in rows {
      for one in 0..<count {
        let own = row[one]
        for other in 0...one { normal[one * count + other] += own * row[other] }
      }
    }
    for one in 0..<count {
      normal[one * count + one] += one < linear ? Self.restraint.ofOthers : Self.restraint.ofCurvature
    }
    guard let factor = CholeskyFactor(normal, size: count) else {
      throw .noFiniteResult(routine: "a quadratic of cells")
    }
    var byCell: [[Double]] = []
    for block in observed.indices {
      for cell in observed[block].cells.indices {
        var right = [Double](repeating: 0, count: count)
        for (row, point) in zip(rows, asked) {
          let share = log(point.cells[block][cell])
          for one in 0..<count { right[one] += row[one] * share }
        }
        factor.solve(&right)
        byCell.append(right)
      }
    }
    blocks = observed.map { ($0.effectivePeople, $0.shares) }
    coefficients = (0..<count).flatMap { feature in byCell.map { $0[feature] } }
  }

  /// 1, the numbers, the logarithms of what is left of shares with the sign turned, and products of the numbers.
  private static func features(
    _ place: [Double], _ values: [Double], _ odds: [Int], into features: inout [Double]
  ) {
    features[0] = 1
    var next = 1
    func add(_ value: Double) {
      features[next] = value
      next += 1
    }
    for number in place { add(number) }
    for number in odds { add(softplus(values[number])) }
    for one in place.indices {
      for other in 0...one { add(place[one] * place[other]) }
    }
  }

  /// Room for what a point is worked out with, so that none is made anew for each.
  struct Room {
    fileprivate var features: [Double]
    fileprivate var logarithms: [Double]
  }

  /// Room for this function.
  var room: Room {
    Room(
      features: Array(repeating: 0, count: count),
      logarithms: Array(repeating: 0, count: coefficients.count / count))
  }

  /// Half of the deviance at a point.
  ///
  /// - Parameter values: the numbers there.
  func misfit(_ place: [Double], _ values: [Double], _ room: inout Room) -> Double {
    Self.features(place, values, odds, into: &room.features)
    let cells = room.logarithms.count
    room.logarithms.withUnsafeMutableBufferPointer { logarithms in
      coefficients.withUnsafeBufferPointer { coefficients in
        guard let sums = logarithms.baseAddress, var own = coefficients.baseAddress else { return }
        for cell in 0..<cells { sums[cell] = own[cell] }
        for feature in 1..<count {
          own += cells
          let value = room.features[feature]
          for cell in 0..<cells { sums[cell] += own[cell] * value }
        }
      }
    }
    var (misfit, first) = (0.0, 0)
    for block in blocks {
      // Of shares that are made to sum to 1.
      var (sum, counted) = (0.0, 0.0)
      for (cell, share) in block.shares.enumerated() {
        let logarithm = room.logarithms[first + cell]
        sum += exp(min(logarithm, 30))
        if share > 0 { counted += share * (log(share) - logarithm) }
      }
      misfit += block.people * (counted + log(sum))
      first += block.shares.count
    }
    return misfit
  }
}
