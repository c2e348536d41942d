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
      return meanVariance(sum.total(in: tally), tally[squares], tally[.installs])
    case .medianDaysToDecision: return nil
    }
  }

  /// The squared standard error of the metric's score in one trial, given that trial's parameters.
  ///
  /// Scores differ less between installs than what happens does, so this is at most
  /// ``samplingVariance(in:)``, and is that of metrics that no answer decides. Of answers by a day
  /// the tally keeps no squares; the two halves of each trial tell their noise. Sessions have squares where no answer
  /// changed them.
  /// - Returns: `nil` where the tally does not show it.
  public func scoreVariance(in tally: Tally) -> Double? {
    switch score {
    case .billionths(let sum, let squares):
      return meanVariance(
        Double(tally[sum]) * 1e-9, Double(tally[squares]) * 1e-9, population.size(in: tally))
    case .amount(let sum, let squares):
      return meanVariance(tally[sum], tally[squares], population.size(in: tally))
    case .estimate(let sum, let counter, _):
      return tally[sum] == Double(tally[counter]) ? samplingVariance(in: tally) : nil
    case .answers: return nil
    case nil: return samplingVariance(in: tally)
    }
  }

  private func meanVariance(_ sum: Double?, _ squares: Double, _ count: Int64) -> Double? {
    guard count > 1, let sum else { return nil }
    let count = Double(count)
    // Rounding of fixed-point sums can leave a difference just below 0.
    return max(0, squares - sum * sum / count) / (count * (count - 1))
  }
}
