import RandomStreams

extension JointDistribution.Scale {
  /// The scale without bounds of numbers within a range.
  package init(of range: LegalRange) {
    if range.low == 0, range.high == 1 {
      self = .logit
    } else {
      self = range.low >= 0 && range.high > 1 ? .log : .identity
    }
  }

  /// A number on the scale.
  package func scaled(_ value: Double) -> Double {
    switch self {
    case .identity: value
    case .log: ElementaryFunctions.log(value)
    case .logit: ElementaryFunctions.logit(value)
    }
  }

  /// The number that this is on the scale.
  package func value(_ scaled: Double) -> Double {
    switch self {
    case .identity: scaled
    case .log: ElementaryFunctions.exp(scaled)
    case .logit: ElementaryFunctions.logistic(scaled)
    }
  }
}

extension JointDistribution {
  /// The members that independent standard normals make, on their scales.
  package func scaled(_ normals: [Double]) -> [Double] {
    mean.indices.map { row in
      var value = mean[row]
      for column in 0...row { value += factor[row][column] * normals[column] }
      return value
    }
  }
}
