import Foundation
import PromptFlow
import Testing

@Suite("A strategy that an app loads")
struct PromptStrategyDocumentTests {
  private static let exported = #"""
    {"schema": "att-lab/strategy/1", "experiment": "news-timing", "run": "r1", "arm": "third_article",
     "strategy": {"trigger": {"kind": "event", "event_kind": 1, "event": "article", "count": 3},
       "hook": "did_become_active", "retry": "each_activation",
       "pre_prompt": {"is_dismissible": false, "cooldown_sessions": 1, "maximum_shows": null},
       "asks_from": "ios_14_5", "settings_link": "after_denial", "trusts_callback": false},
     "event_kinds": ["search", "article"], "delay_seconds": 1,
     "usage_string": {"name": "plain", "text": "Your activity pays for the articles."},
     "pre_prompt": {"name": "honest", "title": "Why we ask", "body": "Ads.", "button": "Continue"},
     "allowed_by_apple": true, "findings": [], "colour": "blue"}
    """#

  private func decode(_ json: String) throws -> PromptStrategyDocument {
    try JSONDecoder().decode(PromptStrategyDocument.self, from: Data(json.utf8))
  }

  private func problem(_ old: String, _ new: String) -> String {
    let json = Self.exported.replacingOccurrences(of: old, with: new)
    guard json != Self.exported else { return "nothing replaced" }
    do {
      _ = try decode(json)
      return "none"
    } catch let error as StrategyDocumentError {
      return error.description
    } catch {
      return "DecodingError"
    }
  }

  @Test("an exported document is read whole, and what stands around it in a key of its own is passed over")
  func reads() throws {
    let document = try decode(Self.exported)
    #expect(
      document.strategy
        == PromptStrategy(
          trigger: .event(EventKind(rawValue: 1), count: 3),
          prePrompt: PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: nil),
          settingsLink: .afterDenial))
    #expect(
      document.arm == "third_article" && document.delaySeconds == 1 && document.isAllowedByApple == true)
    #expect(document.prePromptText?.button == "Continue")
    #expect(document.usageString == "Your activity pays for the articles.")
    #expect(FlowSetup(document).delaySeconds == 1)
  }

  @Test("every strategy comes back from its own document")
  func roundTrip() throws {
    var random = SplitMix(seed: 1)
    for _ in 0..<300 {
      var strategy = FlowSetup.drawn(&random).strategy
      strategy.asksFrom = random.pick([.iOS14_0, .iOS14_5])
      let document = PromptStrategyDocument(
        strategy: strategy, eventKinds: ["article", "video"], delaySeconds: 0.5)
      #expect(try throughJSON(document) == document)
    }
  }

  @Test("another format is refused by name, a newer one too")
  func schema() {
    #expect(problem("att-lab/strategy/1", "att-lab/strategy/2").contains("'att-lab/strategy/2'"))
    #expect(problem(#""schema": "att-lab/strategy/1", "#, "") == "DecodingError")
  }

  @Test("an unknown key within the strategy is refused: it would ship another arm")
  func unknownKey() {
    #expect(
      problem(#""hook":"#, #""hooks":"#).hasPrefix(
        "The strategy has an unknown key 'strategy.hooks'; known are"))
    #expect(
      problem(#""is_dismissible":"#, #""dismissible": true, "is_dismissible":"#).contains("dismissible"))
    #expect(problem(#""count": 3"#, #""count": 3, "number": 1"#).contains("'strategy.trigger.number'"))
  }

  @Test(
    "a value outside the format is refused, with its key",
    arguments: [
      ("\"count\": 3", "\"count\": 0", "trigger.count"),
      ("\"event_kind\": 1", "\"event_kind\": 2", "trigger.event_kind"),
      ("\"event\": \"article\"", "\"event\": \"search\"", "trigger.event"),
      ("\"kind\": \"event\"", "\"kind\": \"sometime\"", "trigger.kind"),
      ("\"each_activation\"", "\"always\"", "retry"), ("\"ios_14_5\"", "\"modern\"", "asks_from"),
      ("\"delay_seconds\": 1", "\"delay_seconds\": -1", "delay_seconds"),
      ("\"cooldown_sessions\": 1", "\"cooldown_sessions\": 0", "pre_prompt.cooldown_sessions"),
      ("\"count\": 3", "\"count\": \"3\"", nil),
      ("\"trusts_callback\": false", "\"trusts_callback\": 0", nil),
      ("\"trusts_callback\": false", "\"trusts_callback\": null", nil),
      (", \"trusts_callback\": false", "", nil),
    ] as [(String, String, String?)])
  func values(old: String, new: String, key: String?) {
    let found = problem(old, new)
    #expect(key.map { found.hasPrefix("The strategy's '\($0)' is ") } ?? (found == "DecodingError"))
  }

  @Test("no damaged document ends the process", arguments: 0..<10)
  func mutations(part: Int) {
    let good = Array(Self.exported.utf8)
    var random = SplitMix(seed: UInt64(part) + 50)
    var refused = 0
    for _ in 0..<1000 {
      var bytes = good
      for _ in 0...random.below(4) {
        let place = random.below(bytes.count)
        if random.chance(oneIn: 2) {
          bytes[place] = UInt8(truncatingIfNeeded: random.next())
        } else {
          bytes.remove(at: place)
        }
      }
      if (try? JSONDecoder().decode(PromptStrategyDocument.self, from: Data(bytes))) == nil { refused += 1 }
    }
    #expect(refused > 100)
  }
}
