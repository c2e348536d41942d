import ExperimentDesign
import ExperimentFiles
import ExperimentSamples
import Testing

@Suite("Messages about retention figures")
struct RetentionMessagesTests {
  private let four = "d1: .25, d7: .11, d30: .05, sessions_per_active_day: 2"

  @Test("figures go over a joint of their own section that draws the visits, which draws only its others")
  func overJoint() throws {
    let visits = "sessions.rate.shape, sessions.rate.rate, sessions.leave.a, sessions.leave.b"
    let joint = """
        joint: [{paths: [\(visits), allow.rate], scale: [log, log, log, log, logit], mean: [0, 0, 0, 0, 0],
          covariance: [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]]}]
      """
    let written = retentionText(four)
    let learnt = written.replacing("  retention: {\(four)}", with: joint)
    let set = [(path: "population.retention.d1", value: "20%")]
    for (text, settings) in [(learnt, set), (written.replacing("adjust:", with: "adjust:\n" + joint), [])] {
      let experiment = try load(text, set: settings).experiment
      #expect(experiment.scenarios[0].segments[0].visits.fittedTo != nil)
      #expect(experiment.joints.contains { $0.path == "retention" })
      #expect(experiment.joints.contains { $0.paths.contains("allow.rate") })
    }
    #expect(try load(learnt).experiment.scenarios[0].segments[0].visits.fittedTo == nil)
  }

  /// The figures of the people of an experiment, and what is believed of their visits with them.
  private func fitted(_ yaml: String) throws -> (figures: RetentionFigures?, mean: [Double]) {
    let experiment = try load(yaml).experiment
    return (
      experiment.scenarios[0].segments[0].visits.fittedTo,
      experiment.joints.first { $0.path == "retention" }?.mean ?? []
    )
  }

  @Test(
    "day 1 alone will do: what is not given is not observed",
    arguments: [("d1: 0.3", ["d1"]), ("d1: 0.3, d30: 0.05", ["d1", "d30"])])
  func firstDay(figures: String, keys: [String]) throws {
    #expect(try fitted(retentionText(figures)).figures?.values.map(\.key) == keys)
  }

  @Test("a preset's own belief is conditioned; without one that of all apps, which is told once")
  func belief() throws {
    let own = smallExperiment.replacing("sessions: {rate: 2, leave: 0.2}", with: "retention: {\(four)}")
    #expect(problems(own).count == 1)
    #expect(problems(retentionText(four)).isEmpty)
    // The preset `utility` says the same as all apps, and another preset does not.
    let none = try fitted(own).mean
    #expect(none.count == 4)
    let apps = try fitted(retentionText(four, population: "utility")).mean
    for (one, other) in zip(apps, none) { #expect(abs(one - other) < 1e-9) }
    let day = "d1: 0.3"
    #expect(try fitted(retentionText(day, population: "game")).mean != fitted(retentionText(day)).mean)
  }

  @Test("the four numbers are drawn together in every segment and scenario that has the figures")
  func everywhere() throws {
    let text = retentionText(four) + "\nscenarios:\n  base: {}\n  other: {allow: {rate: 0.4}}"
    let experiment = try load(text).experiment
    let segments = experiment.scenarios.flatMap(\.segments)
    #expect(segments.count == 2)
    #expect(Set(segments.map(\.visits)).count == 1)
    #expect(experiment.evidence["sessions.rate.shape"]?.grade == .measured)
    // The preset's own joint of them is drawn no more.
    #expect(experiment.joints.filter { $0.paths.contains("sessions.leave.a") }.count == 1)
  }

  @Test("a scenario that counts otherwise draws its own")
  func scenario() throws {
    let text = retentionText(four) + "\nscenarios:\n  base: {}\n  other: {retention: {d30: 4%}}"
    let experiment = try load(text).experiment
    let paths = experiment.joints.map(\.path).filter { $0.hasSuffix("retention") }
    #expect(paths.sorted() == ["retention", "scenarios.other.retention"])
    #expect(experiment.scenarios.map { $0.segments[0].visits.fittedTo?.d30 } == [0.05, 0.04])
  }

  @Test("Retention figures outside their ranges are located, and nothing is to be fitted to them")
  func impossibleFigures() throws {
    let text = retentionText("d1: .25, d7: .11, d30: .05, sessions_per_active_day: 1e300")
    expectOnly(problems(text), beginning: "x.yaml:4:68: 'sessions_per_active_day' expects")
  }
}
