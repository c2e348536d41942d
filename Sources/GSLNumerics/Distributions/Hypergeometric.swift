import Foundation

/// How many of `drawn` are marked when `marked` of `marked + unmarked` are.
///
/// The distribution of one cell of a two-by-two table whose margins are fixed.
public struct Hypergeometric: Hashable, Sendable {
  /// The marked.
  public let marked: Int
  /// The others.
  public let unmarked: Int
  /// How many are drawn without replacement.
  public let drawn: Int

  /// - Throws: `NumericsError.outOfDomain` for a negative number, or more drawn than there are.
  public init(marked: Int, unmarked: Int, drawn: Int) throws(NumericsError) {
    for (name, value) in [("marked", marked), ("unmarked", unmarked), ("drawn", drawn)] {
      guard value >= 0 else {
        throw .outOfDomain(argument: name, value: Double(value), expected: "at least 0")
      }
    }
    guard drawn <= marked + unmarked else {
      throw .outOfDomain(argument: "drawn", value: Double(drawn), expected: "at most marked + unmarked")
    }
    self.marked = marked
    self.unmarked = unmarked
    self.drawn = drawn
  }

  /// The values that are possible.
  public var support: ClosedRange<Int> { max(0, drawn - unmarked)...min(marked, drawn) }

  /// The most probable value (the larger of two).
  public var mode: Int {
    let (upper, lower) = (drawn + 1).multipliedFullWidth(by: marked + 1)
    let value = (marked + unmarked + 2).dividingFullWidth((upper, lower)).quotient
    return min(max(value, support.lowerBound), support.upperBound)
  }

  /// The logarithm of the probability of `k`, by Loader's saddle points; −∞ outside of the support.
  public func lnMass(_ k: Int) -> Double {
    guard support.contains(k) else { return -.infinity }
    let all = Double(marked + unmarked)
    guard all > 0 else { return 0 }
    let p = Double(drawn) / all
    let q = Double(marked + unmarked - drawn) / all
    return SaddlePoint.lnBinomial(Double(k), Double(marked - k), p: p, q: q)
      + SaddlePoint.lnBinomial(Double(drawn - k), Double(unmarked - drawn + k), p: p, q: q)
      - SaddlePoint.lnBinomial(Double(drawn), Double(marked + unmarked - drawn), p: p, q: q)
  }

  /// The probability of `k + 1` over that of `k`.
  public func ratioUp(_ k: Int) -> Double {
    Double(marked - k) / Double(k + 1) * (Double(drawn - k) / Double(unmarked - drawn + k + 1))
  }

  /// The logarithm of the probability of `k` or less (`up` false) or of `k` or more (`up` true).
  ///
  /// The terms are summed outwards from `k`, each from the one before, until they no longer count;
  /// use it from beyond the mode outwards.
  func lnTail(from k: Int, up: Bool) -> Double {
    var sum = 1.0
    var term = 1.0
    var at = k
    if up {
      while at < support.upperBound, term > sum * 1e-18 {
        term *= ratioUp(at)
        sum += term
        at += 1
      }
    } else {
      while at > support.lowerBound, term > sum * 1e-18 {
        term /= ratioUp(at - 1)
        sum += term
        at -= 1
      }
    }
    return lnMass(k) + log(sum)
  }

  /// The logarithm of the probability of all values no more probable than `k`.
  ///
  /// Fisher's exact test, two-sided by minimum likelihood. Values within a relative 10⁻¹⁰ of the
  /// probability of `k` are ties, and count: so much for rounding, and far less than what lies
  /// between different values at any n to 10⁹.
  /// - Throws: `NumericsError.outOfDomain` where `k` is outside of the support.
  public func lnNoMoreProbable(than k: Int) throws(NumericsError) -> Double {
    guard support.contains(k) else {
      throw .outOfDomain(argument: "k", value: Double(k), expected: "a possible value")
    }
    let atMost = lnMass(k)
    let tie = atMost + max(1e-10, 16 * Double.ulpOfOne * abs(atMost))
    let mode = self.mode
    if lnMass(mode) <= tie { return 0 }
    // On the far side of the mode, the value nearest to it that is no more probable.
    let up = k < mode
    let end = up ? support.upperBound : support.lowerBound
    let near = lnTail(from: k, up: !up)
    guard lnMass(end) <= tie else { return min(0, near) }
    var inside = end
    var outside = mode
    while abs(inside - outside) > 1 {
      let middle = outside + (inside - outside) / 2
      if lnMass(middle) <= tie { inside = middle } else { outside = middle }
    }
    return min(0, lnSum(near, lnTail(from: inside, up: up)))
  }
}

/// ln(eᵃ + eᵇ), without overflow.
package func lnSum(_ a: Double, _ b: Double) -> Double {
  let larger = max(a, b)
  guard larger > -.infinity else { return larger }
  return larger + log1p(exp(min(a, b) - larger))
}
