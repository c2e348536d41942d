import ExperimentDesign
import Inference

/// The plan of a real test of options of a run, by what the run's trials say of them.
struct PlannedTest {
  /// The position of the scenario.
  var scenario: Int
  /// Positions of the options, the baseline first.
  var options: [Int]
  /// Why it is these.
  var choice: TestPlan.OptionChoice
  /// What the test counts of its installs.
  var metric: Metric
  /// The age in days at which installs are read.
  var day: Int
  /// The mean of the counted share of each option over the trials, the baseline first.
  var rates: [MonteCarloNumber]
  /// The difference that the size is for, of each comparison: the one to detect, with the sign of the mean difference, or
  /// of another aim than a difference the one that is assumed.
  var differences: [Double]
  /// The power asked for.
  var power: Double
  /// Installs of all options together that have the power for the difference; not rounded.
  var needed: Double
  /// Tests of it over the draws of the inputs.
  var rehearsal: Rehearsal
  /// Where the planned size is from: it was asked for, given, or is the one that gains most.
  var asked: TestPlan.Question.Asked
  /// Installs of all options together that are planned.
  var planned: Int
  /// Several sizes, the smallest first; one of them is the planned one.
  var curve: [Point] = []
  /// Installs a day that take part; `nil` where nobody says.
  var installsPerDay: Double?

  /// A size, and what tests of it show.
  struct Point {
    /// What tests show over the uncertain inputs.
    var tests: RehearsedTests
    /// The chance of each comparison to show its aim at the mean rate of the baseline, if the difference is the planned one;
    /// the smallest.
    var power: Double
    /// The chance of all to show it; `nil` for a single comparison, and with looks.
    var powerOfAll: Double?
    /// Installs of all options together.
    var installs: Int { tests.installs }
  }

  /// How the test is split and judged.
  var design: TestDesign { rehearsal.design }
  /// The planned size.
  var answer: Point { curve.first { $0.installs == planned } ?? curve[0] }
  /// Whole installs of all options together that have the power.
  var wholeNeeded: Int { design.wholeInstalls(needed).reduce(0) { $0 + Int($1) } }

  /// How long a test of a size takes; `nil` where nobody says how many take part a day.
  func calendar(installs: Int) -> TestCalendar? {
    installsPerDay.map {
      TestCalendar(installs: installs, installsPerDay: $0, waitingDays: day)
    }
  }
}
