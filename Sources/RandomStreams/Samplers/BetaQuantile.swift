/// The quantiles of a beta distribution: one uniform in (0, 1) to one draw, the same bits everywhere.
///
/// The log-odds of the quantile is a smooth function of the normal quantile of the uniform, nearly a straight line.
/// It is worked out, with its first two derivatives, at 146 points when the value is made, and in between by the
/// polynomial of degree five that they determine: within 10⁻⁹ of the log-odds, so that the probability below any
/// point is right to seven digits; rounding leaves five of them with shapes near 10¹⁰.
public struct BetaQuantile: Hashable, Sendable {
  /// The shapes it is made for: a distribution of smaller ones has nearly all of its mass at its ends, one of larger ones
  /// hardly varies.
  public static let shapes = 1e-3...1e10

  /// Towards 0, and towards 1 with the log-odds turned.
  private let lower: Branch
  private let upper: Branch

  /// - Precondition: both shapes are from ``shapes``.
  public init(_ a: Double, _ b: Double) {
    precondition(
      Self.shapes.contains(a) && Self.shapes.contains(b),
      "The shapes of a beta distribution are from 10⁻³ to 10¹⁰.")
    lower = Branch(BetaTail(a, b))
    upper = Branch(BetaTail(b, a))
  }

  /// The quantile of u in (0, 1); strictly between 0 and 1.
  public func callAsFunction(_ u: Double) -> Double {
    let share = ElementaryFunctions.logistic(logOdds(Quantile.normal(u)))
    return Swift.min(0x1.fffffffffffffp-1, Swift.max(.leastNormalMagnitude, share))
  }

  /// The log-odds of the quantile whose rank has the normal quantile z.
  func logOdds(_ z: Double) -> Double { z < 0 ? lower(-z) : -upper(z) }

  /// The quantiles below the median, by the normal deviate of their tail.
  private struct Branch: Hashable, Sendable {
    /// Nodes of each unit of the deviate.
    static let nodesPerUnit = 8.0
    /// No uniform has a deviate beyond 8.7, not even one cut to a fiftieth.
    static let depth = 9

    /// By node: the log-odds, and its first and second derivative times the distance of two nodes and its square.
    private var nodes: [SIMD4<Double>] = []

    init(_ tail: BetaTail) {
      // Where the median is of shapes above 1, and not far off for others (Kerman 2011).
      var y = ElementaryFunctions.log(
        Swift.max(tail.a - 1.0 / 3, 0.1 * tail.a) / Swift.max(tail.b - 1.0 / 3, 0.1 * tail.b))
      let step = 1 / Self.nodesPerUnit
      for node in 0...Self.depth * Int(Self.nodesPerUnit) {
        let deviate = Double(node) * step
        if let last = nodes.last { y = last[0] + last[1] + last[2] / 2 }
        y = tail.logOdds(
          logProbability: ElementaryFunctions.log(NormalProbability.below(-deviate)), from: y)
        // dP = φ(z)dz = g(y)dy, with z the negative of the deviate.
        let slope = ElementaryFunctions.exp(NormalProbability.logDensity(deviate) - tail.logSlope(y))
        let bend = slope * (deviate - tail.slopeOfLogSlope(y) * slope)
        nodes.append([y, -slope * step, bend * step * step, 0])
      }
    }

    /// The log-odds at a deviate of at least 0: the Hermite polynomial of degree five between its two nodes.
    func callAsFunction(_ deviate: Double) -> Double {
      let position = Swift.min(deviate * Self.nodesPerUnit, Double(nodes.count - 1) - 0x1p-30)
      let node = Int(position)
      let t = position - Double(node)
      let (first, second) = (nodes[node], nodes[node + 1])
      let rise = second[0] - first[0]
      // Remainders of the value, the slope and the bend at the far node, once the near node's are taken out.
      let value = rise - first[1] - first[2] / 2
      let slope = second[1] - first[1] - first[2]
      let bend = second[2] - first[2]
      let cubic = 10 * value - 4 * slope + bend / 2
      let quartic = -15 * value + 7 * slope - bend
      let quintic = 6 * value - 3 * slope + bend / 2
      return first[0] + t * (first[1] + t * (first[2] / 2 + t * (cubic + t * (quartic + t * quintic))))
    }
  }
}
