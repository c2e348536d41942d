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
    for before in 0..<session {
      let u = stream.uniform(purpose: DrawPurpose.visitDay, index: UInt32(truncatingIfNeeded: before))
      logShare += ElementaryFunctions.log(u) / Double(number - before)
    }
    return horizon * (1 - ElementaryFunctions.exp(logShare))
  }
}
