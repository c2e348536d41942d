import Inference
import Rendering
public import TestAnalysis
import TestData

/// What has to be known before the numbers of a test are used, in sentences.
public struct AnalysisNotices {
  let analysis: AnalysedTest

  /// The notices of an analysis.
  public init(_ analysis: AnalysedTest) { self.analysis = analysis }

  /// What is wrong with the data, the worst first.
  public var dataProblems: [String] { analysis.dataProblems.map(sentence) }
  /// Everything else to know before using the numbers.
  public var cautions: [String] { analysis.cautions.map(sentence) }
  /// What was decided while reading.
  public var remarks: [String] { analysis.remarks.map(sentence) }
  /// All of these, the worst first.
  public var warnings: [String] { dataProblems + cautions + remarks }

  /// Names the arm as a sentence does.
  func quoted(_ arm: Int) -> String { TerminalText.inSentence(analysis.arms[arm]) }

  /// `a and b`.
  func quoted(_ arms: [Int]) -> String { arms.map(quoted).joined(separator: " and ") }

  var baseline: String { quoted(analysis.baseline) }

  private func sentence(_ notice: AnalysisNotice) -> String {
    switch notice {
    case .finding(let finding, let p): found(finding, p)
    case .brokenMeasurement:
      "The measurement is broken: errors in the rows depend on the option. By chance that happens in fewer "
        + "than 1 of 1,000 tests. Find the cause before any verdict: compare how each option logs its times."
    case .verdictOfDoubtful(let allow, let arm, let difference, let verdict):
      "If \(allow ? "every" : "no") doubtful install had allowed, \(quoted(arm)) vs \(baseline) would be "
        + "\(difference.map(NoticeNumbers.points) ?? "–") pp, and the verdict \(verdict.words). "
        + "Check these rows before you decide."
    case .doubt(let problem): "\(problem.description)."
    case .steeringNames(let count):
      "\(SupportedDigits.grouped(count)) \(count == 1 ? "name has" : "names have") control characters, shown as escapes such as \\u{1B}."
    case .reading(let remark): remark
    case .withoutSegment(let count, let all):
      "\(SupportedDigits.grouped(count)) of \(SupportedDigits.grouped(all)) installs have no segment."
    case .splitOfRamp:
      "The split is uneven over all days (\(split)) and differs between days, as it does when an option is ramped "
        + "up. If you meant that, the comparison within days is fair; if not, find the cause first."
    case .splitOfClusters(let kinds): splitOfClusters(kinds)
    case .brokenSplit: brokenSplit
    case .splitDiffers(let kind, let parts, let p, let odd):
      "The split of installs differs between \(kind.plural) (χ² of \(parts) \(kind.plural) by "
        + "\(analysis.arms.count) options, \(NoticeNumbers.chance(p))\(mostAtOdds(odd))). Differences between "
        + "\(kind.plural) bias every pooled comparison. The comparisons within \(kind.plural), and their combination "
        + "below, are not affected."
    case .splitUnknown:
      "sample_ratio is null: the split is of installs, and the data do not have the installs of every option."
    case .clusters(let compared, let interval): clusters(compared, interval)
    case .unlikeClusters(let kind, let arm, let overlap, let p, let consequence):
      "\(quoted(arm)) and \(baseline) are distributed differently over \(kind.rawValue)s: their shares overlap by "
        + "\(NoticeNumbers.percent(overlap, decimals: 0))% where a split of installs would give nearly 100% "
        + "(χ², \(NoticeNumbers.chance(p))). \(words(consequence, kind))"
    case .promptedDiffer:
      "Options that ask at different moments prompt different people, so rates per prompted and per "
        + "answered are not comparable. Compare per install."
    case .rankingWithoutInstalls:
      "The data have no installs, so this ranking cannot be compared with the ranking per install."
    case .rankingFlips(let denominators, let ranking, let perInstall):
      "The ranking flips: per \(denominators.map(\.rawValue).joined(separator: " and per ")) "
        + "\(ranking.map(quoted).joined(separator: " > ")), per install "
        + "\(perInstall.map(quoted).joined(separator: " > ")). Trust the ranking per install: installs were randomised."
    case .commonStratum(let found): commonStratum(found)
    case .agesUnknown:
      "Counts do not say how old installs are: an option that asks late may not have asked all its installs "
        + "yet. To check, use event rows with --as-of."
    case .maturity(let day, let arms, let isDayChosenHere):
      "Rates are at day \(day), of installs at least that old: "
        + zip(arms, arms.indices).map {
          "\(SupportedDigits.grouped($0.old)) of \(SupportedDigits.grouped($0.all)) of \(quoted($1))"
        }.joined(separator: ", ")
        + ".\(isDayChosenHere ? " --day chooses another day." : "")"
    case .unaskable(let arms):
      "Denied by the device setting and restricted; counted as installs, not as answers (R147): "
        + arms.map {
          "\(SupportedDigits.grouped($0.refusedByDevice)) and \(SupportedDigits.grouped($0.restricted)) of \(quoted($0.arm))"
        }.joined(
          separator: ", ")
        + "."
    case .emptyForAge(let arms): reason(arms) + advice(arms) + "."
    case .stillRising(let arm, let rise, let day):
      "\(quoted(arm)) is still rising: \(NoticeNumbers.points(rise)) pp in the last third of the \(day) "
        + "\(day == 1 ? "day" : "days") after the install. Late answers are still missing, so the difference will "
        + "change; see the differences by day."
    case .lookLeftOut(let look, let day, let young):
      young.isEmpty
        ? "The look at \(look) is excluded: some option has no more installs of \(NoticeNumbers.days(day)) than at the look before."
        : "The look at \(look) is excluded: no install of \(quoted(young)) was \(NoticeNumbers.days(day)) old yet."
    case .noIntervalForLooks(let arms): noIntervalForLooks(arms)
    case .intervalForLooksIsPerInstall:
      "The interval for every look is per install only: prompted and answered installs are not randomised "
        + "groups."
    case .narrowest(let installs, let isPlanned):
      "The interval at any look is narrowest at \(NoticeNumbers.installs(installs)) in all"
        + (isPlanned ? "." : ", because no plan was given; fix --planned before the first look.")
    case .firstIsBaseline:
      "\(quoted(0)) is the baseline because it is listed first. To choose another, use --baseline."
    case .singleArm: "One option: there is nothing to compare it with, and chance_best is null."
    case .emptyArm(let arm, let denominator):
      capitalised(reason(.nobody([arm], denominator)))
        + ", so nothing is compared with it \(denominator.per)."
    case .tooManyParts(let kind, let count):
      "\(kind.plural) is null: \(count) \(kind.plural) of \(analysis.arms.count) options are more than "
        + "\(Strata.mostComparisons) comparisons."
    case .pooled(let kind, let denominator, let arms): pooled(kind, denominator, arms)
    case .manyComparisons(let kind, let parts, let isMerged, let comparisons):
      manyComparisons(kind, parts: parts, isMerged: isMerged, comparisons: comparisons)
    case .emptyCells(let column, let counts, let p):
      "\(column.rawValue) is empty for "
        + zip(counts, counts.indices).map { "\(SupportedDigits.grouped($0)) of \(quoted($1))" }.joined(
          separator: ", ")
        + ", which depends on the option (\(NoticeNumbers.chance(p))). This guardrail is not judged. Write 0 where nothing "
        + "happened, and leave cells empty only where it is not known."
    case .valueByMoments:
      "value is judged by Welch's interval of the means given, without winsorising. Event rows have it."
    case .guardrailsWithin(let within): "Guardrails are compared within \(within.words), as the verdict is."
    case .guardrailsAtEveryLook: "Guardrails are judged by intervals that hold at every look."
    }
  }
}
