import ExperimentDesign

/// An uncertain input held at one of its quantiles.
public struct InputQuantile: Codable, Hashable, Sendable {
  /// Where it is written: a path of keys.
  public var path: String
  /// 0.05 or 0.95.
  public var probability: Double
  /// The input's value there: the quantile of its draws in the run's trials (type 6).
  public var value: Double

  /// The parts, unchanged.
  public init(path: String, probability: Double, value: Double) {
    self.path = path
    self.probability = probability
    self.value = value
  }
}

extension Experiment {
  /// The experiment with some inputs known; all others keep their draws under the same seed.
  ///
  /// What is drawn together with one of them follows it: its distribution is the one that is left when the
  /// input has this value.
  ///
  /// - Throws: `ExperimentFault` where a value is outside its input's range.
  func fixing(_ inputs: [InputQuantile]) throws(ExperimentFault) -> Experiment {
    var result = self
    for input in inputs {
      var memberships: Set<Distribution> = []
      result = try result.replacingParameters { parameter throws(ExperimentFault) in
        guard parameter.path == input.path else { return parameter }
        if case .joint = parameter.distribution { memberships.insert(parameter.distribution) }
        return try parameter.replacing(.constant(input.value))
      }
      var joints = result.joints
      for joint in joints.indices {
        for member in joints[joint].mean.indices
        where memberships.contains(.joint(joints[joint].path, member: member)) {
          joints[joint] = try joints[joint].fixing(member, at: input.value)
        }
      }
      result = try result.replacing(joints: joints)
    }
    return result
  }
}

extension JointDistribution {
  /// Of two members on their scales.
  func covariance(_ first: Int, _ second: Int) -> Double {
    zip(factor[first], factor[second]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Conditions the normal distribution on the value of one member.
  fileprivate func fixing(_ member: Int, at value: Double) throws(ExperimentFault) -> JointDistribution {
    let known = scales[member].scaled(value)
    let all = mean.indices
    let variance = covariance(member, member)
    let slopes = all.map { variance > 0 ? covariance($0, member) / variance : 0 }
    let left = all.map { row in
      all.map { covariance(row, $0) - slopes[row] * covariance(member, $0) }
    }
    let distance = known - mean[member]
    var moved = all.map { mean[$0] + slopes[$0] * distance }
    moved[member] = known
    return try replacing(mean: moved, factor: choleskyRows(left, knownRow: member))
  }
}

/// The rows of the lower triangular factor of a covariance matrix in which one number is known.
private func choleskyRows(_ matrix: [[Double]], knownRow: Int) -> [[Double]] {
  var rows: [[Double]] = []
  for row in matrix.indices {
    var own: [Double] = []
    for column in 0...row {
      let reached = column < row ? rows[column] : own
      var sum = matrix[row][column]
      for index in 0..<column { sum -= own[index] * reached[index] }
      if row == knownRow || column == knownRow {
        own.append(0)
      } else if column < row {
        own.append(rows[column][column] > 0 ? sum / rows[column][column] : 0)
      } else {
        // What several members share leaves a variance of 0, or just below by rounding.
        own.append(sum > 1e-12 * matrix[row][row] ? sum.squareRoot() : 0)
      }
    }
    rows.append(own)
  }
  return rows
}
