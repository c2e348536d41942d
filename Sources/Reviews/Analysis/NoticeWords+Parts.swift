import Inference
import Rendering
import TestAnalysis
import TestData

/// Of rows, of the split, and of the parts of a test.
extension NoticeWords {
  func words(_ finding: DataFinding, _ p: PValue?) -> Phrase {
    let byArm = analysis.arms.indices.filter { finding.byArm[$0] > 0 }
      .map { "\(grouped: finding.byArm[$0]) of \(name($0))" as Phrase }.joined(separator: ", ")
    let lines = finding.firstLines.map(String.init).joined(separator: ", ")
    let text: Phrase =
      "\(finding.installs, "install") (\(byArm)): \(finding.kind.meaning) "
      + "(\(finding.firstLines.count == 1 ? "line" : "lines") "
      + "\(lines)\(finding.installs > finding.firstLines.count ? ", …" : ""))."
    return p.map { "\(text) It depends on the option (\(Self.chance($0)))." } ?? text
  }

  /// What each arm has of installs, and what was due to it.
  private var split: Phrase {
    guard let expected = analysis.sampleRatio?.expected, let assigned = analysis.assigned else { return "" }
    return expected.indices.map { arm in
      "\(name(arm)) has \(assigned[arm], "install"), expected \(grouped: Int(expected[arm].rounded()))"
    }.joined(separator: ", ")
  }

  func splitOfClusters(_ kinds: [PartColumn]) -> Phrase {
    let kinds = kinds.map(\.plural).sorted().joined(separator: " and ")
    return
      "Over all \(kinds) the split is not the planned one (\(split)), as when options are assigned by \(kinds). "
      + "Within the \(kinds) that carry both options, where they are compared, it is."
  }

  var brokenSplit: Phrase {
    let meant = analysis.options.allocation == nil ? "an even split" : "the split of --allocation"
    return "\(split): under \(meant) that happens by chance in fewer than 1 of 1,000 tests."
  }

  func nobodyPrompted(
    _ parts: [String], _ installs: Int, _ differences: [(arm: Int, difference: Double?)]
  ) -> Phrase {
    let without = differences.map { "\(name($0.arm)) \(points($0.difference)) pp" as Phrase }
      .joined(separator: ", ")
    return
      "Nobody of \(parts.map { "'\($0)'" }.joined(separator: ", ")) was prompted (\(installs, "install")): if they cannot be "
      + "asked, leave them out. Without them, vs \(baseline): \(without)."
  }

  func mostAtOdds(_ parts: [String]) -> Phrase? {
    parts.isEmpty
      ? nil
      : "; most at odds with the split meant: \(parts.prefix(5).joined(separator: ", "))\(parts.count > 5 ? ", …" : "")"
  }

  func clusters(_ compared: ClusteredComparison, _ interval: Interval?) -> Phrase {
    let (kinds, comparison) = (compared.kind.plural, compared.comparison)
    let (inArm, inBaseline) = (comparison.clustersInArm, comparison.clustersInBaseline)
    let opening: Phrase =
      "\(name(compared.option)) and \(baseline) are in different \(kinds), so that \(kinds) and not installs were assigned"
    guard let contrast = comparison.contrast else {
      let single = inArm < 2 ? name(compared.option) : baseline
      let counts: Phrase = inArm < 2 && inBaseline < 2 ? "each option has one" : "\(single) has one"
      return
        "\(opening), and \(counts): the option and the \(compared.kind.rawValue) are confounded. The difference of "
        + "\(points(comparison.difference)) pp has no interval over \(kinds)."
    }
    if compared.isInSequence == true {
      return
        "\(opening), and the \(kinds) of one option came after those of the other (\(inArm) against "
        + "\(inBaseline)): what changed in the meantime is in the difference of "
        + "\(points(contrast.estimate)) pp (confounded)."
    }
    let degrees = SupportedDigits.text(contrast.degreesOfFreedom, decimals: 1)
    let interval: Phrase? = interval.map {
      ", \(AnalysisNumbers.shares.differences($0)) by CR2 with \(degrees) degrees of freedom"
    }
    let unknownDates =
      compared.isInSequence == nil && compared.kind == .release
      ? ", which cannot be checked without install dates" : ""
    return
      "\(opening) (\(inArm) against \(inBaseline)). Over \(kinds) the difference "
      + "is \(points(contrast.estimate)) pp\(interval). This supposes that \(kinds) were dealt to the options "
      + "by lot\(unknownDates)."
  }

  func words(_ consequence: AnalysisNotice.ConsequenceOfClusters, _ kind: PartColumn) -> Phrase {
    func used(_ parts: ComparedParts) -> Phrase {
      let count = parts.shared?.clusters.count ?? 0
      return "\(count) of \(parts.shared?.of ?? 0) \(kind.plural) \(count == 1 ? "carries" : "carry") both"
    }
    return switch consequence {
    case .mixed(let within):
      "They are compared within \(within.words), so that what differs between \(kind.plural) is mixed into the difference."
    case .tooLittleShared(let parts):
      "\(used(parts)), with fewer than \(SharedClusters.fewestEvents) who allowed or "
        + "\(SharedClusters.fewestEvents) who did not in one of the options: there is no verdict (confounded)."
    case .restsOnShared(let parts):
      "\(used(parts)), and the verdict rests on these alone, compared within \(parts.within.words); it leaves out "
        + "\(Quantity.fixed(parts.shared?.leftOut ?? 0, .share, 0)) of what the two options have and says nothing of it."
    }
  }
}
