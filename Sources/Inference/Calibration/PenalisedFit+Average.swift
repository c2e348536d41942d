import GSLNumerics

extension PenalisedFit {
  /// What is believed now, moved so that draws of it meet the counts on average as closely as the fit's point does.
  ///
  /// Where counts tell a product of two numbers and neither of them, the values that fit lie on a curve. Draws about its
  /// middle lie beside it, all on one side, and a share that was counted exactly would be off on average. How far is the
  /// mean over the belief of what the model says less what it says at the point, by three points of Gauss and Hermite along
  /// each axis of the belief; a step as those of the fit takes it back. The covariance stays as it is.
  ///
  /// - Parameter model: what the model says at each of several points, as for the fit.
  /// - Returns: the belief of the numbers.
  /// - Throws: `NumericsError`, and what the model throws.
  public func centred(
    model: (_ points: [[Double]]) async throws -> [ModelledPoint?]
  ) async throws -> NormalBelief {
    let axes = try axesOfCounted()
    guard !axes.isEmpty else { return posterior }
    let here = posterior.mean
    let points = axes.flatMap { axis in
      [Self.reach, -Self.reach].map { reach in zip(here, axis).map { $0 + reach * $1 } }
    }
    let found = try await model([here] + points)
    guard let middle = found[0] else { return posterior }
    var gradient = [Double](repeating: 0, count: here.count)
    for (block, observed) in observed.enumerated() {
      for cell in middle.cells[block].indices {
        var bend = 0.0
        for axis in axes.indices {
          // Where nobody can be so on one side, nothing is known of how it bends.
          guard let above = found[1 + 2 * axis], let below = found[2 + 2 * axis] else { continue }
          bend += above.cells[block][cell] + below.cells[block][cell] - 2 * middle.cells[block][cell]
        }
        let pull = observed.effectivePeople * bend * Self.share / point.cells[block][cell]
        for number in slopes.indices { gradient[number] -= slopes[number].cells[block][cell] * pull }
      }
    }
    let step = SquareMatrix.product(posterior.covariance, gradient)
    return try NormalBelief(mean: zip(here, step).map { $0 + $1 }, covariance: posterior.covariance)
  }

  /// The outer points of Gauss and Hermite's rule of three, in standard deviations, and the weight of each.
  private static let reach = 3.0.squareRoot()
  private static let share = 1.0 / 6

  /// The axes of what is believed of the numbers that enter the counts, each as long as a standard deviation along it.
  ///
  /// - Throws: `NumericsError`.
  private func axesOfCounted() throws(NumericsError) -> [[Double]] {
    let entering = slopes.indices.filter(enters)
    guard !entering.isEmpty else { return [] }
    let widths = prior.deviations
    let scaled = entering.map { row in
      entering.map { posterior.covariance[row][$0] / (widths[row] * widths[$0]) }
    }
    let system = try SymmetricEigensystem(of: scaled)
    return zip(system.values, system.vectors).map { value, vector in
      var axis = [Double](repeating: 0, count: slopes.count)
      for (place, number) in entering.enumerated() {
        axis[number] = max(0, value).squareRoot() * vector[place] * widths[number]
      }
      return axis
    }
  }
}
