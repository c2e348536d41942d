import ExperimentDesign
import PromptFlow
import Rendering
import Studies
import Testing

@testable import Reviews
@testable import Simulation

@Suite("Explanations")
struct ExplanationTests {
  @Test("every metric has one, with numerator, denominator, formula, what it is not, JSON key and CSV column")
  func metrics() throws {
    for metric in Metric.allCases {
      let explanation = try #require(Explanation.of(metric.rawValue))
      let labels = explanation.parts.map(\.label)
      for label in ["definition", "numerator", "denominator", "formula", "is not", "JSON", "CSV"] {
        #expect(labels.contains(label), "\(metric.rawValue) lacks \(label)")
      }
      #expect(Set(explanation.parts.map(\.text)).count == explanation.parts.count)
    }
  }

  @Test("the words that a metric is printed by are explained by that metric", arguments: Metric.allCases)
  func metricHeadings(metric: Metric) {
    #expect(Explanation.of(metric.heading.joined(separator: " "))?.name == metric.rawValue)
  }

  @Test("what a goal prints of a metric, without what it is per, is explained", arguments: Metric.allCases)
  func goalHeadings(metric: Metric) {
    #expect(Explanation.of(metric.heading[0]) != nil, "\(metric.heading[0])")
  }

  @Test("the denominator that a metric's name ends with is the one it is explained with")
  func denominators() {
    for metric in Metric.allCases {
      let denominator = metric.denominator
      if metric.rawValue.hasSuffix("_per_install") { #expect(denominator.hasPrefix("all installs")) }
      if metric.rawValue.hasSuffix("_per_prompted") { #expect(denominator.contains("alert")) }
      if metric.rawValue.hasSuffix("_per_answered") { #expect(denominator.contains("answered")) }
      if metric.rawValue.hasSuffix("_per_request") { #expect(denominator.contains("all requests")) }
    }
  }

  @Test("words are unique, and found however they are cased")
  func words() {
    let names = Explanation.all.map { $0.name.lowercased() }
    #expect(Set(names).count == names.count)
    #expect(Explanation.of("r19")?.name == "R19")
    #expect(Explanation.of("R9999") == nil && Explanation.of("") == nil)
  }

  @Test("every rule that can decide something in a trace is explained")
  func traceRules() {
    let chance = Chance(probability: 0.5, uniform: 0.5)
    let gates = GateKind.allCases
    var events: [TraceEvent] = [
      .activated(again: true), .otherAlertShown(0), .triggerReached(.launch),
      .triggerReached(.onboarding), .triggerReached(.event(EventKind(rawValue: 0), count: 1)), .askHeldBack,
      .prePromptShown(showing: 1, chance: chance, isOwnUniform: true), .prePromptEnded(.continued),
      .prePromptEnded(.dismissed), .alertShown(chance: chance, isCold: true, isPrimed: true),
      .calledBackEarly(isBelieved: true), .calledBackEarly(isBelieved: false), .answered(.allow),
      .answered(.deny), .leftUnanswered(chance), .askCutOff(.delaying), .eventDropped, .consentWaits,
      .consentShown(asks: true), .consentShown(asks: false), .consentPreGranted,
      .consentReversed(chance), .settingsLinkShown, .changedInSettings(.allow, chance),
      .changedInSettings(.deny, chance),
    ]
    events += RequestRuling.allCases.map { .requested($0, returns: nil) }
    events += gates.flatMap {
      [
        .sdkStarted($0, waits: 1), .sdkWaitCutOff($0),
        .installSent($0, isIdentified: true, before: .permissionAndConsent),
      ]
    }
    for tag in events.flatMap(\.rules) { #expect(Explanation.of(tag) != nil, "\(tag)") }
  }
}
