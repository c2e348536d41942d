import ExperimentDesign
import RandomStreams

/// A log-normal time with this trial's numbers.
struct SecondsDistribution: Equatable, Sendable, BitwiseCopyable {
  var median: Double
  var sigma: Double

  @inline(__always)
  func draw(_ stream: AddressedStream, _ purpose: UInt16, _ index: UInt32) -> Double {
    Quantile.logNormal(
      stream.uniform(purpose: purpose, index: index), median: median, sigma: sigma)
  }
}

extension SecondsDistribution {
  init(_ seconds: LogNormalSeconds, _ draws: ParameterDraws) {
    self.init(median: draws(seconds.median), sigma: draws(seconds.sigma))
  }
}
