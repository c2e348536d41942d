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
    advice = try TestAdvice(test)
    let notices = test.dataProblems + test.cautions + test.remarks
    var ranked = notices.compactMap { notice in
      notice.facts.rank.map { (rank: $0, caution: TestCaution.notice(notice)) }
    }
    for guardrail in advice.guardrails where guardrail.state != .holds {
      ranked.append((guardrail.state == .fails ? .outOfTheQuestion : .open, .guardrail(guardrail)))
    }
    cautions = ranked.enumerated().sorted {
      ($0.element.rank.rawValue, $0.offset) < ($1.element.rank.rawValue, $1.offset)
    }.map(\.element.caution)
    notes = notices.filter { $0.facts.rank == nil }
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
  /// An option breaks a guardrail and is out, or the test is too small to judge it.
  case guardrail(TestGuardrail)
  /// Something about the data.
  case notice(AnalysisNotice)
}

extension TestCaution: Encodable {
  private enum CodingKeys: String, CodingKey { case code, options, guardrail }

  /// What it is, and the options and the guardrail that it is about.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .guardrail(let found):
      try members.encode("guardrail_\(found.state.rawValue)", forKey: .code)
      try members.encode([found.option], forKey: .options)
      try members.encode(found.column, forKey: .guardrail)
    case .notice(let notice):
      try members.encode(notice.facts.code, forKey: .code)
      try members.encode(OptionNames(wrappedValue: notice.facts.options), forKey: .options)
      try members.encodeNil(forKey: .guardrail)
    }
  }
}

/// How much a caution weighs.
enum CautionRank: Int {
  case noVerdict, nobodyToCompare, stillRising, outOfTheQuestion, otherComparison, open, ages, minor
}

extension AnalysisNotice {
  /// What it is called in files, how much it weighs as a caution, `nil` for what only explains how numbers were made, and
  /// the positions of the options that it is about.
  fileprivate var facts: (code: String, rank: CautionRank?, options: [Int]) {
    switch self {
    case .finding(let found):
      (
        found.finding.kind.rawValue, found.dependsOnArm == nil ? .minor : .noVerdict,
        found.finding.byArm.indices.filter { found.finding.byArm[$0] > 0 }
      )
    case .brokenMeasurement: ("broken_measurement", .noVerdict, [])
    case .verdictOfDoubtful(_, let arm, _, _): ("verdict_of_doubtful_rows", .otherComparison, [arm])
    case .doubt: ("doubtful_data", .minor, [])
    case .reading: ("how_it_was_read", nil, [])
    case .splitOfRamp: ("split_of_ramp", .otherComparison, [])
    case .splitOfClusters: ("split_of_clusters", .otherComparison, [])
    case .brokenSplit: ("broken_split", .noVerdict, [])
    case .splitDiffers(let kind, _, _, _): ("split_differs_between_\(kind.plural)", .otherComparison, [])
    case .clusters(let compared, _): ("\(compared.kind.plural)_assigned", .otherComparison, [compared.option])
    case .unlikeClusters(let kind, let arm, _, _, _): ("unlike_\(kind.plural)", .otherComparison, [arm])
    case .promptedDiffer: ("prompted_differ", nil, [])
    case .rankingFlips: ("ranking_flips", .minor, [])
    case .agesUnknown: ("ages_unknown", .ages, [])
    case .maturity: ("maturity", nil, [])
    case .unaskable: ("cannot_be_asked", nil, [])
    case .tooYoung(let arms, _), .notInstalled(let arms): ("empty_option", .nobodyToCompare, arms)
    case .emptyArm(let arm, _): ("empty_option", .nobodyToCompare, [arm])
    case .nobodyPrompted: ("nobody_prompted", .otherComparison, [])
    case .stillRising(let arm, _, _): ("still_rising", .stillRising, [arm])
    case .lookLeftOut(_, _, let arms): ("look_left_out", .minor, arms)
    case .noIntervalForLooks(let arms): ("no_interval_for_looks", .minor, arms)
    case .narrowest: ("narrowest_interval", nil, [])
    case .firstIsBaseline: ("first_is_baseline", nil, [])
    case .singleArm: ("one_option", .nobodyToCompare, [])
    case .emptyCells: ("empty_cells_depend_on_option", .otherComparison, [])
    }
  }
}
