public import TestAnalysis
import TestData
import TextFormats

/// What a real test says: the finding behind every output of `analyze`.
public struct TestResult: Sendable {
  package let test: AnalysedTest
  /// What follows from them.
  public let advice: TestAdvice
  /// What may change the advice, the gravest first.
  public let cautions: [TestCaution]
  /// What else there is to know of how the numbers were made.
  public let notes: [AnalysisNotice]

  /// What a test says.
  public init(_ test: AnalysedTest) throws {
    self.test = test
    let advice = try TestAdvice(test)
    self.advice = advice
    let notices = test.dataProblems + test.cautions + test.remarks
    let ranked =
      notices.compactMap { notice in notice.rank.map { (rank: $0, caution: TestCaution.notice(notice)) } }
      + advice.guardrails.compactMap { guardrail in
        switch guardrail.state {
        case .fails: (rank: .outOfTheQuestion, caution: .broken(guardrail))
        case .open: (rank: .open, caution: .open(guardrail))
        case .holds: nil
        }
      }
    cautions = ranked.enumerated().sorted {
      ($0.element.rank.rawValue, $0.offset) < ($1.element.rank.rawValue, $1.offset)
    }.map(\.element.caution)
    notes = notices.filter { $0.rank == nil }
  }
}

extension TestResult: Encodable {
  private enum CodingKeys: String, CodingKey { case schema, advice, cautions, notes }

  /// What is decided, what to know before, and every number of the test.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode("att-lab/analysis/1", forKey: .schema)
    try members.encode(advice, forKey: .advice)
    try members.encode(cautions, forKey: .cautions)
    try members.encode(notes.map { TestCaution.notice($0) }, forKey: .notes)
    try test.encode(to: encoder)
  }
}

/// What may change the advice of a test.
public enum TestCaution: Sendable {
  /// An option breaks a guardrail and is out.
  case broken(TestGuardrail)
  /// The test is too small to judge a guardrail.
  case open(TestGuardrail)
  /// Something about the data.
  case notice(AnalysisNotice)
}

extension TestCaution: Encodable {
  private enum CodingKeys: String, CodingKey { case code, options, guardrail }

  /// What it is, and the options and the guardrail that it is about.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .broken(let found), .open(let found):
      try members.encode("guardrail_\(found.state.rawValue)", forKey: .code)
      try members.encode([found.option], forKey: .options)
      try members.encode(found.column, forKey: .guardrail)
    case .notice(let notice):
      try members.encode(notice.code, forKey: .code)
      try members.encode(OptionNames(wrappedValue: notice.options), forKey: .options)
      try members.encodeNil(forKey: .guardrail)
    }
  }
}

/// How much a caution weighs.
enum CautionRank: Int {
  case noVerdict, nobodyToCompare, stillRising, outOfTheQuestion, otherComparison, open, ages, minor
}

extension AnalysisNotice {
  /// How much it weighs as a caution; `nil` for what only explains how numbers were made.
  fileprivate var rank: CautionRank? {
    switch self {
    case .brokenSplit, .brokenMeasurement, .finding(_, dependsOnArm: .some): .noVerdict
    case .singleArm, .emptyForAge, .emptyArm: .nobodyToCompare
    case .stillRising: .stillRising
    case .clusters, .unlikeClusters, .splitOfRamp, .splitOfClusters, .splitDiffers, .verdictOfDoubtful,
      .emptyCells, .nobodyPrompted:
      .otherComparison
    case .agesUnknown: .ages
    case .finding, .doubt, .steeringNames, .rankingFlips, .tooManyParts, .noIntervalForLooks, .lookLeftOut:
      .minor
    case .reading, .promptedDiffer, .maturity, .unaskable, .narrowest, .firstIsBaseline: nil
    }
  }

  /// What it is called in files.
  fileprivate var code: String {
    switch self {
    case .finding(let finding, _): finding.kind.rawValue
    case .brokenMeasurement: "broken_measurement"
    case .verdictOfDoubtful: "verdict_of_doubtful_rows"
    case .doubt: "doubtful_data"
    case .steeringNames: "control_characters"
    case .reading: "how_it_was_read"
    case .splitOfRamp: "split_of_ramp"
    case .splitOfClusters: "split_of_clusters"
    case .brokenSplit: "broken_split"
    case .splitDiffers(let kind, _, _, _): "split_differs_between_\(kind.plural)"
    case .clusters(let compared, _): "\(compared.kind.rawValue)s_assigned"
    case .unlikeClusters(let kind, _, _, _, _): "unlike_\(kind.rawValue)s"
    case .promptedDiffer: "prompted_differ"
    case .rankingFlips: "ranking_flips"
    case .agesUnknown: "ages_unknown"
    case .maturity: "maturity"
    case .unaskable: "cannot_be_asked"
    case .emptyForAge, .emptyArm: "empty_option"
    case .nobodyPrompted: "nobody_prompted"
    case .stillRising: "still_rising"
    case .lookLeftOut: "look_left_out"
    case .noIntervalForLooks: "no_interval_for_looks"
    case .narrowest: "narrowest_interval"
    case .firstIsBaseline: "first_is_baseline"
    case .singleArm: "one_option"
    case .tooManyParts: "too_many_parts"
    case .emptyCells: "empty_cells_depend_on_option"
    }
  }

  /// The positions of the options that it is about.
  fileprivate var options: [Int] {
    switch self {
    case .verdictOfDoubtful(_, let arm, _, _), .stillRising(let arm, _, _), .emptyArm(let arm, _),
      .unlikeClusters(_, let arm, _, _, _):
      [arm]
    case .clusters(let compared, _): [compared.arm]
    case .finding(let finding, _): finding.byArm.indices.filter { finding.byArm[$0] > 0 }
    case .emptyForAge(.tooYoung(let arms, _)), .emptyForAge(.notInstalled(let arms)),
      .noIntervalForLooks(let arms), .lookLeftOut(_, _, let arms):
      arms
    case .brokenMeasurement, .doubt, .steeringNames, .reading, .splitOfRamp, .splitOfClusters, .brokenSplit,
      .splitDiffers, .promptedDiffer, .rankingFlips, .agesUnknown, .maturity, .unaskable, .narrowest,
      .firstIsBaseline, .singleArm, .tooManyParts, .emptyCells, .nobodyPrompted:
      []
    }
  }
}
