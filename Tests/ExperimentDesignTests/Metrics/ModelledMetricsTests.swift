import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@Suite("Which metrics an experiment models")
struct ModelledMetricsTests {
  private let ofAttribution: Set<Metric> = [
    .attributedPerInstall, .unreportedPerInstall, .trackedBeforePermissionPerInstall,
    .eventsDroppedPerInstall,
  ]
  private let byDay30: Set<Metric> = [.optInByDay30, .deniedByDay30]
  private let byDay7: Set<Metric> = [.optInByDay7, .deniedByDay7]
  private let byDay1: Set<Metric> = [.optInByDay1, .deniedByDay1]

  private func missing(
    _ segments: [Segment], arm: Arm = makeArm("launch", .launch), horizonDays: Double = 30
  ) -> Set<Metric> {
    let apart = segments.enumerated().map { number, segment in
      segment.changed {
        $0.name = "segment\(number)"
        $0.share = 1 / Double(segments.count)
      }
    }
    let experiment = makeExperiment(apart, [arm], horizonDays: horizonDays)
    return Set(Metric.allCases).subtracting(experiment.modelledMetrics(scenario: 0, arm: 0))
  }

  @Test("what is not modelled is absent; personalizable always stands")
  func plain() {
    let plain = missing([makeSegment()])
    #expect(plain == ofAttribution.union([.valuePerInstall, .prePromptContinueRate]))
    #expect(!plain.contains(.personalizablePerInstall))
  }

  @Test("each section brings its metrics, even where one segment alone has it")
  func sections() {
    let attributed = makeSegment { $0.surroundings.attribution = attribution(.none, wait: 0) }
    #expect(missing([makeSegment(), attributed]) == [.valuePerInstall, .prePromptContinueRate])
    let valued = makeSegment {
      $0.value = SessionValue(currency: "USD", numbers(.worth, [.identified: 2, .otherwise: 1]))
    }
    #expect(missing([makeSegment(), valued]) == ofAttribution.union([.prePromptContinueRate]))
    let asking = makeArm("asking", .launch) {
      $0.prePrompt = makePrePrompt(.init(isDismissible: false, cooldownSessions: 1, maximumShows: nil))
    }
    #expect(missing([makeSegment()], arm: asking) == ofAttribution.union([.valuePerInstall]))
  }

  @Test("an option that drops the section has none of its metrics")
  func armOverride() {
    let segment = makeSegment { $0.surroundings.attribution = attribution(.none, wait: 0) }
    let without = makeArm("without", .launch) { $0.surroundings = [[Surroundings()]] }
    #expect(missing([segment], arm: without).isSuperset(of: ofAttribution))
    #expect(missing([segment]).isDisjoint(with: ofAttribution))
  }

  @Test("days past the horizon are absent, the horizon's own day is there")
  func horizon() {
    let always: Set<Metric> = ofAttribution.union([.valuePerInstall, .prePromptContinueRate])
    let segments = [makeSegment()]
    #expect(missing(segments, horizonDays: 7) == always.union(byDay30))
    #expect(missing(segments, horizonDays: 29.9) == always.union(byDay30))
    #expect(missing(segments, horizonDays: 0.5) == always.union(byDay30).union(byDay7).union(byDay1))
  }
}
