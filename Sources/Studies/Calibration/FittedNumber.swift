public import ExperimentDesign
import Foundation
import GSLNumerics
import Inference
import Simulation

/// An uncertain number of an experiment on the scale that it is fitted on.
public struct FittedNumber: Sendable {
  package let parameter: Parameter
  /// Without bounds: logit of a share, logarithm of what is above 0, else the number itself.
  public let scale: JointDistribution.Scale
  /// Of what the file assumes, on the scale.
  private let mean: Double
  private let deviation: Double
  /// The distribution that draws it together with others, and its place there.
  private let joint: (of: JointDistribution, member: Int)?
  package var path: String { parameter.path }

  /// How many values stand for a distribution.
  private static let values = 200

  /// The numbers of an experiment that may be fitted, with what it assumes of them.
  static func all(of experiment: Experiment) -> [FittedNumber] {
    experiment.uncertain.compactMap { FittedNumber($0, experiment.joints) }
  }

  /// - Returns: `nil` where its values do not differ, or have no place on the scale.
  private init?(_ parameter: Parameter, _ joints: [JointDistribution]) {
    self.parameter = parameter
    if case .joint(let path, let member) = parameter.distribution,
      let joint = joints.first(where: { $0.path == path })
    {
      self.joint = (joint, member)
      (scale, mean) = (joint.scales[member], joint.mean[member])
      deviation = joint.covariance(member, member).squareRoot()
      return
    }
    (joint, scale) = (nil, JointDistribution.Scale(of: parameter.range))
    let scaled = (parameter.quantiles(Self.values) ?? []).map(scale.scaled).filter(\.isFinite)
    guard scaled.count > 2 else { return nil }
    let (count, mean) = (Double(scaled.count), scaled.reduce(0, +) / Double(scaled.count))
    self.mean = mean
    deviation = (scaled.reduce(0) { $0 + pow($1 - mean, 2) } / count).squareRoot()
    guard deviation > 1e-9 else { return nil }
  }

  /// The number on its own scale.
  func value(_ scaled: Double) -> Double {
    let value = scale.value(scaled)
    let range = parameter.range
    return min(max(value, range.least), range.most)
  }

  /// What the file assumes of some numbers together.
  static func belief(_ numbers: [FittedNumber]) throws(NumericsError) -> NormalBelief {
    try NormalBelief(
      mean: numbers.map(\.mean),
      covariance: numbers.enumerated().map { row, own in
        numbers.enumerated().map { column, other in
          guard row != column else { return own.deviation * own.deviation }
          guard let joint = own.joint, let with = other.joint, joint.of.path == with.of.path else { return 0 }
          return joint.of.covariance(joint.member, with.member)
        }
      })
  }
}

extension JointDistribution {
  /// Of two members on their scales.
  fileprivate func covariance(_ first: Int, _ second: Int) -> Double {
    zip(factor[first], factor[second]).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
