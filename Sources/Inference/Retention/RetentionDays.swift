/// Days and weights whose weighted sum stands for a plain sum over days 1 to 30.
struct RetentionDays: Sendable {
  /// Days after the install, not always whole.
  let days: [Double]
  /// What the value of each counts for.
  let weights: [Double]

  /// All thirty days.
  static let all = RetentionDays(
    days: (1...30).map(Double.init), weights: Array(repeating: 1, count: 30))

  /// Days 1 to 3, and an eight-point Gauss rule for the sum over days 4 to 30.
  ///
  /// The rule comes from the polynomials that are orthogonal over the points 4, 5, …, 30 (Gram). It is
  /// exact for polynomials up to degree 15. Retention changes smoothly there, so that the sum of a
  /// plausible curve is off by about one part in a million.
  static let few: RetentionDays = {
    let offsets = [2.435_670_110_896_37, 6.979_121_374_856_51, 10.586_595_335_685, 12.830_304_301_835_28]
    let weights = [4.815_908_853_737_24, 4.167_969_815_157_59, 2.969_381_235_976_27, 1.546_740_095_128_9]
    return RetentionDays(
      days: [1, 2, 3] + offsets.flatMap { [17 - $0, 17 + $0] },
      weights: [1, 1, 1] + weights.flatMap { [$0, $0] })
  }()
}
