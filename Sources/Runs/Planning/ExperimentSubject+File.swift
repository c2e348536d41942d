public import ExperimentFiles
public import PlatformChecks

extension ExperimentSubject {
  /// An experiment as it was read.
  public init(_ file: ExperimentFile, path: String) {
    self.init(
      experiment: file.experiment, file: path, locations: file.locations,
      waivers: file.waivers)
  }
}
