import ExperimentFiles
import Testing

@Suite struct StarterExperimentTests {
  @Test("The starter of every preset loads without a warning", arguments: BuiltInPopulation.allCases)
  func loads(preset: BuiltInPopulation) throws {
    let file = try load(starterExperiment(preset: preset))
    #expect(file.warnings.isEmpty)
    #expect(file.experiment.arms.count == 4)
    #expect(file.experiment.arms.allSatisfy { $0.isAllowedByApple })
    #expect(file.population?.name == preset.rawValue)
  }

  @Test("Every preset has a text and says where its numbers come from", arguments: BuiltInPopulation.allCases)
  func presets(preset: BuiltInPopulation) throws {
    #expect(preset.text.contains("evidence:"))
    let experiment = try load(starterExperiment(preset: preset)).experiment
    #expect(experiment.evidence.values.contains { $0.grade == .published })
    #expect(experiment.evidence.values.contains { $0.grade == .assumed })
  }
}
