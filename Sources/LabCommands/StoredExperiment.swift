import ExperimentDesign
import ExperimentFiles
import Foundation
import ResultStore

/// The experiment of a stored run, read again from the text it was made from.
struct StoredExperiment {
  /// `nil` where this version does not read the very same experiment out of it.
  private(set) var experiment: Experiment?
  /// What is doubtful in the file, one line each.
  private(set) var warnings: [String] = []
  /// Why there is no experiment.
  private(set) var problem: String?

  /// Reads the text and compares what it says with the key of what was run.
  init(record: RunRecord) {
    let inputs = record.inputs
    do {
      let file = try Self.load(inputs)
      let key = ContentKey.of(file.experiment, seed: inputs.seed, engine: inputs.engine)
      guard key == inputs.contentKey else {
        problem = "this version reads another experiment out of the stored file"
        return
      }
      guard inputs.engine == Versions.engine else {
        problem = "the run was made by engine \(inputs.engine), and this is engine \(Versions.engine)"
        return
      }
      experiment = file.experiment
      warnings = file.warnings.map(\.description)
    } catch {
      problem = "this version cannot read the stored file"
    }
  }

  private static func load(_ inputs: RunInputs) throws -> ExperimentFile {
    let settings = inputs.overrides.compactMap { Setting(argument: $0) }
      .map { (path: $0.path, value: $0.value) }
    let text = Array(inputs.fileText.utf8)
    guard let population = inputs.populationText, let name = populationPath(in: inputs.fileText) else {
      return try loadExperiment(
        text: text, path: "\(inputs.experiment).yaml", overrides: settings, fitRetention: fitVisits)
    }
    // The file names a population beside it: both are laid out again as they were.
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("att-lab-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.appendingPathComponent("a/b/c/d", isDirectory: true)
    let place = folder.appendingPathComponent(name).standardizedFileURL
    guard !name.hasPrefix("/"), place.path.hasPrefix(root.standardizedFileURL.path + "/") else {
      throw CocoaError(.fileReadInvalidFileName)
    }
    for folder in [folder, place.deletingLastPathComponent()] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data(population.utf8).write(to: place)
    return try loadExperiment(
      text: text, path: folder.appendingPathComponent("\(inputs.experiment).yaml").path,
      overrides: settings, fitRetention: fitVisits)
  }

  /// The path in `population: PATH`; `nil` where it is a preset or stands in the file itself.
  private static func populationPath(in text: String) -> String? {
    for line in text.split(separator: "\n") {
      guard let match = line.firstMatch(of: /^population:\s*["']?([^"'#]+?)["']?\s*(#.*)?$/) else { continue }
      let name = String(match.output.1)
      return name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? name : nil
    }
    return nil
  }
}
