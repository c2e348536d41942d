import Inference
import Rendering
import TestAnalysis
import TestData

extension AnalysisNotices {
  func found(_ finding: DataFinding, _ p: PValue?) -> String {
    let installs = finding.installs
    let byArm = analysis.arms.indices.filter { finding.byArm[$0] > 0 }
      .map { "\(SupportedDigits.grouped(finding.byArm[$0])) of \(quoted($0))" }
    let lines = finding.firstLines.map(String.init).joined(separator: ", ")
    let text =
      "\(AnalysisNumbers.installs(installs)) (\(byArm.joined(separator: ", "))): \(finding.kind.meaning) "
      + "(\(finding.firstLines.count == 1 ? "line" : "lines") \(lines)\(installs > finding.firstLines.count ? ", …" : ""))."
    return p.map { "\(text) It depends on the option (\(AnalysisNotices.chance($0)))." } ?? text
  }

  /// What each arm has of installs, and what was due to it.
  var split: String {
    guard let expected = analysis.sampleRatio?.expected, let assigned = analysis.assigned else { return "" }
    return expected.indices.map { arm in
      "\(quoted(arm)) has \(AnalysisNumbers.installs(assigned[arm])), expected "
        + SupportedDigits.grouped(Int(expected[arm].rounded()))
    }.joined(separator: ", ")
  }

  func splitOfClusters(_ kinds: [ClusteredComparison.Kind]) -> String {
    let kinds = kinds.map { "\($0.rawValue)s" }.sorted().joined(separator: " and ")
    return
      "Over all \(kinds) the split is not the planned one (\(split)), as when options are assigned by \(kinds). "
      + "Within the \(kinds) that carry both options, where they are compared, it is."
  }

  var brokenSplit: String {
    let meant = analysis.options.allocation == nil ? "an even split" : "the split of --allocation"
    return "\(split): under \(meant) that happens by chance in fewer than 1 of 1,000 tests."
  }

  func mostAtOdds(_ parts: [String]) -> String {
    guard !parts.isEmpty else { return "" }
    return "; most at odds with the split meant: \(parts.prefix(5).joined(separator: ", "))"
      + (parts.count > 5 ? ", …" : "")
  }

  func clusters(_ compared: ClusteredComparison, _ interval: ConfidenceInterval?) -> String {
    let kinds = "\(compared.kind.rawValue)s"
    let opening =
      "\(quoted(compared.arm)) and \(baseline) are in different \(kinds), so that \(kinds) and not installs were assigned"
    switch compared.comparison {
    case .noInstalls: return "\(opening)."
    case .confounded(let difference, let inArm, let inBaseline):
      let single = inArm < 2 ? quoted(compared.arm) : baseline
      let counts = inArm < 2 && inBaseline < 2 ? "each option has one" : "\(single) has one"
      return
        "\(opening), and \(counts): the option and the \(compared.kind.rawValue) are "
        + "confounded. The difference of \(AnalysisNumbers.points(difference, nil)) pp has no interval over \(kinds)."
    case .contrast(let contrast) where compared.isInSequence == true:
      return
        "\(opening), and the \(kinds) of one option came after those of the other (\(contrast.clustersInArm) against "
        + "\(contrast.clustersInBaseline)): what changed in the meantime is in the difference of "
        + "\(AnalysisNumbers.points(contrast.difference, nil)) pp (confounded)."
    case .contrast(let contrast):
      let interval = interval.map {
        ", \(AnalysisNumbers.interval($0, signed: true)) by CR2 with "
          + "\(SupportedDigits.text(contrast.degreesOfFreedom, decimals: 1)) degrees of freedom"
      }
      let unknownDates =
        compared.isInSequence == nil && compared.kind == .release
        ? ", which cannot be checked without install dates"
        : ""
      return
        "\(opening) (\(contrast.clustersInArm) against \(contrast.clustersInBaseline)). Over \(kinds) the "
        + "difference is \(AnalysisNumbers.points(contrast.difference, nil)) pp\(interval ?? ""). This "
        + "supposes that \(kinds) were dealt to the options by lot\(unknownDates)."
    }
  }

  func words(_ consequence: AnalysisNotice.ConsequenceOfClusters, _ kind: ClusteredComparison.Kind) -> String
  {
    func used(_ clusters: Int, _ all: Int) -> String {
      "\(clusters) of \(all) \(kind.rawValue)s \(clusters == 1 ? "carries" : "carry") both"
    }
    return switch consequence {
    case .mixed(let within):
      "They are compared within \(within.words), so that what differs between "
        + "\(kind.rawValue)s is mixed into the difference."
    case .tooLittleShared(let clusters, let all):
      "\(used(clusters, all)), with fewer than \(SharedClusters.fewestEvents) who allowed or "
        + "\(SharedClusters.fewestEvents) who did not in one of the options: there is no verdict (confounded)."
    case .restsOnShared(let clusters, let all, let within, let leftOut):
      "\(used(clusters, all)), and the verdict rests on these alone, compared within \(within.words); it leaves out "
        + "\(SupportedDigits.text(leftOut * 100, decimals: 0))% of what the two options have and says nothing of it."
    }
  }

  func pooled(
    _ kind: Strata.Kind, _ denominator: Denominator,
    _ arms: [(arm: Int, difference: MantelHaenszelDifference)]
  ) -> String {
    let differences = arms.map { arm, difference in
      "\(quoted(arm)) − \(baseline) \(AnalysisNumbers.points(difference.estimate, nil)) pp "
        + "(\(AnalysisNumbers.interval(difference.interval, signed: true)), \(AnalysisNotices.chance(difference.test.p)))"
    }
    return "Combined within \(kind.plural) (Mantel–Haenszel), \(denominator.words): "
      + differences.joined(separator: ", ") + "."
  }

  func manyComparisons(_ kind: Strata.Kind, parts: Int, isMerged: Bool, comparisons: Int) -> String {
    let kinds = (isMerged ? "spans of " : "") + kind.plural
    return
      "\(comparisons) comparisons of \(parts) \(kinds): intervals are simultaneous and p-values adjusted for all "
      + "of them (holm)\(analysis.isLookedAtAgain ? ", for a single look" : ""). Test one that stands out again."
  }
}
