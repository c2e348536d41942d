import Foundation
import GSLNumerics

/// The natural logarithms of the four retention figures with their derivatives, from one pass over the
/// quadrature nodes.
///
/// The unknowns are the logarithms of shape, rate, a and b, in this order; the figures are those of
/// ``RetentionFigures``, in its order. ``RetentionCurve`` computes the same figures without derivatives.
struct RetentionGradient {
  /// How exactly the figures are computed.
  enum Precision {
    /// To about one part in a million, for searching: few nodes, few days.
    case search
    /// To about one part in ten billion.
    case full
  }

  /// The logarithms of d1, d7, d30 and sessions per active day.
  let lnFigures: SIMD4<Double>
  /// What each logarithm gains per unit of each unknown: one vector per figure.
  let slopes: [SIMD4<Double>]

  /// - Throws: `NumericsError` where a figure or a slope is not finite, for example where retention is
  ///   below the smallest number.
  init(at lnParameters: SIMD4<Double>, _ precision: Precision) throws(NumericsError) {
    let shape = exp(lnParameters[0])
    let rate = exp(lnParameters[1])
    let a = exp(lnParameters[2])
    let b = exp(lnParameters[3])
    let days = precision == .full ? RetentionDays.all : .few
    let nodes = try LeavingNodes(
      a: a, b: b, flatBelow: min(rate, rate / shape) / 400,
      spacing: precision == .full ? .fine : .coarse)
    let (both, ofA, ofB) = (try digamma(a + b), try digamma(a), try digamma(b))
    // The columns: d1, d7, d30, sessions on days 1 to 30, active days among them.
    var values = SIMD8<Double>.zero
    var byShape = values
    var byRate = values
    var byA = values
    var byB = values
    for index in nodes.leaving.indices {
      let leaving = nodes.leaving[index]
      let kernel = RetentionKernel(leaving: leaving, shape: shape, rate: rate)
      let (first, seventh, thirtieth) = (kernel.active(1), kernel.active(7), kernel.active(30))
      var active = first
      for day in 1..<days.days.count {
        active += days.weights[day] * kernel.active(days.days[day])
      }
      let sessions = kernel.sessions()
      let weight = nodes.weight[index]
      func column(_ part: Int) -> SIMD8<Double> {
        weight * SIMD8(first[part], seventh[part], thirtieth[part], sessions[part], active[part], 0, 0, 0)
      }
      let value = column(0)
      values += value
      byShape += column(1)
      byRate += column(2)
      // d ln(density)/d ln a = a·(ln p − ψ(a) + ψ(a + b)), and the same for b with 1 − p.
      byA += a * (nodes.lnLeaving[index] - ofA + both) * value
      byB += b * (nodes.lnStaying[index] - ofB + both) * value
    }
    func slope(_ column: Int) -> SIMD4<Double> {
      SIMD4(byShape[column], byRate[column], byA[column], byB[column]) / values[column]
    }
    let logs = SIMD4(log(values[0]), log(values[1]), log(values[2]), log(values[3] / values[4]))
    let gradients = [slope(0), slope(1), slope(2), slope(3) - slope(4)]
    guard logs.sum().isFinite, gradients.allSatisfy({ $0.sum().isFinite }) else {
      throw .noFiniteResult(routine: "retention")
    }
    lnFigures = logs
    slopes = gradients
  }
}

/// What one probability of leaving contributes: the value, and its derivatives by ln(shape) and
/// ln(rate).
///
/// The fourth component of each vector is unused.
private struct RetentionKernel {
  let leaving: Double
  let shape: Double
  let rate: Double

  /// exp(−λpn) − exp(−λ(pn + 1)), the mean over λ: a session on day n of a person who stays.
  func active(_ day: Double) -> SIMD4<Double> {
    let reach = leaving * day
    let before = rate + reach
    let decay = shape * log1p(reach / rate)
    let dayDecay = shape * log1p(1 / before)
    let alive = exp(-decay)
    let value = alive * -expm1(-dayDecay)
    // alive · exp(−dayDecay), without another exponential.
    let after = alive - value
    let byShape = after * dayDecay - decay * value
    let byRate = shape * (reach * value - after * rate / (before + 1)) / before
    return SIMD4(value, byShape, byRate, 0)
  }

  /// (exp(−λp) − exp(−31λp))/p, the mean over λ: the sessions of days 1 to 30.
  func sessions() -> SIMD4<Double> {
    let before = rate + leaving
    let decay = shape * log1p(leaving / rate)
    let furtherDecay = shape * log1p(30 * leaving / before)
    let alive = exp(-decay)
    let share = -expm1(-furtherDecay)
    let after = alive * (1 - share)
    let value = alive * share / leaving
    let byShape = after * furtherDecay / leaving - decay * value
    let byRate = shape * (leaving * value - after * 30 * rate / (rate + 31 * leaving)) / before
    return SIMD4(value, byShape, byRate, 0)
  }
}
