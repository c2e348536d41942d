public import ExperimentDesign

extension Metric {
  /// The range the metric cannot leave.
  public var legalRange: ClosedRange<Double> {
    switch definition.scale {
    case .share: 0...1
    case .count, .days: 0...Double.greatestFiniteMagnitude
    // What a session is worth can be given as any number.
    case .money: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    }
  }
}

extension MetricDefinition {
  /// The squared standard error of the metric's value in one trial, given that trial's parameters.
  ///
  /// The installs of a trial are independent people, so a share of installs has the binomial x(1 −
  /// x)/n and a mean per install Σ(y − ȳ)²/(n(n − 1)), from the tally's sums of squares. Shares of
  /// the prompted and of the answered are binomial in their own denominators. Installs belong to
  /// segments by chance, so a mix changes none of this.
  /// - Returns: `nil` where the tally does not show it: an empty denominator, a median, and rates per
  ///   request and per showing, of which one install makes several.
  public func samplingVariance(in tally: Tally) -> Double? {
    switch measure {
    case .share(_, let population):
      guard population.isOfInstalls, let share = value(in: tally) else { return nil }
      return share * (1 - share) / Double(population.size(in: tally))
    case .mean(let sum, let squares):
      let count = Double(tally[.installs])
      guard count > 1, let sum = sum.total(in: tally) else { return nil }
      // Rounding of fixed-point sums can leave a difference just below 0.
      return max(0, tally[squares] - sum * sum / count) / (count * (count - 1))
    case .medianDaysToDecision: return nil
    }
  }
}
