package import ExperimentDesign

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
