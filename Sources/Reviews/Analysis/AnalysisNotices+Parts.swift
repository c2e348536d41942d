import Inference
import TestAnalysis
import TestData

extension AnalysisNotices {
  func found(_ finding: DataFinding, _ p: PValue?) -> String {
    let installs = finding.installs
    let byArm = analysis.arms.indices.filter { finding.byArm[$0] > 0 }
      .map { "\(finding.byArm[$0]) of \(quoted($0))" }
    let lines = finding.firstLines.map(String.init).joined(separator: ", ")
    let more = installs > finding.firstLines.count ? ", …" : ""
    let text =
      "\(installs) \(installs == 1 ? "install" : "installs") (\(byArm.joined(separator: ", "))): "
      + "\(finding.kind.meaning) (\(finding.firstLines.count == 1 ? "line" : "lines") \(lines)\(more))."
    return p.map { "\(text) It depends on the arm (\(NoticeNumbers.chance($0)))." } ?? text
  }

  /// What each arm has of installs, and what was due to it.
  var split: String {
    guard let expected = analysis.sampleRatio?.expected, let assigned = analysis.assigned else { return "" }
    return expected.indices.map { arm in
      "\(quoted(arm)) has \(assigned[arm]) installs where \(Int(expected[arm].rounded())) were due"
    }.joined(separator: ", ")
  }

  func splitOfClusters(_ kinds: [ClusteredComparison.Kind]) -> String {
    let kinds = kinds.map { "\($0.rawValue)s" }.sorted().joined(separator: " and ")
    return
      "The split is not the one meant over all \(kinds) (\(split)), as it is where arms are given to \(kinds). "
      + "Within the \(kinds) that carry both arms, where they are compared, it is."
  }

  var brokenSplit: String {
    let isEven = analysis.options.allocation == nil
    let meant = isEven ? "an even split" : "the split of --allocation"
    return "The split is broken: \(split). Under \(meant) that happens by chance in "
      + "fewer than 1 of 1,000 tests. Until the cause is found, no comparison below can be trusted"
      + (isEven ? "; if the split was not meant to be even, say so with --allocation." : ".")
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
      let counts = inArm < 2 && inBaseline < 2 ? "each arm has one" : "\(single) has one"
      return
        "\(opening), and \(counts): what is the arm's and what is the \(compared.kind.rawValue)'s cannot be "
        + "told apart (confounded). The difference of \(NoticeNumbers.points(difference)) points has no interval over "
        + "\(kinds), and the intervals below, which are over installs, do not hold for the arm."
    case .contrast(let contrast) where compared.isInSequence == true:
      return
        "\(opening), and the \(kinds) of one arm came after those of the other (\(contrast.clustersInArm) against "
        + "\(contrast.clustersInBaseline)): what changed in the meantime is in the difference of "
        + "\(NoticeNumbers.points(contrast.difference)) points (confounded). The intervals below, which are over "
        + "installs, do not hold for the arm."
    case .contrast(let contrast):
      let interval = interval.map {
        ", \(NoticeNumbers.interval($0)) by CR2 with "
          + "\(NoticeNumbers.decimal(contrast.degreesOfFreedom)) degrees of freedom"
      }
      let unknownDates =
        compared.isInSequence == nil && compared.kind == .release
        ? ", which these data, without install dates, cannot tell from releases that followed one another"
        : ""
      let randomised = compared.randomisation.map {
        "; p = \(NoticeNumbers.digits($0.p.value)) by reassigning \(kinds), which cannot come below "
          + "\(NoticeNumbers.digits($0.smallestPossible)) here"
      }
      return
        "\(opening) (\(contrast.clustersInArm) against \(contrast.clustersInBaseline)). Over \(kinds) the "
        + "difference is \(NoticeNumbers.points(contrast.difference)) points\(interval ?? "")\(randomised ?? ""). Both "
        + "suppose that \(kinds) were dealt to the arms by lot\(unknownDates). The intervals below are over installs "
        + "and too narrow."
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
        + "\(SharedClusters.fewestEvents) who did not in one of the arms: there is no verdict (confounded)."
    case .restsOnShared(let clusters, let all, let within, let leftOut):
      "\(used(clusters, all)), and the verdict rests on these alone, compared within \(within.words); it leaves out "
        + "\(NoticeNumbers.percent(leftOut, decimals: 0))% of what the two arms have and says nothing of it."
    }
  }

  func pooled(
    _ kind: Strata.Kind, _ denominator: Denominator,
    _ arms: [(arm: Int, difference: MantelHaenszelDifference)]
  ) -> String {
    let differences = arms.map { arm, difference in
      "\(quoted(arm)) less \(baseline) \(NoticeNumbers.points(difference.estimate)) points "
        + "(\(NoticeNumbers.interval(difference.interval)), \(NoticeNumbers.chance(difference.test.p)))"
    }
    return "Within \(kind.plural) and put together (Mantel and Haenszel), \(denominator.per): "
      + differences.joined(separator: ", ") + "."
  }

  func manyComparisons(_ kind: Strata.Kind, parts: Int, isMerged: Bool, comparisons: Int) -> String {
    let statistics = analysis.options.statistics
    let kinds = parts == 1 && !isMerged ? kind.rawValue : (isMerged ? "spans of " : "") + kind.plural
    var text = "\(parts) \(kinds) \(parts == 1 ? "makes" : "make") \(comparisons) comparisons"
    text +=
      statistics.correction == .none
      ? ", each at its own level as --correction none asks: by chance alone about "
        + "\(NoticeNumbers.digits(Double(comparisons) * statistics.level.alpha)) of them would stand out."
      : ": their intervals hold together and their p-values are adjusted over all of them "
        + "(\(statistics.correction.name))."
    text += " A \(kind.rawValue) picked because it stands out is a question for another test."
    if analysis.isLookedAtAgain {
      text += " They are for a single look, whatever the looks above pay for."
    }
    if !analysis.clustered.isEmpty {
      text += " They are over installs, as if these had been assigned one by one."
    }
    return text
  }
}
