public import Inference
public import TestData
public import TextFormats

/// A real test, analysed: what is wrong with its data, rates and comparisons per denominator.
///
/// Pure: the same table and options give the same analysis. Numbers are per denominator and never
/// mixed; what cannot be had is absent.
public struct AnalysedTest: Encodable, Sendable {
  /// The moment up to which event rows are complete; `nil` of counts, which do not say how old installs are.
  public internal(set) var asOf: AsOf?
  /// How many event rows there are; 0 of counts.
  public internal(set) var rows: Int
  /// The day after the install by which answers are read: of event rows of installs at least that old, of counts as their
  /// columns or the options say; `nil` where neither does.
  public internal(set) var day: Int?
  /// Names of the arms, in the order of the data.
  public internal(set) var arms: [String]
  /// Position of the arm the others are compared with.
  @OptionNames public internal(set) var baseline = 0
  /// What was chosen.
  public internal(set) var options: AnalysisOptions
  /// One per denominator that the data have: installs, prompted, answered, in this order.
  public internal(set) var panels: [AnalysisPanel]
  /// Whether the split of installs is the one that was meant; `nil` where it cannot be known.
  public internal(set) var sampleRatio: SampleRatio?
  /// Installs assigned per arm, where known.
  public internal(set) var assigned: [Int]?
  /// What was found in event rows; empty for counts.
  public internal(set) var findings: [TestedFinding] = []
  /// Why no verdict is given; `nil` where one is.
  public internal(set) var withheld: NoVerdictReason?
  /// What is wrong with the data, the worst first.
  public internal(set) var dataProblems: [AnalysisNotice] = []
  /// Everything else to know before using the numbers: cautions.
  public internal(set) var cautions: [AnalysisNotice] = []
  /// What was decided while reading.
  public internal(set) var remarks: [AnalysisNotice] = []
  /// The differences by each day, the days ascending; empty for counts and for a single day.
  public internal(set) var byDay: [DayComparison] = []
  /// Arms compared over releases or languages, where they have none in common.
  public internal(set) var clustered: [ClusteredComparison] = []
  /// Arms compared within parts of the test, as the split differs between these.
  public internal(set) var compared: [ComparedParts] = []
  /// Its segments, and its days of enrolment, where the data have them.
  var strata: [Strata] = []
  /// A test looked at several times, per comparison; `nil` unless looks were given.
  public internal(set) var looks: InterimLooks?
  /// What must not get worse, one entry per guardrail column of event rows.
  public internal(set) var guardrails: [Guardrail] = []

  /// Whether each option of ``mainPanel`` but the baseline is not worse by the margin that was asked for, in their
  /// order; `nil` where none was, or no verdict is given.
  public internal(set) var nonInferiority: [NonInferiority?] = []

  private enum CodingKeys: String, CodingKey {
    case asOf, rows, day, arms, baseline, options, assigned, sampleRatio, findings
    case withheld = "verdictWithheld"
    case panels, nonInferiority, guardrails
    case clustered = "clusters"
    case compared = "comparedWithin"
    case byDay, looks
  }

  /// The panel that the verdict is about: per install where the data have installs.
  public var mainPanel: AnalysisPanel? { panels.first }

  /// The panel of all installs.
  var perInstall: AnalysisPanel? { panels.first { $0.denominator == .installs } }
}
