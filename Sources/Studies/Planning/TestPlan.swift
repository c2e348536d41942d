public import ExperimentDesign

/// The plan of a real test: how large it is, how long it takes, what it can and cannot show, and what it is worth.
///
/// JSON is this value, CSV its ``curve``, and a store keeps it. Counts are installs of all options together where a
/// name does not say otherwise, `planned` among them. Shares and differences of shares are fractions.
public struct TestPlan: Codable, Equatable, Sendable {
  /// What a plan rests on.
  public enum Mode: String, Codable, Sendable {
    /// Rates that somebody gives.
    case formula
    /// The trials of a run.
    case run
  }

  /// Why a test is of its options.
  public enum OptionChoice: String, Codable, Sendable {
    /// The option that the run's answer has first, against the next one.
    case best
    /// Somebody named them.
    case named
  }

  /// The name of this layout in JSON, with its version.
  public static let layout = "att-lab/plan/1"

  /// ``layout``.
  public var schema = TestPlan.layout
  /// What the plan rests on.
  public var mode: Mode
  /// The stored run; `nil` for rates alone.
  public var run: String?
  /// What was set beside the run's file, each as `path=value`.
  public var overrides: [String]
  /// The scenario of the run, and its others.
  public var scenario: String?
  package var otherScenarios: [String]
  /// Trials that the chances are averaged over; `nil` for rates alone.
  public var trials: Int?
  /// Whether any input of the run is uncertain; `nil` for rates alone.
  public var inputsVary: Bool?
  /// What is asked and how the test is judged.
  public var question: Question
  /// Why it is of these options; `nil` for rates alone.
  public var optionsFrom: OptionChoice?
  /// The baseline first.
  public var options: [Option]
  /// The planned size and its power.
  public var answer: Answer
  /// How long it takes; `nil` where nobody says how many install.
  public var calendar: Calendar?
  /// What the size shows of each guardrail of the file, by option that is compared with the baseline.
  public var guardrails: [Guardrail]
  /// What the test is worth to the choice; `nil` where nothing is known.
  public var worth: Worth?
  /// In their order; none for a single look.
  public var looks: [Look]
  /// By comparison, the share of the installs by which looks decide it; none for a single look.
  public var installsUsed: [Used]
  /// Several sizes and what they show, the smallest first, by comparison.
  public var curve: [Size]
  /// What must be known before the numbers are used.
  public var cautions: [Caution]
  /// The words of the command that analyses the test.
  ///
  /// DATE stands for the day when the last install is old enough.
  public var analyze: [String]
  /// The words of a command that plans another test of the run; none for rates alone.
  public var plan: [String]
}

extension TestPlan {
  /// What is asked, and how the test is judged.
  public struct Question: Codable, Equatable, Sendable {
    /// What the plan answers, named by what was left out.
    public enum Asked: String, Codable, Sendable {
      case size, power, difference
      /// Nothing was left out: whether the size has the power.
      case isEnough = "is_enough"
      /// The size that gains most for the choice.
      case value
    }
    package var asked: Asked
    /// The margin of a test that an option is not worse; `nil` for a difference.
    public var nonInferior: Double?
    /// The difference below which options are shown to be equal; `nil` where none are.
    public var margin: Double?
    /// Of all comparisons together, and of each.
    public var confidence: Double
    package var comparisonConfidence: Double
    /// The age in days at which installs are read; `nil` for counts of any age.
    public var day: Int?
    /// What the test counts of its installs; `nil` for rates alone.
    public var metric: Metric?
    /// The power that sizes and detected differences are for.
    public var power: Double
    /// What is split instead of installs; `nil` for installs.
    public var clusters: Clusters?
    /// How the running test is looked at; `nil` for once, at its end.
    public var plannedLooks: Looks?
  }

  /// Releases or languages that are split: installs of each, the intraclass correlation, and how many times the installs of
  /// a split by install they take.
  public struct Clusters: Codable, Equatable, Sendable {
    package var size: Double
    package var icc: Double
    package var designEffect: Double
  }

  /// How many looks there are, and whether they may be at any time.
  public struct Looks: Codable, Equatable, Sendable {
    package var count: Int
    package var anyTime: Bool
  }

  /// An option of the test.
  public struct Option: Codable, Equatable, Sendable {
    package var option: String
    /// What it is expected to do, with its Monte Carlo error.
    public var rate: Double
    package var rateMcse: Double?
    /// Its share of the installs.
    public var allocation: Double
    /// Its installs in the planned test, and in one that has the power.
    public var installs: Int
    package var installsNeeded: Int?
    /// The difference to the baseline that the power is for; `nil` for the baseline.
    public var difference: Double?
  }

