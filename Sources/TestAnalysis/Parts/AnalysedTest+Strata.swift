import Inference
import TestData

extension AnalysedTest {
  /// Looks at the test within each segment, and within each day of enrolment.
  ///
  /// - Throws: what the numerical routines throw.
  mutating func addStrata(segments: [ClusterCounts], days: [ClusterCounts]) throws {
    for (kind, parts) in [(Strata.Kind.segment, segments), (.day, days)] where !parts.isEmpty {
      guard parts.count * max(1, arms.count - 1) <= Strata.mostComparisons else {
        cautions.append(
          "\(kind.plural) is null: \(parts.count) \(kind.plural) of \(arms.count) arms are more than "
            + "\(Strata.mostComparisons) comparisons.")
        continue
      }
      let found = try Strata(
        kind, parts, arms: arms.count, baseline: baseline, options: options,
        levels: Dictionary(
          panels.map { ($0.denominator, $0.statistics.comparisonLevel) },
          uniquingKeysWith: { first, _ in first }))
      strata.append(found)
      addSplit(found, parts: parts.count)
      addMultiplicity(found)
      addPooled(found)
      addHeterogeneity(found)
    }
  }

  /// Says where the split is not the same in every part.
  private mutating func addSplit(_ found: Strata, parts: Int) {
    guard found.splitDrifts, let drift = found.drift.value else { return }
    // Each part has its own chance of standing out.
    let threshold = SampleRatio.threshold / Double(max(1, found.names.count))
    let broken = zip(found.names, found.sampleRatios).filter { _, ratio in
      ratio.value.map { $0.test.p.value < threshold } ?? false
    }.map(\.0)
    let odd =
      broken.isEmpty
      ? "" : "; most at odds with the split meant: \(broken.prefix(5).joined(separator: ", "))"
    let kinds = found.kind.plural
    dataProblems.append(
      "The split of installs differs between \(kinds) (χ² of \(parts) \(kinds) by \(arms.count) arms, "
        + "\(chance(drift.p))\(odd)\(broken.count > 5 ? ", …" : "")). What differs between \(kinds) is mixed "
        + "into every comparison over all of them; those within each, and these put together below, are free of it."
    )
  }

  /// Gives the differences within parts, put together.
  private mutating func addPooled(_ found: Strata) {
    guard let panel = found.panels.first, found.names.count > 1 else { return }
    let others = arms.indices.filter { $0 != baseline }
    let pooled = zip(others, panel.pooled).compactMap { arm, difference in
      difference.value.map {
        "\(quoted(arm)) less \(quoted(baseline)) \(points($0.estimate)) points (\(points($0.interval.lower)) to "
          + "\(points($0.interval.upper)), \(chance($0.test.p)))"
      }
    }
    guard !pooled.isEmpty else { return }
    let text =
      "Within \(found.kind.plural) and put together (Mantel and Haenszel), \(panel.denominator.words): "
      + pooled.joined(separator: ", ") + "."
    if found.splitDrifts { cautions.insert(text, at: 0) } else { remarks.append(text) }
  }

  private mutating func addMultiplicity(_ found: Strata) {
    guard let statistics = found.panels.first?.statistics, statistics.comparisons > 1 else { return }
    let correction = options.statistics.correction
    let parts = found.names.count
    let kinds = (found.isMerged ? "spans of " : "") + found.kind.plural
    var text =
      "\(parts) \(parts == 1 && !found.isMerged ? found.kind.rawValue : kinds) \(parts == 1 ? "makes" : "make") \(statistics.comparisons) "
      + "comparisons"
    text +=
      correction == .none
      ? ", each at its own level as --correction none asks: by chance alone about "
        + "\(number(Double(statistics.comparisons) * options.statistics.level.alpha)) of them would stand out."
      : ": their intervals hold together and their p-values are adjusted over all of them (\(correction.name))."
    text += " A \(found.kind.rawValue) picked because it stands out is a question for another test."
    if options.isRunning || looks != nil {
      text += " They are for a single look, whatever the looks above pay for."
    }
    if !clustered.isEmpty { text += " They are over installs, as if these had been assigned one by one." }
    cautions.append(text)
  }

  /// Says whether the difference itself differs from part to part.
  private mutating func addHeterogeneity(_ found: Strata) {
    guard let panel = found.panels.first else { return }
    let others = arms.indices.filter { $0 != baseline }
    // One question per arm; Holm's over the arms.
    let tests = zip(others, panel.statistics.heterogeneity).compactMap { arm, test in
      test.value.map { (arm: arm, result: $0) }
    }
    guard !tests.isEmpty else { return }
    let adjusted = options.statistics.correction.adjusted(tests.map(\.result.p))
    let differing = zip(tests, adjusted).filter { $1.value < options.statistics.level.alpha }
    let per = panel.denominator.words
    if differing.isEmpty {
      remarks.append(
        "Nothing shows that differences \(per) differ between \(found.kind.plural) (Cochran's Q"
          + (tests.count == 1 ? ", \(chance(adjusted[0]))" : "") + ").")
      return
    }
    let arms = differing.map { "\(quoted($0.0.arm)) (\(chance($0.1)))" }.joined(separator: ", ")
    cautions.append(
      "The difference \(per) is not the same in all \(found.kind.plural) by Cochran's Q: \(arms). One number for all "
        + "of them is their average and may hold for none.")
  }
}
