import ExperimentFiles
import Foundation
import Testing

@Suite struct ShippedExperimentsTests {
  @Test("Every experiment of the repository loads without a warning")
  func experiments() throws {
    let folder = repository.appending(path: "Experiments").resolvingSymlinksInPath()
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "yaml" }
    #expect(files.count >= 8)
    for file in files {
      let loaded = try loadExperiment(path: file.path(percentEncoded: false))
      #expect(loaded.warnings.isEmpty, "\(loaded.warnings)")
      #expect(loaded.experiment.question != nil)
    }
  }
}
