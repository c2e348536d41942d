import Inference
import Rendering
import TestAnalysis
import TestData

/// What has to be known before the numbers of a test are used, in sentences.
struct AnalysisNotices {
  let analysis: AnalysedTest

  /// The notices of an analysis.
  init(_ analysis: AnalysedTest) { self.analysis = analysis }

  /// `p = 0.012`.
  static func chance(_ p: PValue) -> String { "p = \(AnalysisNumbers.p(p))" }

  /// Names the arm as a sentence does.
  func quoted(_ arm: Int) -> String { TerminalText.inSentence(analysis.arms[arm]) }

  /// `a and b`.
  func quoted(_ arms: [Int]) -> String { arms.map(quoted).joined(separator: " and ") }

  var baseline: String { quoted(analysis.baseline) }

  func sentence(_ notice: AnalysisNotice) -> String {
    switch notice {
    case .finding(let finding, let p): found(finding, p)
    case .brokenMeasurement: "Errors in the rows depend on the option."
    case .verdictOfDoubtful(let allow, let arm, let difference, let verdict):
      "If \(allow ? "every" : "no") doubtful install had allowed, \(quoted(arm)) vs \(baseline) would be "
        + "\(AnalysisNumbers.points(difference, nil)) pp, and the verdict \(verdict.words). "
        + "Check these rows before you decide."
    case .doubt(let problem): "\(problem.description)."
    case .steeringNames(let count):
      "\(SupportedDigits.grouped(count)) \(count == 1 ? "name has" : "names have") control characters, shown as escapes such as \\u{1B}."
    case .reading(let remark): remark
    case .withoutSegment(let count, let all):
      "\(SupportedDigits.grouped(count)) of \(SupportedDigits.grouped(all)) installs have no segment."
    case .splitOfRamp:
      "The split is uneven over all days, as when an option is ramped up. If you meant that, the comparison within "
        + "days is fair; if not, find the cause first."
    case .splitOfClusters(let kinds): splitOfClusters(kinds)
    case .brokenSplit: brokenSplit
    case .splitDiffers(let kind, let parts, let p, let odd):
      "The split differs between \(kind.plural) (χ² of \(parts) \(kind.plural), "
        + "\(AnalysisNotices.chance(p))\(mostAtOdds(odd))), so options are compared within \(kind.plural)."
    case .clusters(let compared, let interval): clusters(compared, interval)
    case .unlikeClusters(let kind, let arm, let overlap, let p, let consequence):
      "\(quoted(arm)) and \(baseline) are distributed differently over \(kind.rawValue)s: their shares overlap by "
        + "\(SupportedDigits.text(overlap * 100, decimals: 0))% where a split of installs would give nearly 100% "
        + "(χ², \(AnalysisNotices.chance(p))). \(words(consequence, kind))"
    case .promptedDiffer:
      "Options that ask at different moments prompt different people, so rates per prompted and per "
        + "answered are not comparable. Compare per install."
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
        }.joined(separator: ", ") + "."
    case .emptyForAge(let arms): reason(arms) + "."
    case .stillRising(let arm, let rise, let day):
      "\(quoted(arm)) is still rising: \(AnalysisNumbers.points(rise, nil)) pp in the last third of the \(day) "
        + "\(day == 1 ? "day" : "days") after the install, so the difference will change."
    case .lookLeftOut(let look, let day, let young):
      young.isEmpty
        ? "The look at \(look) is excluded: some option has no more installs of \(AnalysisNumbers.days(day)) than at the look before."
        : "The look at \(look) is excluded: no install of \(quoted(young)) was \(AnalysisNumbers.days(day)) old yet."
    case .noIntervalForLooks(let arms): noIntervalForLooks(arms)
    case .narrowest(let installs, let isPlanned):
      "The interval at any look is narrowest at \(AnalysisNumbers.installs(installs)) in all"
        + (isPlanned ? "." : ", because no plan was given; fix --planned before the first look.")
    case .firstIsBaseline:
      "\(quoted(0)) is the baseline because it is listed first. To choose another, use --baseline."
    case .singleArm: "One option: there is nothing to compare it with."
    case .emptyArm(let arm, let denominator):
      capitalised(reason(.nobody([arm], denominator)))
        + ", so nothing is compared with it \(denominator.words)."
    case .tooManyParts(let kind, let count):
      "\(count) \(kind.plural) make more than \(Strata.mostComparisons) comparisons, so none is shown."
    case .pooled(let kind, let denominator, let arms): pooled(kind, denominator, arms)
    case .manyComparisons(let kind, let parts, let isMerged, let comparisons):
      manyComparisons(kind, parts: parts, isMerged: isMerged, comparisons: comparisons)
    case .emptyCells(let column, let counts, let p):
      "\(column.rawValue) is empty for "
        + zip(counts, counts.indices).map { "\(SupportedDigits.grouped($0)) of \(quoted($1))" }.joined(
          separator: ", ")
        + ", which depends on the option (\(AnalysisNotices.chance(p))), so it is not judged. Write 0 for nothing."
    case .valueByMoments:
      "value is judged by Welch's interval of the means given, without winsorising. Event rows have it."
    }
  }
}
