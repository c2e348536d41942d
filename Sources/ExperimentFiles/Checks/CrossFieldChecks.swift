import ExperimentDesign

extension SegmentDecoder {
  /// Conditions on several numbers of one segment.
  func checkCrossFields(_ segment: Segment, _ reader: SectionReader) {
    checkDevices(segment, reader.section("device").node)
    checkCorrelations(segment, reader.section("willingness").node)
    checkSpread(segment, reader)
  }

  private func checkDevices(_ segment: Segment, _ device: LocatedNode) {
    let point = faultLocation(of: [device["restricted"], device["requests_off"]], in: device)
    let rule = "expected restricted and requests_off, which exclude each other, to sum to at most 1, found"
    if let restricted = segment[.restricted].constant, let off = segment[.requestsOff].constant {
      if restricted + off > 1 { problems.error(point, "\(rule) \((restricted + off).shortText)") }
      return
    }
    warnOfTruncation(
      truncatedMass(segment[.restricted], segment[.requestsOff]) { $0 }, point, rule,
      of: "the sums of restricted and requests_off")
  }

  private func checkCorrelations(_ segment: Segment, _ willingness: LocatedNode) {
    let point = faultLocation(
      of: [willingness["with_activity"], willingness["with_staying"]], in: willingness)
    let withActivity = segment[.withActivity]
    let withStaying = segment[.withStaying]
    let rule = "expected the squares of with_activity and with_staying to sum to at most 1, found"
    let leastActivity = withActivity.distribution.leastMagnitude
    let leastStaying = withStaying.distribution.leastMagnitude
    let least = leastActivity * leastActivity + leastStaying * leastStaying
    if least > 1 { return problems.error(point, "\(rule) at least \(least.shortText)") }
    if withActivity.constant != nil, withStaying.constant != nil { return }
    warnOfTruncation(
      truncatedMass(withActivity, withStaying) { $0 * $0 }, point, rule,
      of: "the squares of with_activity and with_staying, summed,")
  }

  /// Draws that break the rule of two numbers are drawn again; often, that is no longer what was written.
  private func warnOfTruncation(
    _ excess: Double, _ point: SourcePoint, _ rule: String, of what: String
  ) {
    if excess > 0.99 {
      problems.error(point, "\(rule) more almost always. Draws above are drawn again")
    } else if excess > 0.05 {
      problems.warning(
        point,
        "\(Int((excess * 100).rounded()))% of \(what) lie above 1, the most they may be; such draws are drawn "
          + "again together, which moves both means")
    }
  }

  /// A correlation needs something that differs between people.
  private func checkSpread(_ segment: Segment, _ reader: SectionReader) {
    let willingness = reader.section("willingness")
    if let value = willingness.node["with_activity"], segment[.withActivity].constant != 0,
      segment[.activitySpread].constant == 0, reader.isReadable("activity_spread")
    {
      problems.error(
        latest(value, reader.node["activity_spread"]),
        "'with_activity' needs people who differ in activity. Give 'activity_spread' above 0")
    }
    if case .constant = segment.visits.leaving, let value = willingness.node["with_staying"],
      segment[.withStaying].constant != 0
    {
      problems.error(
        latest(value, reader.node["sessions"]?["leave"]),
        "'with_staying' needs people who differ in staying, found a 'leave' that is the same for all. "
          + "Give 'retention', or leave: {a, b}")
    }
  }

  /// The path of the value, unless the other was written in a higher layer.
  private func latest(_ value: LocatedNode, _ other: LocatedNode?) -> SourcePoint {
    faultLocation(of: [value, other], in: value)
  }
}

extension SectionReader {
  /// Whether a number is absent, or one at all.
  fileprivate func isReadable(_ key: String) -> Bool {
    guard let value = node[key] else { return true }
    if case .distribution = readDistribution(value, in: parameterRange(at: [key], in: table) ?? .real) {
      return true
    }
    return false
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
    case .lognormal, .beta, .joint: return 0
    }
  }
}
