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
      stated: file.stated.map { (key: $0.key, answer: $0.answer) },
      waivers: file.waivers.map { AcceptedPitfall(tag: $0.tag, arms: $0.arms, reason: $0.reason) })
  }
}
