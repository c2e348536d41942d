import ExperimentFiles
import Testing

@Suite("What to write next")
struct NextStepTests {
  @Test(
    "stands with a moment that is none",
    arguments: [
      (
        "{after: article, session: 2}",
        "These are two moments: write {after: article} or {session: 2}"
      ),
      ("article", "If 'article' is an event of the app, write {after: article}."),
      ("after article", "Write ask: {after: article}."),
      ("after the third article", "Write ask: {after: article, count: 3}."),
      ("after 2 article", "Write ask: {after: article, count: 2}."),
      ("article 3", "Write ask: {after: article, count: 3}."),
      ("after article 3", "Write ask: {after: article, count: 3}."),
      ("3rd article", "Write ask: {after: article, count: 3}."),
      ("session 2", "For session 2 write {session: 2}."), ("second_session", "Write {session: 2}."),
      ("{event: article}", "Did you mean 'after'? Allowed: after, count, session."),
      ("[launch, onboarding]", "One moment stands here: write an option for each"),
      ("{after: purchase}", "Given: article. Add it with adjust: {events: {purchase: {per_session: 0.5}}}."),
      ("{after: launch}", "Given: article. That moment is written alone: ask: launch."),
    ])
  func moments(ask: String, next: String) {
    let found = problems(smallExperiment.replacing("{after: article, count: 3}", with: ask))
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(next) }, "\(found)")
  }

  @Test(
    "stands with an option that lacks its moment",
    arguments: [
      ("third: {usage_string: plain}", "Add for example 'ask: launch'"),
      ("third: onboarding", "found 'onboarding'. Write {ask: onboarding, …} with what else the option has"),
    ])
  func options(third: String, next: String) {
    let found = problems(
      smallExperiment.replacing("third: {ask: {after: article, count: 3}, usage_string: plain}", with: third))
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(next) }, "\(found)")
  }

  @Test(
    "stands with a moment that is written as 'at', and the missing 'ask' is not reported besides",
    arguments: [
      ("level 3", "Write ask: {after: level, count: 3}."),
      ("after level 3", "Write ask: {after: level, count: 3}."),
      ("after article", "Write ask: {after: article}."),
      ("launch", "Write ask: launch"), ("after onboarding", "Write ask: onboarding"),
      ("article", "If 'article' is an event of the app, write {after: article}."),
      ("{after: article, count: 2}", "Write ask: {after: article, count: 2}"),
      ("lunch", "Did you mean 'ask'?"),
    ])
  func at(moment: String, next: String) {
    let found = problems(smallExperiment.replacing("ask: {after: article, count: 3}", with: "at: \(moment)"))
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(next) }, "\(found)")
    #expect(found.first?.contains("unknown key 'at' in an option.") == true, "\(found)")
  }

  @Test(
    "stands with installs of another period than a month, as a month has them",
    arguments: [
      ("installs_per_week: 12000", "Write installs_per_month: 52000 (12000 a week × 52 / 12)"),
      ("installs_per_day: 1200", "Write installs_per_month: 36500 (1200 a day × 365 / 12)"),
    ])
  func volume(line: String, next: String) {
    let found = problems(smallExperiment + "\napp: {\(line)}\n")
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(next) }, "\(found)")
  }

  @Test("stands with an option of which only the name is written")
  func bare() {
    let found = problems(
      smallExperiment.replacing(
        "third: {ask: {after: article, count: 3}, usage_string: plain}", with: "third:"))
    #expect(found.map { $0.contains("'third' lacks ") } == [true, true], "\(found)")
    #expect(found.first?.hasSuffix("Add for example 'ask: launch'") == true)
  }

  @Test(
    "stands alone with a section that is only one number, without what would follow from its lack",
    arguments: [
      ("onboarding: 60%", "onboarding: {first: 60%}"), ("onboarding: 60", "onboarding: {first: 60%}"),
      ("continue: 0.7", "continue: {rate: 0.7}"),
    ])
  func oneNumber(line: String, next: String) {
    let key = line.prefix { $0 != ":" }
    let found = problems(
      starterExperiment(preset: .news).replacing("\nadjust:\n", with: "\nadjust:\n  \(line)\n"))
    #expect(found.count == 1, "\(found)")
    #expect(
      found.allSatisfy { $0.contains("'\(key)' expects ") && $0.hasSuffix(". Write \(next)") }, "\(found)")
  }

  @Test(
    "stands alone with a section whose name is misspelt",
    arguments: [("usage_strings:", "usage_string:"), ("arms:", "arm:")])
  func misspelt(right: String, wrong: String) {
    let found = problems(smallExperiment.replacing("\n\(right)", with: "\n\(wrong)"))
    let (key, meant) = (wrong.dropLast(), right.dropLast())
    #expect(found.count == 1, "\(found)")
    #expect(
      found.allSatisfy { $0.contains("unknown key '\(key)' in an experiment. Did you mean '\(meant)'?") },
      "\(found)")
  }

  @Test("says how to add what has no near match")
  func adding() {
    let arm = "third: {ask: launch, usage_string: none, segments: {eu: {consent: null}}}"
    let found = problems(
      smallExperiment.replacing("third: {ask: {after: article, count: 3}, usage_string: plain}", with: arm))
    #expect(
      found.map { $0.split(separator: "Given: ").last } == [
        "plain. Add it with usage_strings: {none: {text: …}}.",
        "all. Add it with adjust: {segments: {eu: {share: 40%}, others: {share: 60%}}}.",
      ], "\(found)")
  }

  @Test(
    "says what is left of shares, or too much",
    arguments: [
      (0.1, 0.2, "found 0.3. 0.7 is left. Add a segment for the others, others: {share: 0.7}"),
      (0.6, 0.7, "found 1.3, 0.3 too much. Lower them by that together"),
      (1, 1, "found 2.0. A share of 30 in 100 is 30% or 0.3"),
    ])
  func shares(first: Double, second: Double, next: String) {
    let section = "  allow: {rate: 0.3}\n"
    let found = problems(
      smallExperiment.replacing(
        section, with: section + "  segments: {eu: {share: \(first)}, us: {share: \(second)}}\n"))
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(next) }, "\(found)")
  }

  @Test(
    "quotes a text that means something to YAML",
    arguments: [
      ("question: When: now", "Put the text in quotes: question: \"When: now\""),
      ("question: @when", "Put the text in quotes: question: \"@when\""),
      ("question: [When] now", "Put the text in quotes: question: \"[When] now\""),
      ("seed 1", "Line 1 has no colon: write seed: 1"),
      ("usage_strings: {x: {text: Ads: for you}}", "Put the text in quotes: text: \"Ads: for you\""),
    ])
  func quotes(line: String, next: String) {
    let found = problems("\(line)\n" + smallExperiment)
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(next) }, "\(found)")
  }

  @Test("says where a quote opens that is not closed")
  func openQuote() {
    let found = problems(smallExperiment + "\nquestion: \"When")
    #expect(
      found.count == 1
        && found.allSatisfy { $0.hasSuffix("opens in line 12 is not closed: close it after the text") })
  }

  @Test("puts a text with a comma in quotes")
  func comma() {
    let found = problems(
      smallExperiment.replacing("plain: {", with: "other: {text: Ads, for you, there}\n  plain: {"))
    #expect(
      found == [
        "x.yaml:8:17: the comma ends 'text' after 'Ads'. Put the whole text in quotes: text: \"Ads, for you…\""
      ])
  }
}
