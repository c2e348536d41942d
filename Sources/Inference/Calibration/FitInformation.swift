import GSLNumerics

extension PenalisedFit {
  /// What the observations tell, Σ J' W J, with the slopes J of what the model has of them and their precision W; by rows.
  ///
  /// What is below 0 for noise is 0.
  static func information(
    _ here: ModelledPoint, _ slopes: [ModelledPoint], _ observed: [Observed], _ prior: NormalBelief
  ) throws -> [[Double]] {
    let sum = ModelledPoint.information(
      slopes, precisions: zip(observed, here.cells).map { $0.precision($1) })
    return here.batches.isEmpty ? sum : try sum.withoutNegativeDirections(prior.deviations)
  }
}

extension ModelledPoint {
  /// What observations tell, with the noise of the slopes taken off; by rows.
  ///
  /// Simulated slopes are noisy, and the square of noise looks like information. What the batches say of it is taken
  /// off, as in an estimate of a product by different people (a U-statistic). It is right on average, so that some
  /// directions may be negative.
  ///
  /// - Parameters:
  ///   - slopes: of the model, by number.
  ///   - precisions: by observation, that of each of its numbers.
  public static func information(_ slopes: [ModelledPoint], precisions: [[Double]]) -> [[Double]] {
    func product(_ first: ModelledPoint, _ second: ModelledPoint, _ block: Int) -> Double {
      let batches = Double(min(first.batches.count, second.batches.count))
      return precisions[block].enumerated().reduce(0.0) { sum, number in
        let cell = number.offset
        var product = first.cells[block][cell] * second.cells[block][cell]
        if batches > 1 {
          let (ones, others) = (first.batches.map { $0[block][cell] }, second.batches.map { $0[block][cell] })
          let means = (ones.reduce(0, +) / batches, others.reduce(0, +) / batches)
          let noise: Double = zip(ones, others).reduce(0) { $0 + ($1.0 - means.0) * ($1.1 - means.1) }
          product -= noise / (batches * (batches - 1))
        }
        return sum + product * number.element
      }
    }
    return slopes.map { first in
      slopes.map { second in precisions.indices.reduce(0) { $0 + product(first, second, $1) } }
    }
  }
}

extension ModelledPoint {
  /// How noisy a block's simulated shares are: 1/n where n people are simulated and each is counted, less where answers are
  /// counted by their probability, 0 where nothing is simulated.
  public func noise(ofBlock block: Int) -> Double {
    let count = Double(batches.count)
    guard count > 1, cells[block].count > 1 else { return 0 }
    let squares = cells[block].indices.reduce(0.0) { sum, cell in
      let mean = batches.reduce(0) { $0 + $1[block][cell] } / count
      let square = batches.reduce(0) { $0 + ($1[block][cell] - mean) * ($1[block][cell] - mean) }
      return sum + square / cells[block][cell]
    }
    return squares / (count * (count - 1)) / Double(cells[block].count - 1)
  }
}

extension [[Double]] {
  /// The matrix on the scale of these widths.
  func scaled(by widths: [Double]) -> [[Double]] {
    indices.map { row in indices.map { widths[row] * self[row][$0] * widths[$0] } }
  }

  /// The nearest matrix that no direction is negative in, on the scale of these widths.
  func withoutNegativeDirections(_ widths: [Double]) throws(NumericsError) -> [[Double]] {
    let system = try SymmetricEigensystem(of: scaled(by: widths))
    guard system.values.contains(where: { $0 < 0 }) else { return self }
    var found = map { $0.map { _ in 0.0 } }
    for (value, vector) in zip(system.values, system.vectors) where value > 0 {
      for row in indices {
        for column in indices {
          found[row][column] += value * vector[row] * vector[column] / (widths[row] * widths[column])
        }
      }
    }
    return found
  }
}
