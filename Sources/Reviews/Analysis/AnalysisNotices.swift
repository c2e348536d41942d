import Inference
public import TestAnalysis
import TestData

/// What has to be known before the numbers of a test are used, in sentences.
public struct AnalysisNotices {
  let analysis: AnalysedTest

  /// The notices of an analysis.
  public init(_ analysis: AnalysedTest) { self.analysis = analysis }

  /// What is wrong with the data, the worst first.
  public var dataProblems: [String] { analysis.dataProblems.map(sentence) }
  /// Everything else to know before using the numbers: absences with their reasons, cautions.
  public var cautions: [String] { analysis.cautions.map(sentence) }
  /// What was decided while reading.
  public var remarks: [String] { analysis.remarks.map(sentence) }
  /// All of these, the worst first.
  public var warnings: [String] { dataProblems + cautions + remarks }

  /// Names the arm as a sentence does.
  func quoted(_ arm: Int) -> String { "`\(analysis.arms[arm])`" }

  /// `a and b`.
  func quoted(_ arms: [Int]) -> String { arms.map(quoted).joined(separator: " and ") }

  var baseline: String { quoted(analysis.baseline) }

  private func sentence(_ notice: AnalysisNotice) -> String {
    switch notice {
    case .finding(let finding, let p): found(finding, p)
    case .brokenMeasurement:
      "The measurement is broken: what the rows say wrong depends on the arm, which by chance happens in fewer "
        + "than 1 of 1,000 tests. There is no verdict until the cause is found. Compare how each arm logs its times."
    case .verdictOfDoubtful(let allow, let arm, let difference, let verdict):
      "If \(allow ? "every" : "no") doubtful install had allowed, \(quoted(arm)) vs \(baseline) would be "
        + "\(difference.map(NoticeNumbers.points) ?? "–") points, and the verdict \(verdict.rawValue). "
        + "Check these rows before you decide."
    case .doubt(let problem): "\(problem.description)."
    case .steeringNames(let count):
      "\(count) \(count == 1 ? "name has" : "names have") characters that steer a terminal or turn the "
        + "direction of text; they are written as escapes such as \\u{1B}."
    case .reading(let remark): remark
    case .withoutSegment(let count, let all): "\(count) of \(all) installs have no segment."
    case .splitOfRamp:
      "The split is not even over all days (\(split)), and differs between days, as it does when an arm is ramped "
        + "up. If that was meant, arms compared within days are fairly compared; if not, find the cause first."
    case .splitOfClusters(let kinds): splitOfClusters(kinds)
    case .brokenSplit: brokenSplit
    case .splitDiffers(let kind, let parts, let p, let odd):
      "The split of installs differs between \(kind.plural) (χ² of \(parts) \(kind.plural) by "
        + "\(analysis.arms.count) arms, \(NoticeNumbers.chance(p))\(mostAtOdds(odd))). What differs between "
        + "\(kind.plural) is mixed into every comparison over all of them; those within each, and these put together "
        + "below, are free of it."
    case .splitUnknown:
      "sample_ratio is null: the split is of installs, and the data do not have the installs of every arm."
    case .splitUntested(let reason): "sample_ratio is null: \(reason)."
    case .clusters(let compared, let interval): clusters(compared, interval)
    case .unlikeClusters(let kind, let arm, let overlap, let p, let consequence):
      "\(quoted(arm)) and \(baseline) are not spread alike over \(kind.rawValue)s: their shares overlap by "
        + "\(NoticeNumbers.percent(overlap, decimals: 0))% where a split of installs would come near 100% "
        + "(χ², \(NoticeNumbers.chance(p))). \(words(consequence, kind))"
    case .promptedDiffer:
      "Arms that ask at different moments prompt different people, so that rates per prompted and per "
        + "answered compare different people. Per install is the fair comparison; --same-trigger says "
        + "that all arms ask at the same moment."
    case .rankingWithoutInstalls:
      "The data have no installs, so the ranking per install cannot be set beside this one."
    case .rankingFlips(let denominators, let ranking, let perInstall):
      "The ranking flips: per \(denominators.map(\.rawValue).joined(separator: " and per ")) "
        + "\(ranking.map(quoted).joined(separator: " > ")), per install "
        + "\(perInstall.map(quoted).joined(separator: " > ")). Installs are what was split."
    case .unlikePrompted(let arm, let rate, let other):
      "--same-trigger says that \(quoted(arm)) and \(baseline) ask at the same moment, but "
        + "\(NoticeNumbers.percent(rate, decimals: 1)) % of installs against "
        + "\(NoticeNumbers.percent(other, decimals: 1)) % were prompted, which chance does in fewer than 1 of 1,000 "
        + "tests: those prompted are different people."
    case .commonStratum(let found, let isTogether): commonStratum(found, isTogether: isTogether)
    case .agesUnknown:
      "Counts do not say how old installs are: an arm that asks late may not have asked all of its installs "
        + "yet. Event rows with --as-of would tell."
    case .maturity(let day, let arms, let isDayChosenHere):
      "Rates are at day \(day), of installs at least that old: "
        + zip(arms, arms.indices).map { "\($0.old) of \($0.all) of \(quoted($1))" }.joined(separator: ", ")
        + ".\(isDayChosenHere ? " --day chooses another day." : "")"
    case .unaskable(let arms):
      "Denied by the device's own switch and restricted, as installs and never as answers (R147): "
        + arms.map { "\($0.refusedByDevice) and \($0.restricted) of \(quoted($0.arm))" }.joined(
          separator: ", ")
        + "."
    case .emptyForAge(let arms): reason(arms) + advice(arms) + "."
    case .stillRising(let arm, let rise, let day):
      "\(quoted(arm)) is still rising: \(NoticeNumbers.points(rise)) points in the last third of the \(day) "
        + "\(day == 1 ? "day" : "days") after the install. What is asked late is not in yet, so the difference at a "
        + "later day is another one; see the differences by day."
    case .lookLeftOut(let look, let day, let young):
      young.isEmpty
        ? "The look at \(look) is left out: some arm has no more installs of \(NoticeNumbers.days(day)) than at the look before."
        : "The look at \(look) is left out: no install of \(quoted(young)) was \(NoticeNumbers.days(day)) old yet."
    case .noIncidenceInterval(let arm, let day):
      "over_time has no interval for \(quoted(arm)): nobody, or everybody, of an arm has allowed by "
        + "day \(day), or none of it was watched that long."
    case .noGrayTest:
      "Gray's test is left out: it compares when people answer, which arms that ask at different moments "
        + "differ in by design. --same-trigger brings it."
    case .noIntervalForLooks(let arms): noIntervalForLooks(arms)
    case .intervalForLooksIsPerInstall:
      "The interval for every look is per install only: those prompted and those who answered are not the arms "
        + "as they were split."
    case .narrowest(let installs, let isPlanned):
      "The interval at any look is narrowest at \(installs) installs in all"
        + (isPlanned ? "." : ", as no plan was given; --planned, fixed before the first look, gives one.")
    case .firstIsBaseline:
      "\(quoted(0)) is compared with because it comes first; --baseline chooses another arm."
    case .singleArm: "One arm: there is nothing to compare it with, and p_best is null."
    case .emptyArm(let arm, let denominator):
      capitalised(reason(.nobody([arm], denominator)))
        + ", so nothing is compared with it \(denominator.per)."
    case .noValue(let names, let reason, let arm, let denominator):
      "\(quoted(arm)) against \(baseline), \(denominator.per): \(listed(names)) \(names.count == 1 ? "is" : "are") "
        + "null, because \(reason)."
    case .tooManyParts(let kind, let count):
      "\(kind.plural) is null: \(count) \(kind.plural) of \(analysis.arms.count) arms are more than "
        + "\(Strata.mostComparisons) comparisons."
    case .pooled(let kind, let denominator, let arms): pooled(kind, denominator, arms)
    case .manyComparisons(let kind, let parts, let isMerged, let comparisons):
      manyComparisons(kind, parts: parts, isMerged: isMerged, comparisons: comparisons)
    case .alikeInParts(let kind, let denominator, let p):
      "Nothing shows that differences \(denominator.per) differ between \(kind.plural) (Cochran's Q"
        + "\(p.map { ", \(NoticeNumbers.chance($0))" } ?? ""))."
    case .unlikeInParts(let kind, let denominator, let arms):
      "The difference \(denominator.per) is not the same in all \(kind.plural) by Cochran's Q: "
        + arms.map { "\(quoted($0.arm)) (\(NoticeNumbers.chance($0.p)))" }.joined(separator: ", ")
        + ". One number for all of them is their average and may hold for none."
    case .adjusted(let columns, let arms): adjusted(columns, arms)
    case .emptyCells(let column, let counts, let p):
      "\(column.rawValue) is empty for "
        + zip(counts, counts.indices).map { "\($0) of \(quoted($1))" }.joined(separator: ", ")
        + ", which depends on the arm (\(NoticeNumbers.chance(p))). This guardrail is not judged. Write 0 where nothing "
        + "happened, and leave cells empty only where it is not known."
    case .valueByMoments:
      "value is judged by Welch's interval of the means given: without the values there is neither a bootstrap nor "
        + "winsorising. Event rows have both."
    case .guardrailsWithin(let within): "Guardrails are compared within \(within.words), as the verdict is."
    case .guardrailsAtEveryLook: "Guardrails are judged by intervals that hold at every look."
    }
  }
}
