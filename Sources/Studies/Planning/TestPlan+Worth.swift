import ExperimentDesign

extension TestPlan {
  /// What the test is worth to the choice, over the installs of a year from its start.
  public struct Worth: Codable, Equatable, Sendable {
    /// What to think of the test.
    public enum Verdict: String, Codable, Sendable {
      /// It gains more than it costs, and enough to be worth the work.
      case pays
      /// The model does not tell the options apart.
      case sameRates = "same_rates"
      /// One option is best whatever the uncertain inputs are.
      case choiceStands = "choice_stands"
      /// No size gains more than it costs.
      case costsMore = "costs_more"
      /// The planned size costs more than it gains; another does not.
      case sizeCostsMore = "size_costs_more"
      /// It gains less than a hundredth of what a year brings.
      case gainsLittle = "gains_little"
    }
    /// `nil` where nobody says what the choice is for.
    public var verdict: Verdict?
    /// Whether it is ``Verdict/pays``; `nil` where there is no verdict.
    public var pays: Bool?
    /// Installs that the choice is for; `nil` where nobody says.
    public var future: Double?
    /// Whether these are the app's own; else they follow from the installs that take part.
    public var isOfApp: Bool
    /// Whether gains per install are shares.
    public var isShare: Bool
    /// The unit of gains and costs: `opt-ins`, `USD`, `units`.
    public var unit: String
    package var worth: Double
    /// What the better option brings in a year without a test; `nil` where not known.
    public var optInsPerYear: Double?
    /// The option that is best without a test.
    public var bestGuess: String
    /// What it gains per install to know the differences of the options, in the unit of the objective.
    public var perfectInformation: Double
    package var perfectInformationMcse: Double
    /// The planned size.
    public var own: Balance
    /// The size that gains most after its costs; `nil` where none gains more than it costs.
    public var bestSize: Balance?
  }

  /// What a test of a size gains and costs.
  public struct Balance: Codable, Equatable, Sendable {
    package var planned: Int
    /// What choosing after the test gains per install, in the unit of the objective.
    public var evsi: Double
    package var evsiMcse: Double
    /// Over the installs that come after the test; what is lost in the test; and the difference, with its error.
    public var gain: Double
    package var cost: Double
    package var netBenefit: Double
    package var mcse: Double
  }
}
