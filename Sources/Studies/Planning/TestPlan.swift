public import ExperimentDesign
public import Inference

/// The plan of a real test: how large it is, how long it takes, what it can and cannot show, and what it is worth.
///
/// JSON is this value, CSV its ``curve``, and a store keeps it. Counts are installs of all options together where a
/// name does not say otherwise, `planned` among them. Shares and differences of shares are fractions.
public struct TestPlan: Codable, Equatable, Sendable {
  package var schema = "att-lab/plan/1"
  /// The stored run; `nil` for rates alone, and for one that is kept nowhere.
  public var run: String?
  /// What was set beside the run's file, each as `path=value`.
  public var overrides: [String] = []
  package var otherScenarios: [String] = []
  /// Trials that the chances are averaged over; `nil` for rates alone.
  public var trials: Int?
  /// Whether any input of the run is uncertain; `nil` for rates alone.
  public var inputsVary: Bool?
  package var asked: Asked
  /// What was asked, and what was chosen where nobody said.
  public var question: TestRequest
  /// What the test counts of its installs; `nil` for rates alone.
  public var metric: Metric?
  /// Of each comparison.
  package var comparisonConfidence: Double
  /// The baseline first.
  public var options: [Option]
  package var answer: Answer
  /// How long it takes; `nil` where nobody says how many install.
  public var calendar: TestCalendar?
  /// What the size shows of each guardrail of the file, by option that is compared with the baseline.
  public var guardrails: [Guardrail]
  /// What the test is worth to the choice; `nil` where nothing is known.
  public var worth: Worth?
  /// In their order; none for a single look.
  public var looks: [Look]
  /// How looks decide each comparison, of rates alone the one that takes longest; none for a single look.
  public var stopping: [Stopping]
  /// Several sizes and what they show, the smallest first, by comparison.
  public var curve: [Size]
  package var cautions: [Caution] = []
}

extension TestPlan {
  /// What a plan answers, named by what was left out.
  public enum Asked: String, Codable, Sendable {
    case size, power, difference
    /// Nothing was left out: whether the size has the power.
    case isEnough = "is_enough"
    /// The size that gains most for the choice.
    case value
  }

  /// An option of the test.
  public struct Option: Codable, Equatable, Sendable {
    package var option: String
    /// What it is expected to do.
    public var rate: Double
    package var allocation: Double
    /// Its installs in the planned test, and in one that has the power.
    public var installs: Int
    package var installsNeeded: Int?
    /// The difference to the baseline that the power is for; `nil` for the baseline.
    public var difference: Double?
  }

  /// The planned size and its power.
  public struct Answer: Codable, Equatable, Sendable {
    package var planned: Int
    /// The power of each comparison: the smallest of them.
    public var power: Double
    /// The power of all comparisons together; `nil` for a single one, and with looks.
    public var powerOfAll: Double?
    package var isEnough: Bool
    /// Installs that have the power for the difference; `nil` where no difference was given.
    public var needed: Int?
    /// The difference that the planned size detects with the power; `nil` with looks, of other aims, and where it detects none.
    public var detects: Double?
    /// How many times the installs of a test with a single look it takes.
    public var inflation: Double
  }

  /// What the planned size shows of one guardrail of one option.
  public struct Guardrail: Codable, Equatable, Sendable {
    package var option: String
    /// What the option is expected to do, the share of draws in which it keeps the limit, and what that says.
    package var reading: GuardrailReading
    /// How much worse than the baseline the limit lets it be; `nil` where the baseline is beyond the limit.
    public var margin: Double?
    /// The difference to the baseline that the planned size detects with the power; `nil` where the spread is not known.
    public var detects: Double?
    /// Installs that tell, with the power, the expected mean from the limit; `nil` where no number does.
    public var needed: Int?
    /// Whether the planned size is enough for that.
    public var isEnough: Bool
  }

  /// One look at the running test.
  public struct Look: Codable, Equatable, Sendable {
    /// The share of the installs that are there, and how many that are.
    public var fraction: Double
    package var planned: Int
    /// The day of the test; `nil` without a calendar.
    public var day: Int?
    /// The score that stops the test; `nil` where nothing can.
    public var bound: Double?
    /// The chance to decide where options are equal.
    public var stopIfEqual: Double
  }

  /// How looks decide a comparison: over the uncertain inputs, or where the difference is as assumed.
  public struct Stopping: Codable, Equatable, Sendable {
    package var option: String
    /// The chance that each look does.
    public var stops: [MonteCarloNumber]
    /// The share of the installs by which it is decided, on average.
    public var installsUsed: MonteCarloNumber
  }

  /// A size, and what tests of it show of one comparison.
  public struct Size: Codable, Equatable, Sendable {
    package var planned: Int
    package var installsOfBaseline: Int
    package var installsOfOption: Int
    package var wholeWeeks: Int?
    package var option: String
    /// The smallest of the comparisons' powers.
    public var power: Double
    /// Chances over the uncertain inputs that the option is shown higher, lower, equal or none of these; `nil` for rates
    /// alone.
    public var pBetter: Double?
    package var pWorse: Double?
    package var pEquivalent: Double?
    package var pUnknown: Double?
    /// The chance that the test shows its aim.
    public var pShown: Double?
    /// The Monte Carlo error of each chance, at most.
    package var pMcse: Double?
    /// As in ``Balance``; `nil` where nothing is known.
    public var evsi: Double?
    package var evsiMcse: Double?
    package var netBenefit: Double?
  }

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
    public var pays: Bool? { verdict.map { $0 == .pays } }
    /// Installs that the choice is for; `nil` where nobody says.
    public var future: Double?
    /// Whether these are the app's own; else they follow from the installs that take part.
    public var isOfApp: Bool
    /// Whether gains per install are shares.
    public var isShare: Bool
    /// The unit of gains and costs: `opt-ins`, `USD`, `units`.
    public var unit: String
    /// What the better option brings in a year without a test; `nil` where not known.
    public var optInsPerYear: Double?
    /// The option that is best without a test.
    public var bestGuess: String
    /// What it gains per install to know the differences of the options, in the unit of the objective.
    public var perfectInformation: MonteCarloNumber
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

  /// Something that must be known before the numbers are used.
  public struct Caution: Codable, Equatable, Sendable {
    package enum Code: String, Codable, Sendable {
      /// The trials say too little of the uncertain inputs.
      case fewTrials = "few_trials"
      /// Usage strings differ, so releases or languages are split.
      case splitsReleases = "splits_releases"
      /// Nobody says how many install.
      case noVolume = "no_volume"
      /// The test counts something else than the objective.
      case otherThanObjective = "other_than_objective"
    }
    package var code: Code
    /// Of planned tests that show one option higher, the share in which the other is better by the objective.
    public var share: Double?
  }
}
