import Foundation
import Testing

/// What each preset implies, held inside what is published, in the denominator of the source.
///
/// The figures are those of `check`, from 200 trials of 500 installs with a fixed seed.
@Suite("What the presets imply")
struct PresetImplicationTests {
  /// Ranges in which a preset's medians lie, from `Data/benchmarks`.
  struct Published {
    let preset: String
    let event: String
    let d1: ClosedRange<Double>
    let d7: ClosedRange<Double>
    let d30: ClosedRange<Double>
    let optIn: ClosedRange<Double>
  }

  static let published = [
    // Cohort medians 2024 to 2025 and the panels of all apps; new installers 31%, US 28%.
    Published(
      preset: "news", event: "article", d1: 0.227...0.311, d7: 0.086...0.101, d30: 0.037...0.057,
      optIn: 0.28...0.36),
    // Cookie Cats; 39 to 43% of those asked, most of them after a tutorial.
    Published(
      preset: "game", event: "level", d1: 0.42...0.47, d7: 0.17...0.20, d30: 0.07...0.09,
      optIn: 0.33...0.43),
    // As news; e-commerce 17 to 24%.
    Published(
      preset: "shop", event: "product_view", d1: 0.227...0.311, d7: 0.086...0.101, d30: 0.037...0.057,
      optIn: 0.17...0.31),
    // As news; utilities 0.28 in log-odds above all apps, 37%.
    Published(
      preset: "utility", event: "task", d1: 0.227...0.311, d7: 0.086...0.101, d30: 0.037...0.057,
      optIn: 0.31...0.43),
  ]

  @Test("lies within what is published, with its width", arguments: 0..<published.count)
  func within(index: Int) throws {
    let published = Self.published[index]
    let lab = try Lab()
    try lab.write(
      """
      experiment: implied
      population: \(published.preset)
      usage_strings: {plain: {text: "Shows ads about what you read, for example local concerts."}}
      arms: {launch: {ask: launch, usage_string: plain}}
      """, to: "implied.yaml")
    let outcome = try lab("check", "implied.yaml", "--implies", "--format", "json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let scenario = try #require((document["scenarios"] as? [[String: Any]])?.first)
    let retention = try #require((scenario["retention"] as? [[String: Any]])?.first)
    for (key, range) in [("d1", published.d1), ("d7", published.d7), ("d30", published.d30)] {
      let median = try #require(retention[key] as? Double)
      let ends = try #require(retention["\(key)_range90"] as? [Double])
      // A tenth beyond either end for 200 draws.
      #expect(
        range.lowerBound * 0.9 < median && median < range.upperBound * 1.1, "\(published.preset) \(key)")
      #expect(ends[0] < 0.8 * median && ends[1] > 1.2 * median, "\(published.preset) \(key)")
    }
    // Day 30 of apps runs from under 3 to 20%.
    let day30 = try #require(retention["d30_range90"] as? [Double])
    #expect(day30[1] < 0.2)
    let never = try #require(retention["never_back_range90"] as? [Double])
    #expect(never[0] > 0.1 && never[1] < 0.65)
    let arm = try #require((scenario["arms"] as? [[String: Any]])?.first)
    let optIn = try #require(arm["opt_in_per_prompted_or_off"] as? [String: Any])
    let median = try #require(optIn["median"] as? Double)
    #expect(published.optIn.contains(median), "\(published.preset)")
    // Panels of all apps run from 16 to 46%; the width covers most of that.
    let ends = try #require(optIn["range90"] as? [Double])
    #expect(ends[0] < published.optIn.lowerBound && ends[1] > published.optIn.upperBound)
  }
}
