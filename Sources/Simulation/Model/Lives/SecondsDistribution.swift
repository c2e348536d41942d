import ExperimentDesign
import RandomStreams

/// A log-normal time with this trial's numbers.
struct SecondsDistribution: Equatable, Sendable, BitwiseCopyable {
  var median: Double
  var sigma: Double

  /// Draws from a column of uniforms, in their place; see ``RandomStreams/Quantile``.
  ///
  /// - Parameter count: one more is overwritten where it is odd.
  @inline(never)
  func draw(fromUniforms column: UnsafeMutablePointer<Double>, count: Int) {
    if count % 2 == 1 { column[count] = 0.5 }
    Quantile.logNormals(column, count: (count + 1) & ~1, median: median, sigma: sigma)
  }

  /// The time that a standard normal draw stands for.
  @inline(__always)
  func seconds(ofNormal draw: Double) -> Double { median * ElementaryFunctions.exp(sigma * draw) }

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
