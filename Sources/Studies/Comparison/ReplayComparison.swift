public import ExperimentDesign

/// A stored run held against the same run computed again, row for row.
///
/// Rows are those of a store: a draw of each uncertain parameter, a tally of each scenario, arm and
/// segment, what two halves tell of its noise, and an arm's median day to the decision, per trial. Trials
/// may come in any order. Where the stored run has no noise, as an earlier version left it, none is compared.
public struct ReplayComparison: Equatable, Sendable {
  /// One number that is not what it was.
  public struct Difference: Equatable, Sendable {
    /// The trial it is of.
    public var trial: Int
    /// Which number: `arm launch, segment all: sessions`.
    public var name: String
    /// As it is stored; `nil` without one.
    public var stored: String?
    /// As it came out again; `nil` without one.
    public var replayed: String?
  }

  private let outline: RunOutline
  /// Trials compared so far.
  public private(set) var trials = 0
  /// Rows compared so far.
  public private(set) var rows = 0
  /// Rows that differ.
  public private(set) var differingRows = 0
  /// The first number of the earliest trial that differs.
  public private(set) var first: Difference?

  /// Nothing compared yet.
  public init(_ outline: RunOutline) { self.outline = outline }

  /// Whether nothing differs so far.
  public var isIdentical: Bool { differingRows == 0 }

  /// Compares one trial.
  ///
  /// - Precondition: both are of the same trial and have the outline's shape.
  public mutating func add(stored: TrialResult, replayed: TrialResult) {
    precondition(stored.trial == replayed.trial, "a trial is compared with itself")
    trials += 1
    for (index, parameter) in outline.drawn.enumerated() {
      let (old, new) = (stored.draws[index], replayed.draws[index])
      count(stored.trial, [("draw of \(parameter.path)", "\(old)", "\(new)")])
    }
    for (scenario, scenarioOutline) in outline.scenarios.enumerated() {
      for (arm, armOutline) in outline.arms.enumerated() {
        let scenarioName = outline.scenarios.count > 1 ? "scenario \(scenarioOutline.name), " : ""
        let name = "\(scenarioName)option \(armOutline.name)"
        let (row, column) = (ScenarioIndex(scenario), ArmIndex(arm))
        for (segment, segmentOutline) in scenarioOutline.segments.enumerated() {
          var old = stored.tallies[row, column, SegmentIndex(segment)]
          var new = replayed.tallies[row, column, SegmentIndex(segment)]
          let prefix = "\(name), segment \(segmentOutline.name): "
          if scenarioOutline.segments.count > 1 { compareNoise(old, new, stored.trial, prefix) }
          old.noise = nil
          new.noise = nil
          count(stored.trial, old == new ? [] : Self.numbers(old, new, prefix))
        }
        compareNoise(
          stored.wholes[row, column], replayed.wholes[row, column], stored.trial, "\(name): ")
        let (old, new) = (
          stored.wholes[row, column].medianDaysToDecision,
          replayed.wholes[row, column].medianDaysToDecision
        )
        if old != nil || new != nil {
          let median = "\(name): median_days_to_decision"
          count(stored.trial, [(median, old.map { "\($0)" }, new.map { "\($0)" })])
        }
      }
    }
  }

  /// The numbers of a tally's row that differ.
  private static func numbers(_ old: Tally, _ new: Tally, _ prefix: String) -> [Number] {
    var numbers: [Number] = Counter.allCases.map {
      (prefix + $0.name, "\(old[$0])", "\(new[$0])")
    }
    numbers += Amount.allCases.map { (prefix + $0.name, "\(old[$0])", "\(new[$0])") }
    numbers += [
      (prefix + "gained_over_baseline", "\(old.gainedOverBaseline)", "\(new.gainedOverBaseline)"),
      (prefix + "lost_to_baseline", "\(old.lostToBaseline)", "\(new.lostToBaseline)"),
      (prefix + "allowed_by_day", "\(old.allowedByDay)", "\(new.allowedByDay)"),
      (prefix + "denied_by_day", "\(old.deniedByDay)", "\(new.deniedByDay)"),
      (prefix + "allowed_score_by_day", "\(old.allowedScoreByDay)", "\(new.allowedScoreByDay)"),
    ]
    return numbers
  }

  private mutating func compareNoise(_ old: Tally, _ new: Tally, _ trial: Int, _ prefix: String) {
    guard let stored = old.noise else { return }
    count(
      trial,
      stored == new.noise
        ? []
        : Metric.allCases.map { metric in
          (
            "\(prefix)noise of \(metric.rawValue)", stored[metric].map { "\($0)" },
            new.noise?[metric].map { "\($0)" }
          )
        })
  }

  private typealias Number = (name: String, stored: String?, replayed: String?)

  /// Counts one row.
  private mutating func count(_ trial: Int, _ numbers: [Number]) {
    rows += 1
    guard let number = numbers.first(where: { $0.stored != $0.replayed }) else { return }
    differingRows += 1
    if first.map({ trial < $0.trial }) ?? true {
      first = Difference(
        trial: trial, name: number.name, stored: number.stored, replayed: number.replayed)
    }
  }
}
