public import ExperimentDesign
import Foundation
import GSLNumerics
public import Inference
import Simulation

/// An uncertain number of an experiment on the scale that it is fitted on.
public struct FittedNumber: Hashable, Sendable {
  package let parameter: Parameter
  /// Without bounds: logit of a share, logarithm of what is above 0, else the number itself.
  public let scale: JointDistribution.Scale
  package var path: String { parameter.path }

  /// The number on its own scale.
  public func value(_ scaled: Double) -> Double {
    let value = scale.value(scaled)
    let range = parameter.range
    return min(max(value, range.least), range.most)
  }

  init(_ parameter: Parameter, scale: JointDistribution.Scale? = nil) {
    self.parameter = parameter
    self.scale = scale ?? JointDistribution.Scale(of: parameter.range)
  }
}

/// The uncertain numbers of an experiment, and what is assumed of them, as a normal belief.
public struct FittedNumbers: Sendable {
  /// In the order of the belief.
  public let numbers: [FittedNumber]
  /// What the file assumes.
  public let belief: NormalBelief

  /// How many values stand for a distribution.
  private static let values = 200

  /// The numbers with mean and deviation of their assumed values on the scale of the fit; those that are drawn together
  /// with the covariance of that.
  ///
  /// - Returns: `nil` where none may be.
  init?(of experiment: Experiment) throws(NumericsError) {
    var numbers: [FittedNumber] = []
    var means: [Double] = []
    var deviations: [Double] = []
    var members: [(joint: JointDistribution, member: Int, position: Int)] = []
    for parameter in UncertainParameters(of: experiment).parameters {
      if case .joint(let path, let member) = parameter.distribution,
        let joint = experiment.joints.first(where: { $0.path == path })
      {
        members.append((joint, member, numbers.count))
        numbers.append(FittedNumber(parameter, scale: joint.scales[member]))
        means.append(joint.mean[member])
        deviations.append(joint.covariance(member, member).squareRoot())
        continue
      }
      guard let values = parameter.quantiles(Self.values) else { continue }
      let number = FittedNumber(parameter)
      let scaled = values.map(number.scale.scaled).filter(\.isFinite)
      guard scaled.count > 2 else { continue }
      let count = Double(scaled.count)
      let mean = scaled.reduce(0, +) / count
      let deviation = (scaled.reduce(0) { $0 + pow($1 - mean, 2) } / count).squareRoot()
      guard deviation > 1e-9 else { continue }
      numbers.append(number)
      means.append(mean)
      deviations.append(deviation)
    }
    guard !numbers.isEmpty else { return nil }
    var covariance = deviations.indices.map { row in
      deviations.indices.map { $0 == row ? deviations[row] * deviations[row] : 0 }
    }
    for first in members {
      for second in members where first.position != second.position && first.joint.path == second.joint.path {
        covariance[first.position][second.position] = first.joint.covariance(first.member, second.member)
      }
    }
    self.numbers = numbers
    belief = try NormalBelief(mean: means, covariance: covariance)
  }

  /// The numbers at a point of the fit, by path.
  func values(_ point: [Double]) -> [String: Double] {
    Dictionary(uniqueKeysWithValues: zip(numbers, point).map { ($0.path, $0.value($1)) })
  }
}