  /// The planned size and its power.
  public struct Answer: Codable, Equatable, Sendable {
    package var planned: Int
    /// `nil` where the split is uneven.
    public var installsPerOption: Int?
    /// The power of each comparison: the smallest of them.
    public var power: Double
    /// The power of all comparisons together; `nil` for a single one, and with looks.
    public var powerOfAll: Double?
    /// The power asked for; `nil` where it was asked what it is.
    public var wantedPower: Double?
    package var isEnough: Bool
    /// Installs that have the power for the difference; `nil` where no difference was given.
    public var needed: Int?
    /// The difference that the planned size detects with the power; `nil` with looks, of other aims, and where it detects none.
    public var detects: Double?
    /// How many times the installs of a test with a single look it takes.
    public var inflation: Double
  }

  /// How long the test takes; days of the test are counted from 1.
  public struct Calendar: Codable, Equatable, Sendable {
    /// Installs of a day that take part.
    public var perDay: Double
    /// Days until the installs are there, and whole weeks, which the plan is for.
    public var enrolmentDays: Int
    package var wholeWeeks: Int
    /// Days until the last install is old enough.
    public var waitingDays: Int
    /// The days on which the first and the last are.
    public var firstResult: Int
    package var readOn: Int
  }

  /// What the planned size shows of one guardrail of one option.
  public struct Guardrail: Codable, Equatable, Sendable {
    package var metric: Metric
    package var limit: Double
    package var option: String
    /// What the option is expected to do, the share of draws in which it keeps the limit, and what that says.
    public var mean: Double
    package var chance: Double?
    package var state: GuardrailReading.State
    /// How much worse than the baseline the limit lets it be; `nil` where the baseline is beyond the limit.
    public var margin: Double?
    /// The difference to the baseline that the planned size detects with the power; `nil` where the spread is not known.
    public var detects: Double?
    /// Installs that tell, with the power, the expected mean from the limit; `nil` where no number does.
    public var needed: Int?
    /// Whether the planned size is enough for that.
    public var isEnough: Bool
    /// The column of the data that `analyze` reads it by; `nil` where it reads none.
    public var column: String?
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
    /// The chance that it decides each comparison: over the uncertain inputs, or where the difference is as assumed, which
    /// is of the comparison that takes longest.
    public var stops: [Stop]
    /// The chance to decide where options are equal.
    public var stopIfEqual: Double
  }

  /// How often a look decides a comparison.
  public struct Stop: Codable, Equatable, Sendable {
    package var option: String
    package var stop: Double
    package var stopMcse: Double?
  }

  /// The share of the installs by which looks decide a comparison, on average.
  public struct Used: Codable, Equatable, Sendable {
    package var option: String
    package var installsUsed: Double
    package var installsUsedMcse: Double?
  }

  /// A size, and what tests of it show of one comparison.
  public struct Size: Codable, Equatable, Sendable {
    package var planned: Int
    /// `nil` where the split is uneven.
    public var installsPerOption: Int?
    package var installsOfBaseline: Int
    package var installsOfOption: Int
    package var days: Int?
    package var wholeWeeks: Int?
    /// The option that is compared with the baseline.
    public var option: String
    /// The smallest of the comparisons' powers.
    public var power: Double
    /// Chances over the uncertain inputs that the option is shown higher, lower, equal or none of these; `nil` for rates
    /// alone.
    public var pBetter: Double?
    package var pBetterMcse: Double?
    package var pWorse: Double?
    package var pWorseMcse: Double?
    package var pEquivalent: Double?
    package var pEquivalentMcse: Double?
    package var pUnknown: Double?
    package var pUnknownMcse: Double?
    /// The chance that the test shows its aim.
    public var pShown: Double?
    package var pShownMcse: Double?
    /// As in ``Balance``; `nil` where nothing is known.
    public var evsi: Double?
    package var evsiMcse: Double?
    package var gain: Double?
    package var cost: Double?
    package var netBenefit: Double?
  }

  /// Something that must be known before the numbers are used.
  public struct Caution: Codable, Equatable, Sendable {
    package enum Code: String, Codable, Sendable {
      /// The plan has more installs a day than the app.
      case moreThanTheApp = "more_than_the_app"
      /// A test of these options is in the run's numbers already.
      case testedBefore = "tested_before"
      /// The trials say too little of the uncertain inputs.
      case fewTrials = "few_trials"
      /// Usage strings differ, so releases or languages are split.
      case splitsReleases = "splits_releases"
      /// Nobody says how many install.
      case noVolume = "no_volume"
      /// Effects of words are given as exact numbers.
      case exactInputs = "exact_inputs"
      /// The test counts something else than the objective.
      case otherThanObjective = "other_than_objective"
    }
    package var code: Code
    /// Paths of the inputs it is about.
    public var inputs: [String] = []
    /// The day of the test before.
    public var day: Int?
    /// Installs a day that the app has.
    public var installsPerDay: Double?
    /// Of planned tests that show one option higher, the share in which the other is better by the objective.
    public var share: Double?
  }
}
