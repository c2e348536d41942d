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
    #expect(segment.allow.rate.distribution == .uniform(low: 0.2, high: 0.4))
    #expect(segment.restricted.constant == 0.1)
    #expect(file.experiment.arms[0].surroundings[0][0].attribution?.gate == .timer)
    #expect(file.text == smallExperiment)
  }

  @Test("A later setting goes over an earlier one")
  func later() throws {
    #expect(try load(smallExperiment, set: [("trials", "7"), ("trials", "8")]).experiment.trials == 8)
  }

  @Test("Under a preset, population.x is adjust.x")
  func preset() throws {
    let yaml = starterExperiment(preset: .news)
    let file = try load(yaml, set: [("population.allow.rate", "0.5")])
    #expect(file.experiment.scenarios[0].segments[0].allow.rate.constant == 0.5)
    // What is set from outside has no evidence any more, unless it replaces a published number.
    #expect(file.experiment.evidence["allow.rate"] == nil)
  }

  @Test("What is set from outside stands in place of a joint's number, and the joint draws the others")
  func overJoint() throws {
    func allow(_ set: [(path: String, value: String)]) throws -> AllowModel {
      try load(wholeExperiment, set: set).experiment.scenarios[0].segments[0].allow
    }
    #expect(try allow([]).rate.distribution == .joint("joint.0", member: 0))
    let found = try allow([("population.allow.rate", "0.5")])
    #expect(found.rate.constant == 0.5)
    #expect(found.value.distribution == .joint("joint.0", member: 1))
    let range = try allow([("population.allow.rate", "{uniform: [0.2, 0.4]}")])
    #expect(range.rate.distribution == .uniform(low: 0.2, high: 0.4))
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
    #expect(file.experiment.arms[2].delaySeconds.constant == 2)
  }

  @Test(
    "Problems of a setting name the setting",
    arguments: [
      (
        "arms.launch.retry", "nevr",
        "--set arms.launch.retry: 'retry' cannot be 'nevr'. Did you mean 'never'? Allowed: each_activation, next_session, never."
      ),
      (
        "allow.rate", "30",
        "--set allow.rate: 'allow' is no key of an experiment. Did you mean 'population.allow.rate'?"
      ),
      ("trials", "x", "--set trials: 'trials' expects a whole number from 1 to 4294967295, found 'x'"),
      (
        "trials", "{",
        "--set trials: in '{': not YAML: did not find expected node content (while parsing a flow node, line 1). Check the brackets, colons, quotes and indentation there"
      ),
      (
        "arms.lunch.delay_seconds", "1",
        "--set arms.lunch.delay_seconds: there is no option 'lunch'. Did you mean 'launch'? Options: launch, third."
      ),
      ("a..b", "1", "--set a..b: expected a path of keys such as population.allow.rate, found 'a..b'"),
    ])
  func problem(path: String, value: String, message: String) {
    #expect(problems(smallExperiment, set: [(path, value)]) == [message])
  }
}
