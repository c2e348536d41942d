package import ExperimentDesign

extension Parameter {
  /// The 5%, 50% and 95% quantiles of what is not known of the number, within its legal range; three times the number
  /// itself where that is known, and its middle where it hardly varies.
  ///
  /// - Parameter joints: what it may be drawn from together with others.
  package func plausibleValues(_ joints: [JointDistribution]) -> (low: Double, median: Double, high: Double) {
    // (i − ½)/10 is 5% for the first and 95% for the last; (1 − ½)/1 is the median.
    if let ends = quantiles(10), let median = quantiles(1) { return (ends[0], median[0], ends[9]) }
    if let known = middle { return (known, known, known) }
    guard case .joint(let path, let member) = distribution,
      let joint = joints.first(where: { $0.path == path })
    else {
      preconditionFailure("an experiment has every joint distribution that one of its numbers is a member of")
    }
    let deviation = joint.factor[member].reduce(0) { $0 + $1 * $1 }.squareRoot()
    let values = [-Self.normal95, 0, Self.normal95].map { normal in
      range.clamped(joint.scales[member].value(joint.mean[member] + normal * deviation))
    }
    return (values[0], values[1], values[2])
  }

  /// The 95% quantile of a standard normal.
  private static let normal95 = 1.6448536269514722

  /// Values that lie evenly in what is not known of the number: its quantiles at (i − ½)/n, within its legal range.
  ///
  /// - Returns: `nil` for a known number, one that is drawn together with others, and a beta distribution that hardly
  ///   varies or is all at its ends.
  package func quantiles(_ count: Int) -> [Double]? {
    guard let quantile = ParameterQuantile(self) else { return nil }
    return (0..<count).map { quantile((Double($0) + 0.5) / Double(count)) }
  }
}
