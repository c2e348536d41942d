import ExperimentDesign
import ExperimentFiles
import Testing

@Suite("Guardrails and the volume of an app")
struct GuardrailLimitsTests {
  @Test("limits are read in the order of the file, shares as percentages too")
  func limits() throws {
    let file = try load(
      smallExperiment + "\nguardrails: {sessions_lost_per_install: 0.1, prompted_per_install: 20%}\n")
    #expect(
      file.guardrails == [
        GuardrailLimit(.sessionsLostPerInstall, limit: 0.1),
        GuardrailLimit(.promptedPerInstall, limit: 0.2),
      ])
    #expect(file.guardrails[0].isBroken(by: 0.11) && !file.guardrails[0].isBroken(by: 0.1))
    #expect(file.guardrails[1].isBroken(by: 0.19) && !file.guardrails[1].isBroken(by: 0.2))
  }

  @Test("a metric that is none is an error where it stands")
  func unknown() {
    expectOnly(problems(smallExperiment + "\nguardrails: {sessions_lost: 0.1}\n"), having: "'sessions_lost'")
  }

  @Test("a metric that the file does not model is an error where it stands, as of the objective")
  func unmodelled() {
    for text in ["guardrails: {attributed_per_install: 20%}", "objective: attributed_per_install"] {
      expectOnly(problems("\(smallExperiment)\n\(text)\n"), having: "not modelled")
    }
  }

  @Test("a margin is points of a share or a number of the objective's, and changes no trial")
  func margin() throws {
    let usual = try load(smallExperiment).experiment
    let wide = try load("\(smallExperiment)\nmargin: 1pp\n").experiment
    #expect(usual.objective.margin == nil && wide.objective.margin == 0.01)
    var without = wide
    without.objective.margin = nil
    #expect(without == usual)
    let sessions = "\(smallExperiment)\nobjective: sessions_per_install\nmargin: "
    #expect(try load(sessions + "0.25").experiment.objective.margin == 0.25)
    for text in ["\(smallExperiment)\nmargin: 0.5", "\(smallExperiment)\nmargin: 0pp", sessions + "1pp"] {
      #expect(problems(text + "\n").count == 1, "\(text)")
    }
  }

  @Test("the volume has a currency, and a value only where it is given")
  func volume() throws {
    let file = try load(
      smallExperiment + "\napp: {installs_per_month: 40000, value_per_opt_in: 1.2, currency: EUR}\n")
    #expect(file.volume == AppVolume(installsPerMonth: 40_000, valuePerOptIn: 1.2, currency: "EUR"))
    let plain = try load(smallExperiment + "\napp: {installs_per_month: 500}\n")
    #expect(plain.volume == AppVolume(installsPerMonth: 500, valuePerOptIn: nil, currency: "USD"))
    #expect(try load(smallExperiment).volume == nil)
  }
}
