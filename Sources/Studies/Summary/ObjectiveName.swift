public import ExperimentDesign

extension Objective {
  /// The objective that ``ExperimentDesign/Objective/name`` spells out.
  ///
  /// - Returns: `nil` when the text is no such name.
  public init?(named name: String) {
    if let metric = Metric(rawValue: name) {
      self.init(metric)
      return
    }
    var terms: [Term] = []
    var words = name[...]
    while true {
      let word = words.prefix { $0 != " " }
      let parts = word.split(separator: "*", omittingEmptySubsequences: false)
      guard parts.count == 2, let weight = Double(parts[0]), let metric = Metric(rawValue: String(parts[1]))
      else { return nil }
      terms.append(Term(metric: metric, weight: weight))
      words = words.dropFirst(word.count)
      if words.isEmpty { break }
      guard words.hasPrefix(" + ") else { return nil }
      words = words.dropFirst(3)
    }
    guard let objective = try? Objective(terms: terms) else { return nil }
    self = objective
  }
}

extension Objective {
  /// The objective of means: the weighted sum of its metrics'.
  ///
  /// - Returns: `nil` where one of its metrics has no mean.
  public func value(ofMeans means: [Metric: Double]) -> Double? {
    var sum = 0.0
    for term in terms {
      guard let mean = means[term.metric] else { return nil }
      sum += term.weight * mean
    }
    return sum
  }
}
