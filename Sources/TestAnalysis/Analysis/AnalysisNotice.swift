public import Inference
public import TestData
public import TextFormats

/// What has to be known before the numbers of a test are used, as a fact; its words are in `Reviews`.
///
/// Arms are positions in ``AnalysedTest/arms``.
public enum AnalysisNotice: Sendable {
  // MARK: Of the rows

  /// Found in event rows.
  case finding(TestedFinding)
  /// A finding depends on the arm, so that there is no verdict.
  case brokenMeasurement
  /// What the verdict would be if all, or none, of the doubtful installs had allowed.
  case verdictOfDoubtful(allow: Bool, arm: Int, difference: Double?, verdict: Inference.Verdict)
  /// What could be read and may be wrong all the same.
  case doubt(FileProblem)
  /// What was decided while reading, in the reader's words.
  case reading(String)

  // MARK: Of the split

  /// The split is not the one meant, and differs between days, as that of an arm ramped up does.
  case splitOfRamp
  /// The split is not the one meant over all clusters, and is where clusters carry both arms.
  case splitOfClusters([PartColumn])
  /// The split is not the one meant, so that there is no verdict.
  case brokenSplit
  /// The split differs between parts; `odd` are those most at odds with the split meant.
  case splitDiffers(PartColumn, parts: Int, p: PValue, odd: [String])
  /// Clusters and not installs were assigned; the interval is that of the contrast.
  case clusters(ClusteredComparison, Interval?)
  /// An arm and the baseline are not spread alike over clusters.
  case unlikeClusters(
    PartColumn, arm: Int, overlap: Double, p: PValue, ConsequenceOfClusters)

  // MARK: Of those prompted

  /// Arms that ask at different moments prompt different people.
  case promptedDiffer
  /// Arms rank otherwise per these denominators than per install.
  case rankingFlips([Denominator], ranking: [Int], perInstall: [Int])

  // MARK: Of ages and looks

  /// Counts do not say how old installs are.
  case agesUnknown
  /// Installs old enough and all installs, per arm.
  case maturity(day: Int, arms: [(old: Int, all: Int)], isDayChosenHere: Bool)
  /// Installs that could not be asked, of arms that have any.
  case unaskable([(arm: Int, refusedByDevice: Int, restricted: Int)])
  /// Arms of which no install is as many days old yet.
  case tooYoung([Int], days: Int)
  /// Arms of which nothing was installed by the moment up to which rows are complete.
  case notInstalled([Int])
  /// Segments in which nobody was prompted in any arm, their installs, and the differences to the baseline without them.
  case nobodyPrompted([String], installs: Int, without: [(arm: Int, difference: Double?)])
  /// An arm's share that has allowed still rises.
  case stillRising(arm: Int, rise: Double, day: Int)
  /// A look that is not read, and the arms that had no install old enough then.
  case lookLeftOut(AsOf, day: Int, young: [Int])
  /// Arms that have too few yet for an interval for every look.
  case noIntervalForLooks([Int])
  /// The installs in all at which the interval for every look is narrowest.
  case narrowest(installs: Int, isPlanned: Bool)

  // MARK: Of comparisons

  /// Arms are compared with the first because none was named.
  case firstIsBaseline
  case singleArm
  /// Nobody of an arm is counted in a denominator.
  case emptyArm(Int, Denominator)

  // MARK: Of guardrails

  /// A guardrail's cells are empty depending on the arm; how many are, per arm.
  case emptyCells(GuardrailColumn, [Int], PValue)

  /// What follows where an arm and the baseline are not spread alike over clusters.
  public enum ConsequenceOfClusters: Sendable {
    /// They are compared within other parts, so that these clusters are mixed into the difference.
    case mixed(ComparedWithin)
    /// Too few of those whom the clusters that carry both have allowed, or did not.
    case tooLittleShared(ComparedParts)
    /// The verdict rests on the clusters that carry both, which leaves a share out.
    case restsOnShared(ComparedParts)
  }
}

/// Why a guardrail is not judged, or a requirement cannot be shown.
public enum NotJudged: Hashable, Sendable {
  case noVerdict(NoVerdictReason)
  case emptyCellsDependOnArm
  /// These and not installs were assigned.
  case assigned(PartColumn)
  case splitDiffers(ComparedWithin)
  /// Within the parts only the difference to the baseline of this name is known.
  case onlyAgainst(baseline: String, ComparedWithin)
  /// The margin is a share of the baseline's mean, which is not above 0.
  case marginOfNothing
  case tooFewForEveryLook
  /// Too few installs of an arm, or no spread among them.
  case tooFew
}
