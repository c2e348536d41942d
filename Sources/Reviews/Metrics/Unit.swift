import ExperimentDesign

/// How a quantity is written for people.
enum Unit: Equatable {
  /// A fraction, shown in per cent, its differences in percentage points.
  case share
  /// A number per install.
  case number
  case days

  /// What the number is multiplied by to be shown.
  var scale: Double { self == .share ? 100 : 1 }

  /// Decimals where the Monte Carlo error says nothing.
  var plainDecimals: Int { self == .share ? 1 : 3 }

  /// Behind a level in a sentence.
  var suffix: String {
    switch self {
    case .share: "%"
    case .number: ""
    case .days: " days"
    }
  }

  /// Behind a difference in a sentence.
  var differenceSuffix: String {
    switch self {
    case .share: " pp"
    case .number: ""
    case .days: " days"
    }
  }
}

extension Metric {
  var unit: Unit {
    switch definition.scale {
    case .share: .share
    case .count, .money: .number
    case .days: .days
    }
  }
}

extension Objective {
  var unit: Unit { singleMetric?.unit ?? .number }
}
