extension Verdict {
  /// What a simulated difference of expectations shows.
  ///
  /// The interval judged is the 90% range over the uncertain inputs (without uncertain parameters the mean alone), each
  /// end moved outwards by 1.645 Monte Carlo errors: equivalent where it lies inside the margin, which is two one-sided
  /// tests at 5%; else better or worse where it lies on one side of 0. Unknown where it is not known.
  public init(
    mean: Double, mcse: Double?, uncertaintyInterval90: Interval?, parametersVary: Bool,
    margin: Double,
    lessIsBetter: Bool
  ) {
    // Where all trials agree there is nothing for an interval to say.
    guard let mcse, !parametersVary || uncertaintyInterval90 != nil || mcse == 0 else {
      self = .unknown
      return
    }
    let lower = (uncertaintyInterval90?.lower ?? mean) - 1.645 * mcse
    let upper = (uncertaintyInterval90?.upper ?? mean) + 1.645 * mcse
    if -margin < lower, upper < margin {
      self = .equivalent
    } else if lower > 0 {
      self = lessIsBetter ? .worse : .better
    } else if upper < 0 {
      self = lessIsBetter ? .better : .worse
    } else {
      self = .unknown
    }
  }

  /// What the estimate of a difference shows; see
  /// ``init(mean:mcse:uncertaintyInterval90:parametersVary:margin:lessIsBetter:)``.
  public init(of difference: Estimate, parametersVary: Bool, margin: Double, lessIsBetter: Bool) {
    self.init(
      mean: difference.overTrials.mean, mcse: difference.overTrials.mcse,
      uncertaintyInterval90: difference.uncertaintyInterval90, parametersVary: parametersVary, margin: margin,
      lessIsBetter: lessIsBetter)
  }
}
