import ArgumentParser
import Inference

/// A correction by its name, as an argument.
struct CorrectionArgument: ExpressibleByArgument {
  var correction: MultiplicityCorrection

  init(correction: MultiplicityCorrection) { self.correction = correction }

  init?(argument: String) {
    guard let correction = MultiplicityCorrection(rawValue: argument) else { return nil }
    self.correction = correction
  }

  static var allValueStrings: [String] { MultiplicityCorrection.allCases.map(\.rawValue) }

  var defaultValueDescription: String { correction.rawValue }
}

/// A way of paying for looks, as an argument.
enum SpendingArgument: String, ExpressibleByArgument, CaseIterable {
  case obrienFleming = "obrien-fleming"
  case pocock

  var spending: AlphaSpending {
    switch self {
    case .obrienFleming: .obrienFlemingType
    case .pocock: .pocockType
    }
  }
}
