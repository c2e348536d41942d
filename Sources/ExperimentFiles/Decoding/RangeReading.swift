import ExperimentDesign
import Foundation
import TextFormats

/// A range of shares, between which 90% of a distribution lies.
public struct ShareRange: Hashable, Sendable {
  /// 5% lies below.
  public var low: Double
  /// 5% lies above.
  public var high: Double

  /// The range from `low` to `high`.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }
}

/// What came of fitting a beta distribution to a range of shares.
public enum RangeAnswer: Hashable, Sendable {
  /// The two shapes of the distribution.
  case fitted(a: Double, b: Double)
  /// Why it is missing, in a sentence.
  case refused(String)
}

/// What `{range: [low, high]}` stands for in a number's legal range.
///
/// Shares have a beta distribution, which is fitted later: until then one with the same middle and about the same
/// width stands for it. Numbers above 0 are log-normal, numbers of either sign normal.
func readRange(_ items: [LocatedNode], low: Double, high: Double, in legal: LegalRange) -> DistributionReading
{
  let found = "[\(items.map(\.flowText.cut).joined(separator: ", "))]"
  let form = DistributionForm.range.form
  guard low < high else {
    return .problem("expected a low end below the high end in \(form), found \(found)")
  }
  let isOpen = legal.isShare ? low > 0 && high < 1 : legal.low < 0 || low > 0
  guard isOpen, legal.contains(low), legal.contains(high) else {
    return .problem(
      "expected two numbers \(legal.ends) in \(form), found \(found). 5% of the distribution lies below the low end and 5% above the high end. "
        + "{uniform: [lo, hi]} has hard limits")
  }
  let width = 2 * normalQuantile95
  if legal.isShare {
    let middle = (low + high) / 2
    let deviation = (high - low) / width
    // So narrow that nothing could be drawn from it, it counts as narrow.
    let size = min(middle * (1 - middle) / (deviation * deviation) - 1, 1e300)
    return .distribution(.beta(a: size * middle, b: size * (1 - middle)))
  }
  if legal.low >= 0 {
    // Not a product under the root, which could be too small or too large to be written.
    return .distribution(
      .lognormal(median: low.squareRoot() * high.squareRoot(), sigma: (log(high) - log(low)) / width))
  }
  return .distribution(.normal(mean: (low + high) / 2, sd: (high - low) / width))
}

/// The point below which 95% of the standard normal distribution lies.
private let normalQuantile95 = 1.644_853_626_951_472_2

extension LegalRange {
  /// Where the ends of a range may lie, in words.
  fileprivate var ends: String {
    if isShare { return "strictly between 0 and 1" }
    return LegalRange(low, high, includesLow: low < 0, includesHigh: includesHigh).words
  }
}

extension LocatedNode {
  /// The ranges written anywhere in it, by their path.
  func ranges() -> [String: LocatedNode] {
    if let (form, value) = distribution, value.items != nil { return form == .range ? [path: self] : [:] }
    return entries.reduce(into: [:]) { found, entry in
      found.merge(entry.value.ranges()) { first, _ in first }
    }
  }
}

extension ExperimentDecoder {
  /// The distributions fitted to ranges of shares among some parameters, by path; what is wrong is in `problems`.
  ///
  /// - Parameter nodes: what the parameters were read from, layers merged.
  func fittedRanges(of parameters: [Parameter], in nodes: [LocatedNode]) -> [String: Distribution] {
    let written = nodes.reduce(into: [String: LocatedNode]()) { found, node in
      found.merge(node.ranges()) { first, _ in first }
    }
    guard !written.isEmpty else { return [:] }
    var shapes: [String: Distribution] = [:]
    var seen: Set<String> = []
    for parameter in parameters {
      // What is no range of shares has been reported.
      guard parameter.range.isShare, let node = written[parameter.path],
        case .distribution = readDistribution(node, in: parameter.range),
        let items = node.distribution?.value.items, items.count == 2,
        let low = items[0].scalar.flatMap({ readNumber($0, in: parameter.range) }),
        let high = items[1].scalar.flatMap({ readNumber($0, in: parameter.range) }),
        seen.insert(parameter.path).inserted
      else { continue }
      switch fits.distribution(of: ShareRange(low: low, high: high)) {
      case .fitted(let a, let b): shapes[parameter.path] = .beta(a: a, b: b)
      case .refused(let reason): problems.error(node.point, reason)
      }
    }
    return shapes
  }
}
