public import Inference
public import TestData
import TextFormats

/// The analysis of all arms per one denominator.
public struct AnalysisPanel: Sendable {
  /// What its rates are shares of.
  public let denominator: Denominator
  /// The arms and their comparisons.
  public let statistics: CountsAnalysis
  /// Per comparison, in their order, what it is judged by and how.
  public internal(set) var judgements: [Judgement] = []

  /// Whether options are compared by differences to the baseline that are not those of all installs: what is counted over
  /// all of them would mix other differences in, or take installs for the units.
  public var restsOnParts: Bool { judgements.contains(where: \.restsOnParts) }

  /// What an option is judged by; `nil` for the baseline.
  public func judgement(of arm: Int) -> Judgement? {
    statistics.comparisons.firstIndex { $0.option == arm }.map { judgements[$0] }
  }

  /// What was counted, per arm.
  public var counts: [ObservedCount] { statistics.arms.map(\.count) }

  /// Positions of the arms by their rates, the highest first; equal rates in the order of the arms.
  ///
  /// Arms without a rate are left out.
  public var ranking: [Int] {
    counts.indices.compactMap { arm in counts[arm].rate.map { (arm, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      .map(\.0)
  }
}

extension AnalysisPanel: Encodable {
  private enum CodingKeys: String, CodingKey { case denominator, comparisonConfidence, options, comparisons }

  private struct Comparison: Encodable {
    @OptionNames var option: Int
    var judgement: Judgement
    var ofAllInstalls: CountsAnalysis.Comparison?
  }

  /// What was counted of each option, and what its comparison with the baseline is judged by; where parts of the test or
  /// releases are compared, without what all installs together seem to say.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(denominator, forKey: .denominator)
    try members.encode(statistics.comparisonLevel, forKey: .comparisonConfidence)
    var options = statistics.arms
    if restsOnParts { for arm in options.indices { options[arm].standing = nil } }
    try members.encode(PerOption(wrappedValue: options), forKey: .options)
    let comparisons = statistics.comparisons.indices.map { index in
      Comparison(
        option: statistics.comparisons[index].option, judgement: judgements[index],
        ofAllInstalls: judgements[index].restsOnParts ? nil : statistics.comparisons[index])
    }
    try members.encode(comparisons, forKey: .comparisons)
  }
}
