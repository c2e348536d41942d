import Inference
import Rendering
import TestAnalysis
import TestData
import TextFormats

/// What has to be known before the numbers of a test are used, in sentences.
struct NoticeWords {
  let analysis: AnalysedTest

  /// `p = 0.012`.
  static func chance(_ p: PValue) -> Phrase {
    p.value > 0 ? "p = \(AnalysisNumbers.p(p))" : "p < 1e-300"
  }

  /// The name of an option.
  func name(_ arm: Int) -> Name { Name(analysis.arms[arm]) }

  /// `a and b`.
  private func names(_ arms: [Int]) -> Phrase { arms.map { Phrase(name($0)) }.joined(separator: " and ") }

  /// `3 of launch, 4 of later`.
  private func list(_ parts: [Phrase]) -> Phrase { parts.joined(separator: ", ") }

  private func ranking(_ arms: [Int]) -> Phrase { arms.map { Phrase(name($0)) }.joined(separator: " > ") }

  var baseline: Name { name(analysis.baseline) }

  func points(_ difference: Double?) -> Phrase { AnalysisNumbers.shares.difference(difference) }

  func sentence(_ notice: AnalysisNotice) -> Phrase {
    switch notice {
    case .finding(let found): words(found.finding, found.dependsOnArm)
    case .brokenMeasurement: "Errors in the rows depend on the option."
    case .verdictOfDoubtful(let allow, let arm, let difference, let verdict):
      "If \(allow ? "every" : "no") doubtful install had allowed, \(name(arm)) vs \(baseline) would be "
        + "\(points(difference)) pp, and the verdict \(verdict.words). Check these rows before you decide."
    case .doubt(let problem): "\(problem.description)."
    case .reading(let remark): "\(remark)"
    case .splitOfRamp:
      "The split is uneven over all days, as when an option is ramped up. If you meant that, the comparison within "
        + "days is fair; if not, find the cause first."
    case .splitOfClusters(let kinds): splitOfClusters(kinds)
    case .brokenSplit: brokenSplit
    case .splitDiffers(let kind, let parts, let p, let odd):
      "The split differs between \(kind.plural) (χ² of \(parts) \(kind.plural), "
        + "\(Self.chance(p))\(mostAtOdds(odd))), so options are compared within \(kind.plural)."
    case .clusters(let compared, let interval): clusters(compared, interval)
    case .unlikeClusters(let kind, let arm, let overlap, let p, let consequence):
      "\(name(arm)) and \(baseline) are distributed differently over \(kind.plural): their shares overlap by "
        + "\(Quantity.fixed(overlap, .share, 0)) where a split of installs would give nearly 100% (χ², \(Self.chance(p))). "
        + "\(words(consequence, kind))"
    case .promptedDiffer:
      "Options that ask at different moments prompt different people, so rates per prompted and per answered are not "
        + "comparable. Compare per install."
    case .rankingFlips(let denominators, let ranking, let perInstall):
      "The ranking flips: per \(denominators.map(\.rawValue).joined(separator: " and per ")) "
        + "\(self.ranking(ranking)), per install \(self.ranking(perInstall)). Trust the ranking per install: "
        + "installs were randomised."
    case .agesUnknown:
      "Counts do not say how old installs are: an option that asks late may not have asked all its installs yet. To "
        + "check, use event rows with --as-of."
    case .maturity(let day, let arms, let isDayChosenHere):
      "Rates are at day \(day), of installs at least that old: "
        + list(arms.enumerated().map { "\(grouped: $1.old) of \(grouped: $1.all) of \(name($0))" })
        + (isDayChosenHere ? ". --day chooses another day." : ".")
    case .unaskable(let arms):
      "Denied by the device setting and restricted; counted as installs, not as answers (R147): "
        + list(arms.map { "\(grouped: $0.refusedByDevice) and \(grouped: $0.restricted) of \(name($0.arm))" })
        + "."
    case .tooYoung(let arms, let days):
      "No install of \(names(arms)) is \(days, "day") old yet; a smaller --day may have some."
    case .notInstalled(let arms): "Nothing of \(names(arms)) was installed by --as-of."
    case .stillRising(let arm, let rise, let day):
      "\(name(arm)) is still rising: \(points(rise)) pp in the last third of the \(day, "day") after the install, so "
        + "the difference will change."
    case .lookLeftOut(let look, let day, let young):
      young.isEmpty
        ? "The look at \(String(describing: look)) is excluded: some option has no more installs of \(day, "day") than at the look before."
        : "The look at \(String(describing: look)) is excluded: no install of \(names(young)) was \(day, "day") old yet."
    case .noIntervalForLooks(let arms):
      "There is no interval for every look yet for \(list(arms.map { Phrase(name($0)) })): it "
        + "needs \(ConfidenceSequence.fewestInstalls, "install"), \(ConfidenceSequence.fewestEvents) who allowed and "
        + "\(ConfidenceSequence.fewestEvents) who did not in each option."
    case .narrowest(let installs, let isPlanned):
      "The interval at any look is narrowest at \(installs, "install") in "
        + "all\(isPlanned ? "." : ", because no plan was given; fix --planned before the first look.")"
    case .firstIsBaseline:
      "\(name(0)) is the baseline because \(isOfEvents ? "its name comes first" : "it is listed first"). To choose "
        + "another, use --baseline."
    case .nobodyPrompted(let parts, let installs, let differences):
      nobodyPrompted(parts, installs, differences)
    case .singleArm: "One option: there is nothing to compare it with."
    case .emptyArm(let arm, let denominator):
      "\(nobody(arm, denominator)), so nothing is compared with it \(denominator.words)."
    case .emptyCells(let column, let counts, let p):
      "\(column.rawValue) is empty for \(list(counts.enumerated().map { "\(grouped: $1) of \(name($0))" })), which depends on the option (\(Self.chance(p))), so it is "
        + "not judged. Write 0 for nothing."
    }
  }

  /// Whether the data are event rows, whose order says nothing.
  private var isOfEvents: Bool { analysis.asOf != nil }

  /// That nobody of an arm is counted, as a sentence without its full stop.
  private func nobody(_ arm: Int, _ denominator: Denominator) -> Phrase {
    switch denominator {
    case .installs: "\(name(arm)) has no installs"
    case .prompted: "Nobody in \(name(arm)) was prompted\(analysis.byItsDay)"
    case .answered: "Nobody in \(name(arm)) answered\(analysis.byItsDay)"
    }
  }
}
