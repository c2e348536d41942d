package import ExperimentDesign

extension Experiment {
  /// The 5%, 50% and 95% quantiles of what is not known of a number; `nil` of one that is known, and of one that hardly
  /// varies.
  package func plausibleValues(of parameter: Parameter) -> (low: Double, median: Double, high: Double)? {
    // (i − ½)/10 is 5% for the first and 95% for the last; (1 − ½)/1 is the median.
    if let ends = parameter.quantiles(10), let low = ends.first, let high = ends.last,
      let median = parameter.quantiles(1)?.first
    {
      return low < high ? (low, median, high) : nil
    }
    guard case .joint(let path, let member) = parameter.distribution,
      let joint = joints.first(where: { $0.path == path })
    else { return nil }
    let deviation = joint.factor[member].reduce(0) { $0 + $1 * $1 }.squareRoot()
    let values = [-Self.normal95, 0, Self.normal95].map { normal in
      joint.scales[member].value(joint.mean[member] + normal * deviation)
    }
    return values[0] < values[2] ? (values[0], values[1], values[2]) : nil
  }

  /// The 95% quantile of a standard normal.
  private static let normal95 = 1.6448536269514722
}

extension Parameter {
  /// Values that lie evenly in what is not known of the number: its quantiles at (i − ½)/n, within its legal range.
  ///
  /// - Returns: `nil` for a known number, one that is drawn together with others, and a beta distribution that hardly
  ///   varies or is all at its ends.
  package func quantiles(_ count: Int) -> [Double]? {
    guard let quantile = ParameterQuantile(self) else { return nil }
    return (0..<count).map { quantile((Double($0) + 0.5) / Double(count)) }
  }
}
