import ExperimentDesign
import Inference
import Rendering
public import Studies
import TextFormats

/// A test planned by the experiment's own model, with what a reader needs beside its sizes.
public struct ModelledTest: Sendable {
  /// Sizes, chances and calendar.
  public var plan: ExperimentTestPlan
  /// What the analysis finds in simulated tests; `nil` of a single release or language an option.
  public var rehearsal: TestRehearsal?
  /// What tests are worth to the choice; `nil` where it is not known.
  public var worth: TestWorth?
  /// What the worth is counted in: `opt-ins`, `USD`.
  public var unit: String
  /// What was set beside the file of the run, each as `path=value`; how much was simulated is not among it.
  public var overrides: [String]
  /// The words that name the experiment in a command where its run is kept nowhere, its file first; `nil` where a store has
  /// it.
  public var unkept: [String]?
  /// The path of the store that has the run, for the commands that find it there; `nil` for the usual one.
  public var store: String?

  /// What worths are counted in that are neither opt-ins nor money.
  public static let unitOfWorth = "units"

  /// A test for the people who read it.
  public init(
    _ plan: ExperimentTestPlan, rehearsal: TestRehearsal? = nil,
    worth: TestWorth? = nil,
    unit: String = "opt-ins", overrides: [String] = [], unkept: [String]? = nil, store: String? = nil
  ) {
    self.plan = plan
    self.rehearsal = rehearsal
    self.worth = worth
    self.unit = unit
    self.overrides = overrides
    self.unkept = unkept
    self.store = store
  }

  /// Installs of all options together of the test that gains most for the choice after its costs; `nil` where no test does,
  /// and where nobody says what the choice is for.
  public var sizeThatPays: Int? { WorthWords(self)?.sizeThatPays }

  /// What a command plans by: the run with its store, or the file of one that is kept nowhere.
  var subject: String {
    unkept.map { $0.map(TerminalText.shellWord).joined(separator: " ") }
      ?? plan.outline.run + (store.map { RunCommands.storeOption($0) } ?? "")
  }

  /// Whether the trials are too few to tell what tests show and what they are worth.
  var hasTooFewTrials: Bool { plan.outline.parametersVary && plan.trials < Estimate.fewestTrials }

  /// Whether all options have the same rate to the last digit, as those have that the model does not tell apart.
  var isOfSameRates: Bool { plan.rates.allSatisfy { abs($0.value - plan.rates[0].value) < 1e-12 } }

  /// Whether the difference to detect is a drop of options of which the trials expect another sign.
  var isUnexpectedDrop: Bool {
    plan.design.aim == .difference && plan.differences.allSatisfy { $0 < 0 }
      && plan.rates.dropFirst().contains { $0.value >= plan.rates[0].value }
  }

  /// The run in a sentence.
  var runName: String { unkept == nil ? "run \(plan.outline.run)" : "a run that is not kept" }

  /// How long it takes; `nil` where the installs of a day are not known.
  var duration: TestDuration? { TestDuration(plan.calendar(installs: plan.planned)) }

  /// The share of each option where they differ.
  var unevenShares: [String]? {
    plan.isSplitEvenly ? nil : PlanNumbers.split(plan.design.allocation)
  }

  private func name(_ position: Int) -> String { plan.outline.arms[position].name }

  /// The words of the command that analyses the test, by the decision rule that the plan is for.
  public var analysis: [String] {
    var words = ["att-lab", "analyze", Placeholder.rows.rawValue]
    words += ["--as-of", Placeholder.date.rawValue, "--day", "\(plan.day)"]
    words += ["--baseline", plan.outline.arms[plan.baseline].name]
    let level = plan.design.level
    if level != .ninetyFive { words += ["--confidence", PlanNumbers.plain(level.value)] }
    switch plan.design.looks {
    case .fixed?: words += ["--planned", "\(plan.planned)", "--looks", Placeholder.dates.rawValue]
    case .anyTime?: words += ["--planned", "\(plan.planned)", "--peek"]
    case nil: break
    }
    if case .nonInferior(let margin) = plan.design.aim {
      words += ["--non-inferior", PlanCommand.points(margin)]
    }
    if abs(plan.margin - plan.metric.defaultMargin(level: 0)) > 1e-12 {
      words += ["--margin", PlanCommand.points(plan.margin)]
    }
    if let shares = unevenShares {
      words += ["--allocation", zip(plan.options, shares).map { "\(name($0))=\($1)" }.joined(separator: ",")]
    }
    return words
  }
}
