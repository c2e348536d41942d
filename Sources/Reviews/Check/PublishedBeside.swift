import ExperimentDesign
import RuleBook
import Studies

/// What has been published about the quantities that a file's assumptions imply.
///
/// The figures, their sources and grades are those of `Data/benchmarks`; which of them stands beside which
/// quantity is decided here. None counts quite what the model does, which is why each is shown with its
/// denominator.
struct PublishedBeside {
  /// The quantity as people say it.
  let quantity: String
  /// The key of the quantity.
  let key: String
  /// The figures, the nearest first.
  let figures: [PublishedFigure]

  private init(_ quantity: String, key: String, _ ids: [String]) {
    self.quantity = quantity
    self.key = key
    figures = ids.compactMap { PublishedFigure.named($0) }
  }

  /// All of them, in the order in which they are shown.
  static let all: [PublishedBeside] = [
    PublishedBeside("back on day 1", key: "d1", ["mwm_2026_d1"]),
    PublishedBeside("back on day 7", key: "d7", ["mwm_2026_d7"]),
    PublishedBeside("back on day 30", key: "d30", ["mwm_2026_d30"]),
    PublishedBeside(
      "prompted, at most", key: Metric.promptedPerInstall.rawValue, ["flurry_2021_addressable"]),
    PublishedBeside(
      "opt in per install, at most", key: Metric.optInPerInstall.rawValue, ["authorized_ceiling"]),
    PublishedBeside(
      "opt in per prompted or toggled off", key: "opt_in_per_prompted_or_off",
      ["appsflyer_2021_05_new_installers", "adjust_2021_05", "appsflyer_2022_03_all"]),
  ]

  /// The figure with its range: `27.3%`, `28 to 35%`, `more than 30%`.
  static func value(_ figure: PublishedFigure) -> String {
    switch (figure.value, figure.low, figure.high) {
    case (let value?, _, _): percent(value)
    case (nil, let low?, let high?): "\(percent(low).dropLast()) to \(percent(high))"
    case (nil, let low?, nil): "more than \(percent(low))"
    case (nil, nil, let high?): "less than \(percent(high))"
    case (nil, nil, nil): "?"
    }
  }

  /// A share in per cent with at most one decimal.
  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }

  /// What it counts, when, how good it is, and where it stands; in full also of what.
  static func words(_ figure: PublishedFigure, inFull: Bool) -> String {
    let denominator = inFull ? "denominator: \(figure.denominator)" : ""
    let parts = [figure.what, figure.date, figure.grade.words, denominator, figure.source]
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }
}
