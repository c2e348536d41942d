import ExperimentDesign
import Testing

@Suite("The rows of metrics")
struct MetricDefinitionTests {
  @Test("a metric is counted among those that its name ends with", arguments: Metric.allCases)
  func population(metric: Metric) {
    let expected: MetricDefinition.Population =
      switch metric {
      case _ where metric.rawValue.hasSuffix("_per_prompted"): .prompted
      case _ where metric.rawValue.hasSuffix("_per_answered"): .answered
      case _ where metric.rawValue.hasSuffix("_per_request"): .requests
      case .prePromptContinueRate: .prePromptShowings
      case .medianDaysToDecision: .answered
      default: .installs
      }
    #expect(metric.definition.population == expected)
  }

  @Test("only a metric by a day needs a horizon, that of its day", arguments: Metric.allCases)
  func horizon(metric: Metric) {
    let byDay = [1, 7, 30].first { metric.rawValue.hasSuffix("_by_day_\($0)") }
    #expect(metric.day == byDay)
    if let byDay { #expect(metric.definition.requirement == .horizon(days: byDay)) }
  }

  @Test("no two metrics are formed alike")
  func distinct() {
    #expect(Set(Metric.allCases.map(\.definition.measure)).count == Metric.allCases.count)
  }

  @Test("what scores are summed from is what the metric counts, in its own scale")
  func scales() {
    for metric in Metric.allCases {
      let definition = metric.definition
      switch definition.score {
      case .billionths, .answers: #expect(definition.scale == .share, "\(metric.rawValue)")
      case .amount: #expect(definition.scale != .share, "\(metric.rawValue)")
      case nil: break
      }
    }
  }
}
