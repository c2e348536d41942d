public import ExperimentDesign
public import Inference

/// What to do: decided once, by ``decide(_:)``, and said by every output.
public enum Advice: Codable, Equatable, Sendable {
  /// No option may be chosen.
  case blocked
  /// The model makes no difference between these options, and no goal does.
  case sameToTheModel([String])
  /// The trials are too few: how many would do; `nil` where no number would.
  case moreTrials(Int?)
  /// The installs of a trial are too few: their noise hides what the inputs do; how many would do.
  case moreInstalls(Int)
  /// Choose the option.
  case choose(String, because: Ground)
  /// Test the option against another; until it is read, use the one that gives up least on average.
  case test(String, against: String, size: TestSize?, meanwhile: String)

  /// Why an option is chosen without a test.
  public enum Ground: Codable, Equatable, Sendable {
    /// Nothing else may be chosen.
    case onlyOption
    /// It is best in nearly all draws and in every alternative model.
    case clear
    /// Options within the margin differ for another goal, and it is best for that.
    case goal(Metric)
    /// What it gives up on average is within the margin.
    case littleToLose
    /// The same, and it takes least to build.
    case simplest
    /// A finished test of it and the next option, by this day, is in the numbers.
    case tested(day: Int)
    /// No test that the app can fill gains more than it costs.
    case testWouldNotPay

    /// The reason in a word, as data have it.
    public var key: String {
      switch self {
      case .onlyOption: "only_option"
      case .clear: "clear"
      case .goal: "goal"
      case .littleToLose: "little_to_lose"
      case .simplest: "simplest"
      case .tested: "tested"
      case .testWouldNotPay: "test_would_not_pay"
      }
    }
  }

  /// The kind of advice in a word, as data have it.
  public var key: String {
    switch self {
    case .blocked: "blocked"
    case .sameToTheModel: "same_to_the_model"
    case .moreTrials: "more_trials"
    case .moreInstalls: "more_installs"
    case .choose: "choose"
    case .test: "test"
    }
  }

  /// The option to choose or to test first; `nil` where there is none.
  public var option: String? {
    switch self {
    case .choose(let option, _), .test(let option, _, _, _): option
    case .blocked, .sameToTheModel, .moreTrials, .moreInstalls: nil
    }
  }
}

extension Advice {
  /// As data have it: a kind, and what that kind needs.
  private struct Members: Codable {
    var kind: String
    var option: String?
    var because: String?
    var goal: Metric?
    var testedByDay: Int?
    var against: String?
    var test: TestSize?
    var meanwhile: String?
    var same: [String] = []
    var trialsNeeded: Int?
    var installsNeeded: Int?
  }

  /// A flat object: its kind, and null for what that kind does not have.
  public func encode(to encoder: any Encoder) throws {
    var members = Members(kind: key, option: option)
    switch self {
    case .blocked: break
    case .sameToTheModel(let options): members.same = options
    case .moreTrials(let needed): members.trialsNeeded = needed
    case .moreInstalls(let needed): members.installsNeeded = needed
    case .choose(_, let ground):
      members.because = ground.key
      if case .goal(let metric) = ground { members.goal = metric }
      if case .tested(let day) = ground { members.testedByDay = day }
    case .test(_, let rival, let size, let until):
      (members.against, members.test, members.meanwhile) = (rival, size, until)
    }
    try members.encode(to: encoder)
  }

  /// The same object again.
  public init(from decoder: any Decoder) throws {
    let members = try Members(from: decoder)
    let option = members.option ?? ""
    switch members.kind {
    case "same_to_the_model": self = .sameToTheModel(members.same)
    case "more_trials": self = .moreTrials(members.trialsNeeded)
    case "more_installs": self = .moreInstalls(members.installsNeeded ?? 0)
    case "choose":
      let grounds: [Ground] = [.onlyOption, .clear, .littleToLose, .simplest, .testWouldNotPay]
      let ground = members.goal.map { Ground.goal($0) } ?? members.testedByDay.map { Ground.tested(day: $0) }
      self = .choose(option, because: ground ?? grounds.first { $0.key == members.because } ?? .clear)
    case "test":
      self = .test(
        option, against: members.against ?? "", size: members.test, meanwhile: members.meanwhile ?? "")
    case _: self = .blocked
    }
  }
}

/// The size of a proposed test of two options.
public struct TestSize: Codable, Equatable, Sendable {
  package var installsPerOption: Int
  /// Whole weeks until enough installs have come.
  public var weeks: Int
  /// The day, from the start of the test, on which the last install is old enough to be read.
  public var readOnDay: Int
}

/// How sure it is that the option is best, over the uncertain inputs.
public struct Confidence: Encodable, Equatable, Sendable {
  /// The chance in a word.
  public enum Level: String, Codable, Sendable { case high, medium, low }

  /// High from 95%, medium from 80%, low below; never more than the draws can show.
  public let level: Level
  /// The chance that the option, or one that hardly differs from it, is best.
  public let chanceBest: MonteCarloNumber
  /// The chance that the draws can show at most: of 50 without an exception 94%.
  public let chanceShown: Double
  /// Inputs given as one number, without which the advice would be another.
  public let onlyIf: [ExactInput]

  /// - Parameter draws: how many the chance is from.
  init(_ chance: MonteCarloNumber, draws: Int, onlyIf: [ExactInput] = []) {
    chanceBest = chance
    self.onlyIf = onlyIf
    chanceShown = min(chance.value, max(0.5, 1 - 3 / Double(draws)))
    level = chanceShown >= 0.95 ? .high : chanceShown >= 0.8 ? .medium : .low
  }
}

/// An input that is given as one number without measured evidence, and whose published or preset range would change the
/// advice.
public struct ExactInput: Codable, Equatable, Sendable {
  package var path: String
  package var value: Double
}

/// Whether a limit of the team's own is kept, judged by the share of draws in which it is.
public struct GuardrailReading: Codable, Equatable, Sendable {
  /// The verdict on a limit.
  public enum State: String, Codable, Sendable {
    /// In at least 90% of draws.
    case holds
    /// In at most 10% of draws.
    case fails
    /// Between them, or without data enough.
    case open

    /// By the chance that the limit is kept; `nil` where nothing says.
    public init(chance: Double?) {
      self = chance.map { $0 >= 0.9 ? Self.holds : $0 <= 0.1 ? .fails : .open } ?? .open
    }
  }

  package let metric: Metric
  /// The most of a metric that counts a loss, else the least.
  public let limit: Double
  /// The share of draws in which the option keeps it; `nil` where nothing says.
  public let chanceHolds: MonteCarloNumber?
  /// The option's mean; `nil` where nothing says.
  public let mean: Double?
  /// Holds from 90%, fails up to 10%, else open.
  public let state: State

  /// What trials say of a limit: the share of draws in which it is kept, the installs' noise removed.
  ///
  /// - Parameter series: the metric, trial by trial; `nil` where it is not modelled.
  init(_ guardrail: GuardrailLimit, _ series: TrialSeries?, parametersVary: Bool) throws {
    (metric, limit) = (guardrail.metric, guardrail.limit)
    mean = try series.flatMap { try MonteCarloMean($0)?.mean }
    let sign = guardrail.metric.isLoss ? -1.0 : 1.0
    chanceHolds = try series.flatMap {
      try $0.mapValues { sign * ($0 - guardrail.limit) }.chanceOfAtLeastZero(parametersVary: parametersVary)
    }
    state = State(chance: chanceHolds?.value)
  }
}
