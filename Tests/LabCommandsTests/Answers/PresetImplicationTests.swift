import ExperimentFiles
import Runs
import Studies
import Testing

/// What each preset implies, held inside what is published, in the denominator of the source.
@Suite("What the presets imply")
struct PresetImplicationTests {
  /// Ranges in which a preset's medians lie, from `Data/benchmarks`.
  struct Published: Sendable {
    let preset: String
    let d1: ClosedRange<Double>
    let d7: ClosedRange<Double>
    let d30: ClosedRange<Double>
    let optIn: ClosedRange<Double>
  }

  static let published = [
    // Cohort medians 2024 to 2025 and the panels of all apps; new installers 31%, US 28%.
    Published(
      preset: "news", d1: 0.227...0.311, d7: 0.086...0.101, d30: 0.037...0.057, optIn: 0.28...0.36),
    // Cookie Cats; 39 to 43% of those asked, most of them after a tutorial.
    Published(preset: "game", d1: 0.42...0.47, d7: 0.17...0.20, d30: 0.07...0.09, optIn: 0.33...0.43),
    // As news; e-commerce 17 to 24%.
    Published(
      preset: "shop", d1: 0.227...0.311, d7: 0.086...0.101, d30: 0.037...0.057, optIn: 0.17...0.31),
    // As news; utilities 0.28 in log-odds above all apps, 37%.
    Published(
      preset: "utility", d1: 0.227...0.311, d7: 0.086...0.101, d30: 0.037...0.057, optIn: 0.31...0.43),
  ]

  @Test("lies within what is published, with its width", arguments: published)
  func within(published: Published) throws {
    let text = """
      experiment: implied
      population: \(published.preset)
      usage_strings: {plain: {text: "Shows ads about what you read, for example local concerts."}}
      arms: {launch: {ask: launch, usage_string: plain}}
      """
    let file = try loadExperiment(text: Array(text.utf8), path: "implied.yaml")
    let scenario = try #require(try PriorPredictive(file.experiment, seed: 1).scenarios.first)
    let retention = try #require(scenario.retention.first)
    for (spread, range) in [
      (retention.d1, published.d1), (retention.d7, published.d7), (retention.d30, published.d30),
    ] {
      // A tenth beyond either end for 200 draws.
      #expect(range.lowerBound * 0.9 < spread.median && spread.median < range.upperBound * 1.1)
      #expect(spread.low < 0.8 * spread.median && spread.high > 1.2 * spread.median)
    }
    // Day 30 of apps runs from under 3 to 20%.
    #expect(retention.d30.high < 0.2)
    #expect(retention.neverBack.low > 0.1 && retention.neverBack.high < 0.65)
    let optIn = try #require(scenario.arms.first?.perPromptedOrOff)
    #expect(published.optIn.contains(optIn.median))
    // Panels of all apps run from 16 to 46%; the width covers most of that.
    #expect(optIn.low < published.optIn.lowerBound && optIn.high > published.optIn.upperBound)
  }
}
