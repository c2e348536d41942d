import ExperimentDesign
import ExperimentFiles
import Testing

@Suite("Messages about retention figures")
struct RetentionMessagesTests {
  @Test("A fit that misses is a warning, one that fails an error, both with target and fit")
  func retention() {
    let yaml = smallExperiment.replacing(
      "sessions: {rate: 2, leave: 0.2}",
      with: "retention: {d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2}")
    func fit(off ratio: Double) -> [String] {
      problems(yaml) { targets, days in
        var fit = perfectFit(targets, days)
        fit.worstRatio = ratio
        fit.fitted.d1 = 0.25 * ratio
        return fit
      }
    }
    #expect(fit(off: 1.019).isEmpty)
    #expect(
      fit(off: 1.03) == [
        "x.yaml:3:14: warning: the visit pattern misses this retention by more than 2%: expected d1 0.25, d7 0.11, d30 0.05, sessions_per_active_day 2, fitted d1 0.2575, d7 0.11, d30 0.05, sessions_per_active_day 2"
      ])
    #expect(
      fit(off: 1.3) == [
        "x.yaml:3:14: no visit pattern comes within 20% of this retention: expected d1 0.25, d7 0.11, d30 0.05, sessions_per_active_day 2, fitted d1 0.325, d7 0.11, d30 0.05, sessions_per_active_day 2. Check the four numbers"
      ])
  }

  @Test("Two visit patterns with one retention are a warning that names both and the figure that decides")
  func twoPatterns() {
    func warnings(_ retention: String, _ patterns: [RetentionFit.Pattern]) -> [String] {
      problems(
        smallExperiment.replacing("sessions: {rate: 2, leave: 0.2}", with: "retention: {\(retention)}")
      ) {
        var fit = perfectFit($0, $1)
        fit.patterns = patterns
        return fit
      }
    }
    let patterns = [
      RetentionFit.Pattern(neverBack: 0.2339, secondSession: 0.7566, meanSessions: 7.421),
      RetentionFit.Pattern(neverBack: 0.118, secondSession: 0.8296, meanSessions: 8.971),
    ]
    let four = "d1: .3259, d7: .09082, d30: .0202, sessions_per_active_day: 2.287"
    #expect(
      warnings(four, patterns) == [
        "x.yaml:3:14: warning: 2 visit patterns have exactly these figures: 23.39% of installs never come back (7.421 sessions in 30 days, second_session 0.7566); or 11.8% of installs never come back (8.971 sessions in 30 days, second_session 0.8296). The first is used. Give 'second_session', the share of installs with a second session within 30 days, to choose"
      ])
    #expect(warnings("\(four), second_session: .83", [patterns[1]]).isEmpty)
    #expect(
      warnings("\(four), second_session: .6", [patterns[0]]) == [
        "x.yaml:3:14: warning: expected second_session 0.6, found 0.7566 in the visit pattern that fits the other four figures. Check that it is the share of installs with a second session within 30 days"
      ])
    #expect(
      warnings("\(four), second_session: .3", patterns) == [
        "x.yaml:3:14: expected second_session ≥ d1, found 0.3 and 0.3259: who has a session on day 1 has a second session"
      ])
  }

  @Test("Retention figures outside their ranges are located, and nothing is fitted to them")
  func impossibleFigures() {
    var fits = 0
    let found = problems(
      smallExperiment.replacing(
        "sessions: {rate: 2, leave: 0.2}",
        with: "retention: {d1: .25, d7: .11, d30: .05, sessions_per_active_day: 1e300}")
    ) {
      fits += 1
      return perfectFit($0, $1)
    }
    #expect(fits == 0)
    #expect(found.count == 1 && found[0].hasPrefix("x.yaml:3:68: 'sessions_per_active_day' expects"))
  }
}
