import ExperimentFiles
import Reviews
import Testing

@Suite("What an answer says of an input")
struct ParameterWordsTests {
  /// The keys that may hold a distribution: inputs of the model.
  private static let paths = ExperimentKey.all
    .filter { $0.expects.contains("or a distribution") && !$0.path.hasPrefix("search") }
    .map { $0.path.hasPrefix("population.") ? String($0.path.dropFirst("population.".count)) : $0.path }

  @Test("every input that may be uncertain has a meaning, in few words", arguments: paths)
  func complete(path: String) throws {
    let words = try #require(ParameterWords(path: path), "\(path)")
    #expect(words.meaning.split(separator: " ").count <= 16, "\(words.meaning)")
  }

  @Test(
    "names of the file are in it, and whom it is about",
    arguments: [
      ("allow.cold_odds_ratio", "how asking before any use changes the odds to allow"),
      ("usage_strings.our text.odds_ratio", "how the usage string 'our text' changes the odds to allow"),
      ("segments.paid.allow.rate", "the share who allow right after onboarding (segment 'paid')"),
      (
        "scenarios.heavy.alerts.push.share",
        "the share of installs that the alert 'push' asks (scenario 'heavy')"
      ),
      (
        "arms.late.attribution.wait_seconds",
        "how long the attribution SDK waits for the answer (option 'late')"
      ),
      ("arms.late.delay_seconds", "how long the option 'late' waits before it asks"),
      ("consent.seconds.sigma", "how much people differ in how long the consent layer stays up"),
      ("alerts.push.seconds.median", "how long the alert 'push' stays up"),
    ])
  func meaning(path: String, meaning: String) { #expect(ParameterWords(path: path)?.meaning == meaning) }

  @Test("a path that is none of the model's has no words")
  func unknown() { #expect(ParameterWords(path: "allow.nothing") == nil && ParameterWords(path: "") == nil) }

  @Test("explain says it before the formula")
  func explained() throws {
    let outcome = try Lab()("explain", "allow.value")
    #expect(outcome.output.contains("is       how using the app changes the odds to allow\n"))
  }
}
