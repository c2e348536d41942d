import Foundation
import Testing

@Suite("att-lab explain")
struct ExplainTests {
  @Test("a rule, a pitfall and a metric read as on record")
  func text() throws {
    let outcome = try Lab()("explain", "R19", "L5", "opt_in_per_prompted", "chance_best")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    try expectSnapshot(outcome.output, "explain")
  }

  @Test("without a word everything is listed, and as JSON with all that is known")
  func list() throws {
    let lab = try Lab()
    let list = try lab("explain")
    #expect(list.status == 0 && list.output.contains("\nR152 ") && list.output.contains("\nL44 "))
    let outcome = try lab("explain", "--format", "json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let explanations = try #require(document["explanations"] as? [[String: String]])
    #expect(document["schema"] as? String == "att-lab/explain/1" && explanations.count > 230)
  }

  @Test("a word that is a term and a key is explained as both; a key is found as people say it")
  func keys() throws {
    let lab = try Lab()
    let both = try lab("explain", "odds_ratio")
    #expect(both.output.contains("odds_ratio: ratio of the odds\n"))
    #expect(both.output.contains("usage_strings.NAME.odds_ratio: a key of the experiment file\n"))
    for word in ["usage string", "Usage-String", "usage_strings"] {
      let outcome = try lab("explain", word)
      #expect(outcome.status == 0 && outcome.output.contains(": a key of the experiment file\n"))
    }
  }

  @Test(
    "a word that may stand for a key is explained by the key",
    arguments: [("each_activation", "arms.NAME.retry"), ("before_att", ".consent.order")])
  func values(word: String, key: String) throws {
    let outcome = try Lab()("explain", word)
    #expect(outcome.status == 0 && outcome.output.contains("\(key): a key of the experiment file\n"))
  }

  @Test("a key with keys below it names them")
  func keysBelow() throws {
    let output = try Lab()("explain", "population.onboarding").output
    #expect(output.contains("population.onboarding.first") && output.contains("population.onboarding.later"))
  }

  @Test("of several words those that are known are explained, and the others named")
  func someUnknown() throws {
    let outcome = try Lab()("explain", "L12", "nonsense", "opt-in")
    #expect(outcome.status == 64 && outcome.errors.contains("there is nothing about 'nonsense'."))
    #expect(outcome.output.contains("L12: ") && outcome.output.contains("opt_in_per_install: "))
  }

  @Test("a word is found however people put it together", arguments: ["opt-in", "opt in", "Optin"])
  func spellings(word: String) throws {
    #expect(try Lab()("explain", word).output.hasPrefix("opt_in_per_install: "))
  }

  @Test(
    "names that methods are called by are explained",
    arguments: [
      ("Pareto", "shape check"), ("Lee bounds", "Lee bounds"), ("Lee", "Lee bounds"), ("dunnett", "Dunnett"),
    ])
  func methods(word: String, name: String) throws {
    #expect(try Lab()("explain", word).output.hasPrefix("\(name): "))
  }

  @Test(
    "words that answers, plans and findings print are explained by what they mean there",
    arguments: [
      ("value per install", "value_per_install"), ("gain per install", "value of a test"),
      ("Bars", "90% range"),
      ("Moment", "moment"), ("SDK", "SDK"), ("detect", "detectable difference"), ("base", "scenario"),
      ("baseline", "baseline"), ("horizon", "horizon"), ("lost requests", "lost_requests_per_request"),
      ("lost request", "lost_requests_per_request"), ("consent layer", "consent layer"), ("margin", "margin"),
      ("type S", "type S"), ("type M", "type M"), ("design effect", "intraclass correlation"),
      ("assurance", "assurance"), ("draws", "trial"), ("Bayes", "bayes"), ("median times", "median times"),
      ("median time", "median times"), ("tracked too early", "tracked_before_permission_per_install"),
    ])
  func printed(word: String, name: String) throws {
    let outcome = try Lab()("explain", word)
    #expect(outcome.output.hasPrefix("\(name): "), "\(outcome.output)\(outcome.errors)")
  }

  @Test("an odds ratio is explained as a key too, with a number turned into another")
  func oddsRatio() throws {
    let output = try Lab()("explain", "odds ratio").output
    #expect(output.contains("usage_strings.NAME.odds_ratio: ") && output.contains("1.1 turns 30% into 32%"))
  }

  @Test("earlier words of columns are found by their new names")
  func earlierWords() throws {
    for (old, new) in [
      ("opportunity cost", "expected_loss"), ("p_best", "chance_best"), ("regret", "expected_loss"),
      ("p_within_margin", "chance_within_margin"),
    ] { #expect(try Lab()("explain", old).output.hasPrefix("\(new): ")) }
  }

  @Test(
    "a word that is none gets the nearest one or the range of tags",
    arguments: [
      ("opt_in_per_instal", "Did you mean 'opt_in_per_install'?"), ("R153", "Rules are R1 to R152."),
      ("l99", "Pitfalls are L1 to L44."), ("warmth", "Did you mean 'cold_odds_ratio'?"),
      ("oportunity", "Did you mean 'opportunity'?"),
      ("fatige_odds_ratio", "Did you mean 'fatigue_odds_ratio'?"), ("nonsense", "All words: att-lab explain"),
      ("", "about ''"),
    ])
  func unknown(word: String, hint: String) throws {
    let outcome = try Lab()("explain", word)
    #expect(outcome.status == 64 && outcome.output.isEmpty && outcome.errors.contains(hint))
  }
}
