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
}
