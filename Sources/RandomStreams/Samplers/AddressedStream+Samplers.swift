extension AddressedStream {
  /// A standard normal draw.
  ///
  /// Consumes one word; see ``Quantile/normal(_:)``.
  @inlinable
  public func normal(_ address: Address) -> Double {
    Quantile.normal(uniform(address))
  }

  /// An exponential draw with mean 1.
  ///
  /// Consumes one word; see ``Quantile/exponential(_:)``.
  @inlinable
  public func exponential(_ address: Address) -> Double {
    Quantile.exponential(uniform(address))
  }

  /// A log-normal draw.
  ///
  /// Consumes one word; see ``Quantile/logNormal(_:median:sigma:)``.
  @inlinable
  public func logNormal(_ address: Address, median: Double, sigma: Double) -> Double {
    Quantile.logNormal(uniform(address), median: median, sigma: sigma)
  }

  /// A uniform draw on [low, high].
  ///
  /// Consumes one word; see ``Quantile/uniform(_:low:high:)``.
  @inlinable
  public func uniform(_ address: Address, low: Double, high: Double) -> Double {
    Quantile.uniform(uniform(address), low: low, high: high)
  }

  /// A triangular draw.
  ///
  /// Consumes one word; see ``Quantile/triangular(_:low:mode:high:)``.
  @inlinable
  public func triangular(_ address: Address, low: Double, mode: Double, high: Double) -> Double {
    Quantile.triangular(uniform(address), low: low, mode: mode, high: high)
  }

  /// A Poisson draw.
  ///
  /// To draw often with one mean, keep a ``PoissonSampler``.
  @inlinable
  public func poisson(_ address: Address, mean: Double) -> Int {
    PoissonSampler(mean: mean).draw(from: self, at: address)
  }

  /// A gamma draw with scale 1.
  ///
  /// To draw often with one shape, keep a ``GammaSampler``.
  @inlinable
  public func gamma(_ address: Address, shape: Double) -> Double {
    GammaSampler(shape: shape).draw(from: self, at: address)
  }

  /// A beta draw.
  ///
  /// To draw often with one pair of shapes, keep a ``BetaSampler``.
  @inlinable
  public func beta(_ address: Address, _ a: Double, _ b: Double) -> Double {
    BetaSampler(a, b).draw(from: self, at: address)
  }
}
