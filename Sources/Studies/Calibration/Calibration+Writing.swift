import ExperimentDesign
import Inference

extension Calibration {
  /// The numbers to write, which are drawn together from now on; none where none is learnt.
  ///
  /// Those that are learnt, what the file draws together already, and what is believed of together with a learnt one: drawn
  /// apart from it, such a number would undo what the counts say of both, and the answer would be wider than they are.
  public var drawnTogether: [Int] {
    let learnt = numbers.indices.filter(isLearnt)
    guard !learnt.isEmpty else { return [] }
    return numbers.indices.filter { number in
      if case .joint = numbers[number].parameter.distribution { return true }
      return isLearnt(number)
        || fit.enters(number)
          && learnt.contains { abs(fit.posterior.correlation(number, $0)) >= Self.leastCorrelation }
    }
  }

  /// The correlation with a learnt number from which on a number is drawn together with it.
  private static let leastCorrelation = 0.05
}
