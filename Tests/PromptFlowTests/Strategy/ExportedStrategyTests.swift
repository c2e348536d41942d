import Foundation
import PromptFlow
import Testing

/// Both texts are what `att-lab export --table strategy` writes of an arm of `Experiments/news-timing.yaml`
/// and of `Experiments/pre-prompt-or-not.yaml`, only their long sentences cut.
@Suite("Strategies as the laboratory exports them")
struct ExportedStrategyTests {
  private func decode(_ json: String) throws -> PromptStrategyDocument {
    try JSONDecoder().decode(PromptStrategyDocument.self, from: Data(json.utf8))
  }

  @Test("R143: an option that asks at the third article is the option that ships")
  func thirdArticle() throws {
    let document = try decode(
      """
      {
        "schema": "att-lab/strategy/1",
        "experiment": "news-timing",
        "run": "372d019370",
        "arm": "third_article",
        "strategy": {
          "trigger": {
            "kind": "event",
            "event_kind": 0,
            "event": "article",
            "count": 3
          },
          "hook": "did_become_active",
          "retry": "each_activation",
          "pre_prompt": null,
          "asks_from": "ios_14_5",
          "settings_link": "none",
          "trusts_callback": false
        },
        "event_kinds": ["article"],
        "delay_seconds": 0.0,
        "usage_string": {
          "name": "topics",
          "text": "Lets our advertisers show you ads that fit what you read."
        },
        "pre_prompt": null,
        "allowed_by_apple": true,
        "findings": []
      }
      """)
    #expect(document.strategy == PromptStrategy(trigger: .event(EventKind(rawValue: 0), count: 3)))
    #expect(document.isAllowedByApple == true && document.delaySeconds == 0)

    var life = Rehearsal(FlowSetup(document))
    life.launch()
    for _ in 0..<2 { life.record("article") }
    life.wait(10)
    #expect(life.system.presented == nil)
    life.record("article")
    life.wait(0)
    #expect(life.system.presented == .tracking)
  }

  @Test("R83: an arm with a dismissible pre-prompt says that Apple does not allow it")
  func wayOut() throws {
    let document = try decode(
      """
      {
        "schema": "att-lab/strategy/1",
        "experiment": "pre-prompt-or-not",
        "run": "781c386f02",
        "arm": "onboarding_way_out",
        "strategy": {
          "trigger": {
            "kind": "onboarding"
          },
          "hook": "did_become_active",
          "retry": "each_activation",
          "pre_prompt": {
            "is_dismissible": true,
            "cooldown_sessions": 3,
            "maximum_shows": 3
          },
          "asks_from": "ios_14_5",
          "settings_link": "none",
          "trusts_callback": false
        },
        "event_kinds": ["article"],
        "delay_seconds": 1.0,
        "usage_string": {
          "name": "topics",
          "text": "Lets our advertisers show you ads that fit what you read."
        },
        "pre_prompt": {
          "name": "with_a_way_out",
          "title": "Ads that fit what you read",
          "body": "On the next screen you can let us match ads to your topics.",
          "button": "Continue"
        },
        "allowed_by_apple": false,
        "findings": [{
          "rule": "R83",
          "reason": "The pre-prompt can be closed; it must always lead to the system's alert."
        }]
      }
      """)
    let policy = PrePromptPolicy(isDismissible: true, cooldownSessions: 3, maximumShows: 3)
    #expect(document.strategy == PromptStrategy(trigger: .onboarding, prePrompt: policy))
    #expect(document.isAllowedByApple == false && document.prePromptText?.button == "Continue")
  }
}
