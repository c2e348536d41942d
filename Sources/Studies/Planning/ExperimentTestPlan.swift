public import ExperimentDesign
public import Inference

/// The plan of a real test of options of a run, by what the run's trials say of them.
public struct ExperimentTestPlan: Sendable {
  /// What the run is.
  public var outline: RunOutline
  /// The scenario's name.
  public var scenario: String
  /// Trials that it rests on.
  public var trials: Int
  /// Positions of the options, the baseline first.
  public var options: [Int]
  /// Why it is these.
  public var choice: OptionChoice
  /// What the test counts of its installs.
  public var metric: Metric
  /// The age in days at which installs are read.
  public var day: Int
  /// The mean of the counted share of each option over the trials, the baseline first.
  public var rates: [MonteCarloNumber]
  /// The difference that the size is for, of each comparison: the one to detect, with the sign of the mean difference, or
  /// of another aim than a difference the one that is assumed.
  public var differences: [Double]
  /// The power asked for.
  public var power: Double
  /// Installs of all options together that have the power for the difference, by the formula; not rounded.
  public var needed: Double
  /// Whole installs of all options together that have the power.
  public var wholeNeeded: Int { design.wholeInstalls(needed).reduce(0) { $0 + Int($1) } }
  /// How the test is split and judged.
  public var design: TestDesign
  /// Differences below this in size are shown to be equal.
  public var margin: Double
  /// How often each look decides the comparisons of a test of the planned size; `nil` for a single look.
  public var stopping: Stopping?
  /// Where the planned size is from: it was asked for, given, or is the one that gains most.
  public var asked: TestPlan.Question.Asked
  /// Whether the planned size is the one that the power takes.
  public var isSizeFound: Bool { asked == .size }
  /// The position of the baseline.
  public var baseline: Int { options[0] }
  /// The positions of the options that are compared with it.
  public var arms: ArraySlice<Int> { options.dropFirst() }
  /// The planned size.
  public var answer: Point { curve.first { $0.installs == planned } ?? curve[0] }
  /// Installs of all options together that are planned.
  public var planned: Int
  /// Several sizes, the smallest first; one of them is the planned one.
  public var curve: [Point]
  /// Installs a day that take part; `nil` where nobody says.
  public var installsPerDay: Double?
  /// Whether the noise of the trials' installs is known, and so is no part of the chances.
  public var noiseIsKnown: Bool

  /// Why a test is of its options.
  public enum OptionChoice: String, Codable, CaseIterable, Sendable {
    /// The option that the run's answer has first, against the next one.
    case best
    /// Somebody named them.
    case named
    /// The two whose test is worth most, where a test of those that the answer would test is in the run's numbers.
    case worth
  }

  /// A size, and what tests of it show.
  public struct Point: Equatable, Sendable {
    /// Installs of all options together.
    public var installs: Int
    /// What tests show of each comparison over the uncertain inputs.
    public var comparisons: [UncertainTest.Chances]
    /// The chance of each comparison to show its aim at the mean rate of the baseline, if the difference is the planned one;
    /// the smallest.
    public var power: Double
  }

  /// How often each look decides a comparison, and so ends a test of two options.
  public struct Stopping: Equatable, Sendable {
    /// Of each comparison, over the uncertain inputs.
    public var comparisons: [UncertainTest.Stopping]
    /// By look, where the options are equal.
    public var ifEqual: [Double]
  }

  /// How long a test of a size takes; `nil` where nobody says how many take part a day.
  public func calendar(installs: Int) -> TestCalendar? {
    installsPerDay.map {
      TestCalendar(installs: installs, installsPerDay: $0, waitingDays: day)
    }
  }
}

/// A plan with the shares of every trial, from which tests of it are simulated and weighed.
@dynamicMemberLookup
public struct DrawnTestPlan: Sendable {
  /// What is planned.
  public let plan: ExperimentTestPlan
  /// The shares of all tested options in every trial.
  let test: UncertainTest

  /// A part of the plan.
  public subscript<Value>(dynamicMember part: KeyPath<ExperimentTestPlan, Value>) -> Value {
    plan[keyPath: part]
  }
}
