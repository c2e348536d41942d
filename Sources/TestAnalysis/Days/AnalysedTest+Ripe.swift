import Inference

extension AnalysedTest {
  /// Arms whose share that has allowed still rises with the day after the install.
  public var rising: [Int] {
    cautions.compactMap { if case .stillRising(let arm, _, _) = $0 { arm } else { nil } }.sorted()
  }

  /// The largest later day that half of every arm's installs have reached; `nil` where there is none, and for counts.
  public var laterDay: Int? {
    guard case .events(_, let day, _) = material, let assigned else { return nil }
    return ladder?.rungs.last { rung in
      rung.day > day && zip(rung.counts, assigned).allSatisfy { 2 * $0.n >= $1 }
    }?.day
  }
}
