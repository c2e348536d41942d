import RandomStreams

/// On which days a life's later sessions start.
///
/// Given how many of them start by the horizon, the starts of a Poisson process are that many uniform
/// points in order, whatever its rate. The share of the horizon that is left behind the kth of n is
/// the product over j to k of uniforms to the power 1/(n − j + 1) (each the largest of those still
/// to come, mirrored). Days are worked out when asked for.
enum VisitDays {
  /// Days from install to a session's start; 0-based, session 0 being that of the install.
  ///
  /// - Parameter number: how many start by the horizon if the person never leaves.
  static func day(of session: Int, number: Int, horizon: Double, _ stream: AddressedStream) -> Double {
    var logShare = 0.0
    for before in 0..<session { logShare += step(before, number: number, stream) }
    return horizon * (1 - ElementaryFunctions.exp(logShare))
  }

  /// The same for sessions of two lives after the first.
  @inline(__always)
  static func days(
    of sessions: SIMD2<Int>, numbers: SIMD2<Int>, horizon: Double, _ first: AddressedStream,
    _ second: AddressedStream
  ) -> SIMD2<Double> {
    var logShares = SIMD2(0.0, 0.0)
    let both = min(sessions[0], sessions[1])
    for before in 0..<both {
      let address = Address(
        purpose: DrawPurpose.visitDay, index: UInt32(truncatingIfNeeded: before))
      let logs = ElementaryFunctions.logOfNormals(
        SIMD2(first.uniform(address), second.uniform(address)))
      logShares += logs / SIMD2(Double(numbers[0] - before), Double(numbers[1] - before))
    }
    for before in both..<sessions[0] { logShares[0] += step(before, number: numbers[0], first) }
    for before in both..<sessions[1] { logShares[1] += step(before, number: numbers[1], second) }
    return horizon * (1 - ElementaryFunctions.moderateExp(logShares))
  }

  /// What the logarithm of the share that is left changes by from one point to the next.
  @inline(__always)
  private static func step(_ before: Int, number: Int, _ stream: AddressedStream) -> Double {
    let u = stream.uniform(purpose: DrawPurpose.visitDay, index: UInt32(truncatingIfNeeded: before))
    return ElementaryFunctions.log(u) / Double(number - before)
  }
}
