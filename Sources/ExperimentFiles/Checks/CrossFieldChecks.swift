import ExperimentDesign

extension ExperimentDecoder {
  /// Conditions on several numbers of one segment.
  func checkCrossFields(_ segment: Segment, _ reader: SectionReader) {
    let device = reader.section("device").node
    let willingness = reader.section("willingness").node
    checkCorrelations(segment, willingness)
    checkSpread(segment, reader, willingness)
    let shares = [segment[.restricted], segment[.requestsOff]]
    let least = shares.map(\.distribution.leastMagnitude).reduce(0, +)
    guard least > 1 else { return }
    let isKnown = shares.allSatisfy { $0.constant != nil }
    problems.error(
      faultLocation(of: [device["restricted"], device["requests_off"]], in: device),
      "expected restricted and requests_off, which exclude each other, to sum to at most 1, found "
        + "\(isKnown ? "" : "at least ")\(least.shortText)")
  }

  private func checkCorrelations(_ segment: Segment, _ willingness: LocatedNode) {
    let least = [Number.withActivity, .withStaying].map { segment[$0].distribution.leastMagnitude }
    let sum = least[0] * least[0] + least[1] * least[1]
    guard sum > 1 else { return }
    problems.error(
      faultLocation(of: [willingness["with_activity"], willingness["with_staying"]], in: willingness),
      "expected the squares of with_activity and with_staying to sum to at most 1, found at least \(sum.shortText)"
    )
  }

  /// A correlation needs something that differs between people.
  private func checkSpread(_ segment: Segment, _ reader: SectionReader, _ willingness: LocatedNode) {
    let spread = reader.node["activity_spread"]
    // A spread that is none was reported where it is written.
    if let value = willingness["with_activity"], segment[.withActivity].constant != 0,
      segment[.activitySpread].constant == 0,
      spread == nil || reader.distribution("activity_spread", in: .activitySpread) != nil
    {
      problems.error(
        faultLocation(of: [value, spread], in: value),
        "'with_activity' needs people who differ in activity. Give 'activity_spread' above 0")
    }
    if case .constant = segment.visits.leaving, let value = willingness["with_staying"],
      segment[.withStaying].constant != 0
    {
      problems.error(
        faultLocation(of: [value, reader.node["sessions"]?["leave"]], in: value),
        "'with_staying' needs people who differ in staying, found a 'leave' that is the same for all. "
          + "Give 'retention', or leave: {a, b}")
    }
  }
}

extension Distribution {
  /// The smallest distance from 0 that a draw has, up to one in a thousand.
  fileprivate var leastMagnitude: Double {
    func least(_ low: Double, _ high: Double) -> Double {
      low <= 0 && high >= 0 ? 0 : min(abs(low), abs(high))
    }
    switch self {
    case .constant(let value): return abs(value)
    case .uniform(let low, let high), .triangular(let low, _, let high): return least(low, high)
    // 3.09 standard deviations leave one in a thousand out.
    case .normal(let mean, let sd): return least(mean - 3.09 * sd, mean + 3.09 * sd)
    case .beta(let a, let b):
      let mean = a / (a + b)
      return max(0, mean - 3.09 * (mean * (1 - mean) / (a + b + 1)).squareRoot())
    case .lognormal, .joint: return 0
    }
  }
}
