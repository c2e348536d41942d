import ExperimentFiles
import Runs

/// Reads the texts of pages, each fit of a visit pattern made once.
actor PageReader {
  private let exploration: Exploration
  private var fits = ExperimentFits()

  init(_ exploration: Exploration) { self.exploration = exploration }

  /// Reads a text that somebody typed: it names no file but the population's that the exploration offers.
  ///
  /// - Throws: `FileProblems` with everything that is wrong.
  func file(_ text: String) throws(FileProblems) -> ExperimentFile {
    let bytes = Array(text.utf8)
    let name = try populationName(in: bytes, path: exploration.path)
    let offered = exploration.population
    let isFile = name.map { $0.contains("/") || $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } ?? false
    if isFile, name != offered?.name {
      throw FileProblems(problems: [
        FileProblem(
          file: exploration.path, line: 0, column: 0,
          message:
            "the page reads no population file but the one it was started with. Name a preset, or start it "
            + "with a file that names '\(name ?? "")'")
      ])
    }
    return try fits.resolved(
      try readExperiment(
        text: bytes, path: exploration.path,
        populationText: isFile ? offered.map { Array($0.text.utf8) } : nil))
  }
}
