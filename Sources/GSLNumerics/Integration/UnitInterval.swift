/// Integration over [0, 1] by a fixed rule.
public enum UnitInterval {
  /// The Gauss–Legendre rule of 32 points: exact for polynomials of degree 63.
  public static let smoothRule: [(node: Double, weight: Double)] = {
    // A rule of 32 points is tabulated; only a lack of memory could leave none.
    guard let rule = try? GaussLegendreRule(count: 32) else { return [] }
    return zip(rule.points, rule.weights).map { (($0 + 1) / 2, $1 / 2) }
  }()
}
