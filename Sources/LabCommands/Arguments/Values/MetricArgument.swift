import ArgumentParser
import ExperimentDesign

/// A metric by its name, as an argument.
struct MetricArgument: ExpressibleByArgument {
  var metric: Metric

  init?(argument: String) {
    guard let metric = Metric(rawValue: argument) else { return nil }
    self.metric = metric
  }

  static var allValueStrings: [String] { Metric.allCases.map(\.rawValue) }
}
