import ExperimentDesign
import ExperimentFiles
import Testing

@Suite struct SettingTests {
  @Test("A setting writes any key, and makes mappings on its way")
  func sets() throws {
    let file = try load(
      smallExperiment,
      set: [
        ("trials", "7"), ("population.allow.rate", "{uniform: [0.2, 0.4]}"),
        ("arms.launch.attribution.gate", "timer"),
        ("population.device.restricted", "0.1"),
      ])
    #expect(file.experiment.trials == 7)
    let segment = file.experiment.scenarios[0].segments[0]
    #expect(segment[.allowRate].distribution == .uniform(low: 0.2, high: 0.4))
    #expect(segment[.restricted].constant == 0.1)
    #expect(file.experiment.arms[0].surroundings[0][0].attribution?.gate == .timer)
    #expect(file.text == smallExperiment)
  }

  @Test("Under a preset, population.x is adjust.x")
  func preset() throws {
    let yaml = starterExperiment(preset: .news)
    let file = try load(yaml, set: [("population.allow.rate", "0.5")])
    #expect(file.experiment.scenarios[0].segments[0][.allowRate].constant == 0.5)
    // What is set from outside has no evidence any more, unless it replaces a published number.
    #expect(file.experiment.evidence["allow.rate"] == nil)
  }

  @Test("A setting can remove and can reach into a list")
  func removes() throws {
    let file = try load(
      wholeExperiment, set: [("population.consent", "null"), ("population.joint.0.mean.1", "0.5")])
    #expect(file.experiment.scenarios[0].segments[0].surroundings.consent == nil)
    #expect(file.experiment.joints[0].mean == [-0.8, 0.5])
  }

  @Test("A setting may bring a whole arm, and then its keys")
  func newArm() throws {
    let file = try load(
      smallExperiment,
      set: [("arms.new", "{ask: launch, usage_string: plain}"), ("arms.new.delay_seconds", "2")])
    #expect(file.experiment.arms.map(\.name) == ["launch", "third", "new"])
    #expect(file.experiment.arms[2][.delaySeconds].constant == 2)
  }

  @Test(
    "Problems of a setting name the setting",
    arguments: [
      ("arms.launch.retry", "nevr"), ("allow.rate", "30"), ("trials", "x"), ("trials", "{"),
      ("arms.lunch.delay_seconds", "1"), ("a..b", "1"),
    ])
  func problem(path: String, value: String) {
    expectOnly(problems(smallExperiment, set: [(path, value)]), beginning: "--set \(path): ")
  }
}
