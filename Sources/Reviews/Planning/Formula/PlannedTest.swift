public import Inference
import TextFormats

/// A planned test with what a reader needs beside its numbers.
public struct PlannedTest: Sendable {
  /// Sizes, power and difference.
  public var plan: TestPlan
  /// How long it takes; `nil` where the installs of a day are not known.
  public var calendar: TestCalendar?
  /// The age in days at which rates are read; `nil` for counts.
  public var day: Int?

  /// A plan for the people who read it.
  public init(
    _ plan: TestPlan, calendar: TestCalendar? = nil, day: Int? = nil
  ) {
    self.plan = plan
    self.calendar = calendar
    self.day = day
  }

  /// How long it takes, in words; `nil` where the installs of a day are not known.
  var duration: TestDuration? { TestDuration(calendar) }

  /// What the arms are called: `a` is the baseline.
  var arms: [String] {
    plan.shares.indices.map { index in
      index < 26 ? String(UnicodeScalar(UInt8(97 + index))) : "arm\(index + 1)"
    }
  }

  /// The command that analyses the test, by the decision rule that the plan is for; a list of its words.
  public var analysis: [String] {
    var words = ["att-lab", "analyze"]
    // Looks are at installs of one age.
    let day = self.day.map { "\($0)" } ?? plan.design.looks.map { _ in "DAY" }
    words +=
      day.map { [Placeholder.rows.rawValue, "--as-of", Placeholder.date.rawValue, "--day", $0] }
      ?? [Placeholder.counts.rawValue]
    words += ["--baseline", arms[0]]
    let design = plan.design
    if design.level != .ninetyFive { words += ["--confidence", PlanNumbers.plain(design.level.value)] }
    switch plan.design.looks {
    case .fixed?:
      words += ["--planned", "\(plan.answer.total)", "--looks", Placeholder.dates.rawValue]
    case .anyTime?: words += ["--planned", "\(plan.answer.total)", "--peek"]
    case nil: break
    }
    if let shares = unevenShares {
      words += ["--allocation", zip(arms, shares).map { "\($0)=\($1)" }.joined(separator: ",")]
    }
    if case .nonInferior(let margin) = design.aim { words += ["--non-inferior", PlanCommand.points(margin)] }
    return words
  }

  /// The share of each arm where they differ.
  var unevenShares: [String]? {
    let allocation = plan.design.allocation
    guard allocation.contains(where: { abs($0 - allocation[0]) > 1e-12 }) else { return nil }
    return PlanNumbers.split(allocation)
  }

  /// The looks; none for a single one.
  var looks: [Look] {
    guard let boundaries = plan.design.boundaries, let stopping = plan.stopping else { return [] }
    return boundaries.looks.indices.map { index in
      let look = boundaries.looks[index]
      return Look(
        fraction: look.fraction,
        installs: Int((Double(plan.answer.total) * look.fraction * (1 - 1e-12)).rounded(.up)),
        day: calendar?.day(ofLook: look.fraction), bound: look.bound, stopIfTrue: stopping.ifTrue[index],
        stopIfEqual: stopping.ifEqual[index])
    }
  }

  /// One look at a planned test, in the order of the looks.
  struct Look {
    /// The share of the installs that are there.
    var fraction: Double
    /// Installs of all arms together.
    var installs: Int
    /// The day of the test; `nil` where the installs of a day are not known.
    var day: Int?
    /// The score that stops the test; `nil` where nothing can.
    var bound: Double?
    /// The chance that it stops here where the difference is as assumed.
    var stopIfTrue: Double
    /// The chance that it stops here where the options are equal.
    var stopIfEqual: Double
  }
}
