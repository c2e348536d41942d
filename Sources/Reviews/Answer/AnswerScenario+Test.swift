import ExperimentDesign
import Rendering
import Studies

extension AnswerScenario {
  /// The test that is recommended; `nil` where it would take more installs than anybody has.
  private var settlingTest: SettlingTest? {
    recommendation.test.flatMap { $0.margin.installsPerArm < 1e9 ? $0 : nil }
  }

  /// What the test takes, for the headline; empty where no size is known.
  var testSize: String {
    guard let test = settlingTest else { return "" }
    let weeks = outline.context?.volume.map { ", \(Self.weeks(test.weeks(at: $0)))" } ?? ""
    return
      " To detect \(effect(test.margin)) it takes \(Self.people(test.margin)) installs per option\(weeks)."
  }

  /// What the headline leaves out of the test: its size for the lead, its errors, and what its weeks assume.
  var test: ReviewDocument.Step? {
    guard let test = settlingTest else { return nil }
    let detects =
      test.lead.map { "\(Self.people($0)) per option detect the lead, \(effect($0))" }
      ?? "\(Self.people(test.margin)) per option detect \(effect(test.margin))"
    let weeks =
      outline.context?.volume.map {
        "The weeks above assume that each of \(SupportedDigits.grouped(Int($0.installsPerMonth))) installs a month "
          + "takes part."
      } ?? "For weeks, add app: {installs_per_month: …} to the file."
    return ReviewDocument.Step(
      title: "Run that test", text: "\(detects) (5% level, 80% power). \(weeks)",
      command: "att-lab analyze --help")
  }

  /// Whether the tested options differ in the usage string, which iOS reads from the release, by language.
  var isByRelease: Bool {
    guard let choice = recommendation.choice, let other = recommendation.runnerUp else { return false }
    return outline.arms[choice].usageString != outline.arms[other].usageString
  }

  private func effect(_ size: SettlingTest.Size) -> String {
    let difference = size.difference
    guard objective.isShare else {
      return SupportedDigits.number(difference, error: difference / 10) + objective.unit.suffix
    }
    return "\(SupportedDigits.text(100 * difference, decimals: 1)) pp"
  }

  /// Installs rounded up to two digits.
  private static func people(_ size: SettlingTest.Size) -> String {
    var step = 1.0
    while size.installsPerArm / step >= 100 { step *= 10 }
    return SupportedDigits.grouped(Int((size.installsPerArm / step).rounded(.up) * step))
  }

  private static func weeks(_ weeks: Double) -> String {
    if weeks > 520 { return "more than 10 years" }
    return weeks > 1 ? "\(Int(weeks)) weeks" : "1 week"
  }
}
