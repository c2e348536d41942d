import ExperimentDesign
public import ExperimentFiles
public import PlatformChecks

extension ExperimentSubject {
  /// An experiment as it was read.
  public init(_ file: ExperimentFile, path: String) {
    self.init(
      experiment: file.experiment, file: path,
      locations: file.locations.mapValues {
        FileLocation(file: $0.file, line: $0.line, column: $0.column, key: "", preset: $0.preset)
      },
      waivers: file.waivers)
  }
}
