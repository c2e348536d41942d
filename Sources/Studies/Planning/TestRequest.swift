public import Inference

/// What somebody asks of the plan of a real test, and how that is judged; what is `nil` is chosen, or answered.
///
/// The plan itself has it with what nobody said filled in.
public struct TestRequest: Codable, Equatable, Sendable {
  /// The scenario of a run by its name; the first where nobody says.
  public var scenario: String?
  /// The options of a run by their names, the baseline first; where nobody says the two that the answer would test.
  public var arms: [String]?
  /// The age in days at which installs are read, by answers until then; where nobody says the objective of a run is read,
  /// and of rates alone counts of any age.
  public var day: Int?
  /// The margin by which options are shown not to be worse; `nil` where they are to differ.
  public var nonInferior: Double?
  /// The difference to detect; with ``nonInferior`` the one assumed.
  ///
  /// One below 0 is a drop of every option. One above 0 is a size, with the sign of each option's mean difference in a run.
  /// Where nobody says, it is the margin of a run's answer, is asked for of rates alone, and with ``nonInferior`` is 0.
  public var difference: Double?
  /// The chance to detect it; 80% where nobody says, or it is asked for.
  public var power: Double?
  /// Installs of all options together; where nobody says as many as gain most for the choice, else as the difference
  /// needs.
  public var installs: Int?
  /// The confidence of the analysis, in all comparisons together.
  public var confidence = ConfidenceLevel.ninetyFive.value
  /// How the test is looked at while it runs; `nil` for once, at its end.
  public var looks: PlannedLooks?
  /// Installs of each option in any unit, the baseline first; `nil` for evenly, of rates alone between two.
  public var allocation: [Double]?
  /// What is split between the options; `nil` for installs.
  public var clusters: PlannedClusters?
  /// Differences below this in size are shown to be equal; where nobody says the margin of the answer.
  public var margin: Double?
  /// Installs a day that take part, of all options together; `nil` where nobody says.
  public var installsPerDay: Double?
  package init() {}
}
